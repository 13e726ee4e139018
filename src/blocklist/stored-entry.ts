import type { BreakerEntry } from './breaker.ts';
import { BREAKER_DEFAULTS } from './settings.ts';
import type { StoredEntry } from './state-file.ts';
import type { Timeline } from './timeline.ts';

/** The entry in file form, its times turned into epoch seconds. */
export function storeEntry(entry: BreakerEntry, timeline: Timeline): StoredEntry {
  const cooling = entry.state !== 'CLOSED';
  const halfOpen = entry.state === 'HALF_OPEN';
  return {
    backoff_seconds: cooling ? entry.backoffSeconds : 0,
    cooldown_until: cooling ? timeline.toEpoch(entry.cooldownUntil) : 0,
    failure_events: entry.events.map(({ kind, at, weight }) => ({ kind, ts: timeline.toEpoch(at), weight })),
    half_open_until: halfOpen ? timeline.toEpoch(entry.halfOpenUntil) : 0,
    last_failure_kind: entry.lastFailureKind,
    probe_allowed: halfOpen && entry.probe === 'free',
    state: entry.state,
  };
}

/**
 * The entry of a file, its times moved onto the timeline. The wall clock may have been set back since they were written,
 * so nothing waits longer than its backoff, and no failure lies in the future.
 */
export function loadEntry(stored: StoredEntry, timeline: Timeline): BreakerEntry {
  const now = timeline.seconds();
  const events = stored.failure_events.map(({ kind, ts, weight }) => ({
    kind,
    at: Math.min(timeline.fromEpoch(ts), now),
    weight,
  }));
  const history = { events, lastFailureKind: stored.last_failure_kind };
  if (stored.state === 'CLOSED') return { state: 'CLOSED', ...history };
  // Older writers left no backoff in some entries; the widest default bounds those.
  const longest = stored.backoff_seconds > 0 ? stored.backoff_seconds : BREAKER_DEFAULTS.maxCooldownSeconds;
  const bounded = (epoch: number): number => Math.min(timeline.fromEpoch(epoch), now + longest);
  const cooldown = {
    ...history,
    cooldownUntil: bounded(stored.cooldown_until),
    backoffSeconds: stored.backoff_seconds,
  };
  if (stored.state === 'OPEN') return { state: 'OPEN', ...cooldown };
  const probe = stored.probe_allowed ? 'free' : 'reserved';
  return { state: 'HALF_OPEN', ...cooldown, probe, halfOpenUntil: bounded(stored.half_open_until) };
}
