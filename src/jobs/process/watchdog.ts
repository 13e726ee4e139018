import type { AttemptEnd, AttemptLimits } from './attempt-shape.ts';

/** Why the watchdog bites. `lingered`: the answer is complete and the process stays. */
export type WatchdogReason = Exclude<AttemptEnd['reason'], 'exited' | 'stopped'> | 'lingered';

/** What the watchdog watches. Times are milliseconds on the monotonic clock. */
export interface Watched {
  readonly startedAt: number;
  /** null: nothing came yet. */
  readonly lastOutputAt: number | null;
  /** Since when the answer is complete; null: it is not. */
  readonly turnEndedAt: number | null;
  readonly toolRunning: boolean;
}

/** How long a process may stay after its answer (product decision: 5 s). Milliseconds. */
const LINGER_MS = 5000;
/** Longest sleep of the watchdog: what it watches changes without telling it. Far below the 2^31 ms at which timers turn into 1 ms. */
const NAP_MS = 500;

/** The next moment at which something must have happened, and what it is called if it has not. Pure. */
export function nextDeadline(watched: Watched, limits: AttemptLimits): { at: number; reason: WatchdogReason } {
  const { startedAt, lastOutputAt, turnEndedAt, toolRunning } = watched;
  const hard = startedAt + limits.hardSeconds * 1000;
  if (turnEndedAt !== null) return { at: Math.min(hard, turnEndedAt + LINGER_MS), reason: 'lingered' };
  const first = startedAt + limits.ttfbSeconds * 1000;
  if (lastOutputAt === null && first < hard) return { at: first, reason: 'ttfb_timeout' };
  const idle = (lastOutputAt ?? Number.POSITIVE_INFINITY) + limits.idleSeconds * 1000;
  if (!toolRunning && idle < hard) return { at: idle, reason: 'idle_timeout' };
  return { at: hard, reason: 'hard_timeout' };
}

/**
 * Watches until a deadline has passed or `release` is called. A timer that comes late (a blocked event loop, a machine that slept) first lets the
 * loop deliver what has happened meanwhile, so that a child that ended in time is not called late.
 */
export function startWatchdog(
  look: () => Watched,
  limits: AttemptLimits,
): { readonly bite: Promise<WatchdogReason>; release(): void } {
  let timer: NodeJS.Timeout | null = null;
  let released = false;
  const bite = new Promise<WatchdogReason>((resolve) => {
    const overdue = (): WatchdogReason | null => {
      const { at, reason } = nextDeadline(look(), limits);
      return performance.now() >= at ? reason : null;
    };
    const arm = () => {
      const wait = Math.max(1, nextDeadline(look(), limits).at - performance.now());
      timer = setTimeout(check, Math.min(wait, NAP_MS));
    };
    const check = () => {
      if (overdue() === null) return arm();
      setImmediate(() => {
        if (released) return;
        const reason = overdue();
        if (reason === null) arm();
        else resolve(reason);
      });
    };
    arm();
  });
  return {
    bite,
    release: () => {
      released = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
