/** What the verdict depends on. */
export interface Ages {
  /** When the daemon started. */
  readonly startedAt: Date;
  /** When the code on disk last changed; `null` where that cannot be read. */
  readonly changedAt: Date | null;
  readonly now: Date;
  /** Jobs that run or wait. */
  readonly jobs: number;
}

/** Whether the daemon runs older code than the disk has, and what to do about it. */
export type Verdict =
  | { readonly kind: 'fresh'; readonly reason: string }
  | { readonly kind: 'wait'; readonly reason: string }
  | { readonly kind: 'restart'; readonly reason: string };

/** Files that changed this recently may be followed by others of the same upgrade. Milliseconds. */
const SETTLE_MS = 30_000;
/** How long jobs may put a restart off (product S36). Milliseconds. */
const PATIENCE_MS = 2 * 60 * 60 * 1000;

/** Pure. A restart stops jobs, so it waits for them, but not for ever: old code has been seen running for days. */
export function staleVerdict({ startedAt, changedAt, now, jobs }: Ages): Verdict {
  if (changedAt === null) return { kind: 'fresh', reason: 'the code on disk cannot be read' };
  if (changedAt <= startedAt) return { kind: 'fresh', reason: 'the running code is the code on disk' };
  const age = now.getTime() - changedAt.getTime();
  const what = `the code on disk changed ${minutes(age)} ago, after the start`;
  // A time from the future is a clock that was set, not a change.
  if (age < SETTLE_MS) return { kind: 'wait', reason: `${what}; it may still be changing` };
  if (jobs === 0) return { kind: 'restart', reason: what };
  if (age < PATIENCE_MS) return { kind: 'wait', reason: `${what}; ${jobs} jobs run or wait` };
  return { kind: 'restart', reason: `${what}, and waited long enough for ${jobs} jobs` };
}

function minutes(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
