import { type BreakerEntry, failureCount, wouldBlock } from './breaker.ts';
import type { Timeline } from './timeline.ts';

/** One row of `breaker_cooldowns` on the wire. */
export interface CooldownRow {
  readonly model_key: string;
  readonly state: 'OPEN' | 'HALF_OPEN';
  /** Seconds until the cooldown ends; 0 once it has, also while a probe is out. */
  readonly cooldown_remaining_s: number;
  readonly backoff_seconds: number;
  readonly last_failure_kind: string;
  /** Sum of the weights of the remembered failures. */
  readonly failure_count: number;
  /** ISO 8601 UTC, whole seconds rounded up: from then on a request may be let through (in the past once it may). */
  readonly retry_at: string;
}

/** The rows of all breakers that are OPEN (a cooldown that has run out included) or would block. Moves no state. */
export function blockedEntries(entries: Iterable<readonly [string, BreakerEntry]>, timeline: Timeline): CooldownRow[] {
  const rows: CooldownRow[] = [];
  for (const [key, entry] of entries) {
    const row = cooldownRow(key, entry, timeline);
    if (row !== null) rows.push(row);
  }
  return rows;
}

/** The row of one breaker; null when it is neither OPEN nor blocking. */
export function cooldownRow(key: string, entry: BreakerEntry, timeline: Timeline): CooldownRow | null {
  const now = timeline.seconds();
  if (entry.state === 'CLOSED' || (entry.state === 'HALF_OPEN' && !wouldBlock(entry, now))) return null;
  return {
    model_key: key,
    state: entry.state,
    cooldown_remaining_s: milliseconds(Math.max(0, entry.cooldownUntil - now)),
    backoff_seconds: entry.backoffSeconds,
    last_failure_kind: entry.lastFailureKind,
    failure_count: failureCount(entry),
    retry_at: isoSecond(timeline.toEpoch(opensAt(entry))),
  };
}

/** Seconds until a blocking breaker lets somebody through; null when it does not block. */
export function retryAfter(entry: BreakerEntry, now: number): number | null {
  if (entry.state === 'CLOSED' || !wouldBlock(entry, now)) return null;
  return milliseconds(opensAt(entry) - now);
}

function opensAt(entry: Exclude<BreakerEntry, { state: 'CLOSED' }>): number {
  return entry.state === 'OPEN' ? entry.cooldownUntil : entry.halfOpenUntil;
}

/** The clocks tick in milliseconds; digits below them are noise of the float subtraction. */
function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function isoSecond(epoch: number): string {
  return new Date(Math.ceil(epoch) * 1000).toISOString().replace('.000Z', 'Z');
}
