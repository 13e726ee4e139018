import { type BreakerSettings, failureWeight } from './settings.ts';

/** One recorded failure. `at` is seconds on the caller's timeline. */
export interface FailureEvent {
  readonly kind: string;
  readonly at: number;
  readonly weight: number;
}

interface History {
  readonly events: readonly FailureEvent[];
  /** Kind of the newest failure, `""` before the first. */
  readonly lastFailureKind: string;
}

interface Cooldown extends History {
  /** When the cooldown ends (ended, in half-open). */
  readonly cooldownUntil: number;
  /** Length of the newest cooldown, which a failed probe multiplies. */
  readonly backoffSeconds: number;
}

/** The breaker of one (model, provider) pair. All times are seconds on one timeline that the caller chooses. */
export type BreakerEntry =
  | (History & { readonly state: 'CLOSED' })
  | (Cooldown & { readonly state: 'OPEN' })
  | (Cooldown & {
      readonly state: 'HALF_OPEN';
      /** `reserved`: somebody is trying the rail. `free`: the next one to ask may. */
      readonly probe: 'free' | 'reserved';
      /** When a reserved probe that nobody reported on is given to the next one to ask. */
      readonly halfOpenUntil: number;
    });

/** What can happen to a breaker. `ask` is a decision that will run on an answer of "not blocked". */
export type BreakerEvent =
  | { readonly type: 'ask' }
  | { readonly type: 'failure'; readonly kind: string }
  | { readonly type: 'success' }
  /** The holder of the probe never tried the rail (cancelled, timed out before it): the probe is free again. */
  | { readonly type: 'release' };

/** A pair nobody has complained about. */
export const CLOSED_ENTRY: BreakerEntry = { state: 'CLOSED', events: [], lastFailureKind: '' };

/** Far past any threshold: a burst of failures cannot make the state file grow without end. */
const MOST_EVENTS = 1000;

/** Would a decision at `now` be refused? Changes nothing: looking must never spend the probe. */
export function wouldBlock(entry: BreakerEntry, now: number): boolean {
  switch (entry.state) {
    case 'CLOSED':
      return false;
    case 'OPEN':
      return now < entry.cooldownUntil;
    case 'HALF_OPEN':
      return entry.probe === 'reserved' && now < entry.halfOpenUntil;
  }
}

/** The deciding query: the answer of `wouldBlock`, and the entry after it (an admitted caller has taken the probe). */
export function isBlocked(entry: BreakerEntry, now: number): { blocked: boolean; entry: BreakerEntry } {
  return { blocked: wouldBlock(entry, now), entry: reduceBreaker(entry, { type: 'ask' }, now, null) };
}

/** Sum of the weights of all remembered failures. */
export function failureCount(entry: BreakerEntry): number {
  return entry.events.reduce((sum, event) => sum + event.weight, 0);
}

/**
 * The state machine, transition by transition that of the Python plugin. Pure: the same entry comes back (by identity) when nothing changed, so that a
 * caller knows whether there is anything to save. Only failures need settings; `ask`, `success`, `release` take null.
 */
export function reduceBreaker(
  entry: BreakerEntry,
  event: Exclude<BreakerEvent, { type: 'failure' }>,
  now: number,
  settings: BreakerSettings | null,
): BreakerEntry;
export function reduceBreaker(
  entry: BreakerEntry,
  event: BreakerEvent,
  now: number,
  settings: BreakerSettings,
): BreakerEntry;
export function reduceBreaker(
  entry: BreakerEntry,
  event: BreakerEvent,
  now: number,
  settings: BreakerSettings | null,
): BreakerEntry {
  switch (event.type) {
    case 'ask':
      return afterAsk(entry, now);
    case 'failure':
      return settings === null ? entry : afterFailure(entry, event.kind, now, settings);
    case 'success':
      // A success while CLOSED forgets nothing (only the window does), and while OPEN it is a straggler from before.
      return entry.state === 'HALF_OPEN' ? { ...CLOSED_ENTRY, lastFailureKind: entry.lastFailureKind } : entry;
    case 'release':
      return entry.state === 'HALF_OPEN' && entry.probe === 'reserved' ? { ...entry, probe: 'free' } : entry;
  }
}

function afterAsk(entry: BreakerEntry, now: number): BreakerEntry {
  if (entry.state === 'CLOSED' || wouldBlock(entry, now)) return entry;
  // The deadline keeps half-open from being absorbing: a probe nobody reports on is granted again one backoff later.
  const deadline = now + entry.backoffSeconds;
  const halfOpenUntil = entry.state === 'HALF_OPEN' ? Math.max(entry.halfOpenUntil, deadline) : deadline;
  return { ...entry, state: 'HALF_OPEN', probe: 'reserved', halfOpenUntil };
}

function afterFailure(entry: BreakerEntry, kind: string, now: number, settings: BreakerSettings): BreakerEntry {
  const recent = entry.events.filter((event) => event.at > now - settings.windowSeconds);
  const events = [...recent, { kind, at: now, weight: failureWeight(kind) }].slice(-MOST_EVENTS);
  const history = { events, lastFailureKind: kind };
  const open = (backoffSeconds: number): BreakerEntry => ({
    state: 'OPEN',
    ...history,
    backoffSeconds,
    cooldownUntil: now + backoffSeconds,
  });
  switch (entry.state) {
    case 'CLOSED': {
      const closed: BreakerEntry = { state: 'CLOSED', ...history };
      return failureCount(closed) >= settings.threshold ? open(settings.baseCooldownSeconds) : closed;
    }
    case 'OPEN':
      // A straggler that started before the trip says nothing new: the cooldown is not extended.
      return { ...entry, ...history };
    case 'HALF_OPEN': {
      // Whatever its weight, a failed probe reopens. A file without a backoff would otherwise reopen for no time at all.
      const grown = entry.backoffSeconds * settings.backoffMultiplier;
      return open(
        entry.backoffSeconds > 0 ? Math.min(grown, settings.maxCooldownSeconds) : settings.baseCooldownSeconds,
      );
    }
  }
}
