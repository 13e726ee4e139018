import type { Json, JsonObject } from '../lib/json.ts';
import { isBanned, manualBans } from './bans.ts';
import { type BreakerEvent, isBlocked, reduceBreaker, wouldBlock } from './breaker.ts';
import { openBreakerStore } from './breaker-store.ts';
import { blockedEntries, type CooldownRow, cooldownRow, retryAfter } from './cooldown-row.ts';
import { fallbackChain } from './fallback-chain.ts';
import { type BreakerSettings, type BreakerSettingsView, breakerSettings, breakerSettingsView } from './settings.ts';
import { openTimeline } from './timeline.ts';

/** The `/blocklist` body. */
export interface BlocklistView {
  readonly manual_bans: readonly Json[];
  readonly fallback_chain: readonly string[];
  readonly breaker_enabled: boolean;
  readonly breaker_cooldowns: readonly CooldownRow[];
  readonly auto_breaker: BreakerSettingsView;
}

/** How a (model, provider) pair stands, worst first: banned, out of quota, cooling or on probation, fine. */
export type LivenessState = 'dead' | 'quota_exhausted' | 'degraded' | 'alive';

/** A model or provider name; absent and empty mean the same. */
export type Name = string | null | undefined;

/**
 * Manual bans of a policy and the circuit breaker of this machine. Every call takes the policy to judge by, since the
 * decision in hand may run on another one than the file. Nothing here throws or rejects.
 */
export interface Blocklist {
  /** Is the pair refused? No side effects: for views, dry runs, and hops that are not attempted yet. */
  wouldBlock(document: JsonObject, model: Name, provider: Name): boolean;
  /** As `wouldBlock`, for many pairs of one decision: the state file is looked at once, by this call. */
  refusals(document: JsonObject): (model: Name, provider: Name) => boolean;
  /**
   * The deciding query: as `wouldBlock`, but an answer of false from an expired breaker takes its only probe. The answer
   * is fixed during the call itself; the promise settles once a spent probe is on disk.
   */
  isBlocked(document: JsonObject, model: Name, provider: Name): Promise<boolean>;
  /** Gives a probe back that its holder never used, so that the next decision need not wait for the deadline. */
  releaseProbe(document: JsonObject, model: Name, provider: Name): Promise<void>;
  /** Records a failed attempt on the pair that was attempted. True when this one opened the breaker. */
  recordFailure(document: JsonObject, model: Name, provider: Name, kind: string): Promise<boolean>;
  /** Records an attempt that succeeded: closes a half-open breaker, else changes nothing. */
  recordSuccess(document: JsonObject, model: Name, provider: Name): Promise<void>;
  /** Seconds until the breaker lets somebody through; null when the breaker does not block (a ban never ends). */
  retryAfterSeconds(document: JsonObject, model: Name, provider: Name): number | null;
  view(document: JsonObject): BlocklistView;
  /** The liveness of a pair, with its row of `breaker_cooldowns` or `{}`. */
  livenessState(
    document: JsonObject,
    model: Name,
    provider: Name,
  ): { state: LivenessState; breaker: CooldownRow | Record<string, never> };
  /** What is wrong with the state file, for a person; null when nothing is. */
  problem(): string | null;
  /** Settles when all that was recorded has been written, or could not be. */
  flush(): Promise<void>;
}

/** What `openBlocklist` needs. */
export interface BlocklistOptions {
  /** Path of `breaker-state.json`. It is created by the first recorded failure only. */
  readonly stateFile: string;
  /** The wall clock. Default: the system's. */
  readonly now?: () => Date;
  /** Seconds that never go backwards. Default: `performance.now()`. */
  readonly monotonic?: () => number;
  /** Told once about each new trouble with the state file. Default: nobody. */
  readonly warn?: (message: string) => void;
}

/** Opens the blocklist over a state file. One per process and file: the probe is reserved in its memory. */
export function openBlocklist(options: BlocklistOptions): Blocklist {
  const { stateFile, now = () => new Date(), monotonic = () => performance.now() / 1000, warn = () => {} } = options;
  const timeline = openTimeline(now, monotonic);
  const store = openBreakerStore(stateFile, timeline, warn);

  /** The breaker of a pair, fresh from the file; null when the policy has the breaker off (the file is not touched). */
  function current(document: JsonObject, model: Name, provider: Name) {
    const settings = breakerSettings(document);
    if (!settings.enabled || !model) return null;
    store.refresh();
    return found(settings, model, provider);
  }

  function found(settings: BreakerSettings, model: string, provider: Name) {
    const key = breakerKey(model, provider);
    return { key, settings, entry: store.get(key), now: timeline.seconds() };
  }

  async function record(document: JsonObject, model: Name, provider: Name, event: BreakerEvent): Promise<boolean> {
    const found = current(document, model, provider);
    if (found === null) return false;
    const after = reduceBreaker(found.entry, event, found.now, found.settings);
    if (after !== found.entry) await store.put(found.key, after);
    return found.entry.state !== 'OPEN' && after.state === 'OPEN';
  }

  const banned = (document: JsonObject, model: Name, provider: Name): boolean =>
    isBanned(manualBans(document), model, provider);

  function refusals(document: JsonObject): (model: Name, provider: Name) => boolean {
    const bans = manualBans(document);
    const settings = breakerSettings(document);
    if (settings.enabled) store.refresh();
    return (model, provider) => {
      if (isBanned(bans, model, provider)) return true;
      if (!settings.enabled || !model) return false;
      const { entry, now } = found(settings, model, provider);
      return wouldBlock(entry, now);
    };
  }

  return {
    wouldBlock: (document, model, provider) => refusals(document)(model, provider),
    refusals,
    isBlocked: async (document, model, provider) => {
      if (banned(document, model, provider)) return true;
      const found = current(document, model, provider);
      if (found === null) return false;
      const answer = isBlocked(found.entry, found.now);
      if (answer.entry !== found.entry) await store.put(found.key, answer.entry);
      return answer.blocked;
    },
    releaseProbe: async (document, model, provider) => {
      await record(document, model, provider, { type: 'release' });
    },
    recordFailure: (document, model, provider, kind) => record(document, model, provider, { type: 'failure', kind }),
    recordSuccess: async (document, model, provider) => {
      await record(document, model, provider, { type: 'success' });
    },
    retryAfterSeconds: (document, model, provider) => {
      if (banned(document, model, provider)) return null;
      const found = current(document, model, provider);
      return found === null ? null : retryAfter(found.entry, found.now);
    },
    view: (document) => {
      const settings = breakerSettings(document);
      if (settings.enabled) store.refresh();
      return {
        manual_bans: manualBans(document),
        fallback_chain: fallbackChain(document),
        breaker_enabled: settings.enabled,
        breaker_cooldowns: settings.enabled ? blockedEntries(store.entries(), timeline) : [],
        auto_breaker: breakerSettingsView(settings),
      };
    },
    livenessState: (document, model, provider) => {
      const found = current(document, model, provider);
      const breaker = (found === null ? null : cooldownRow(found.key, found.entry, timeline)) ?? {};
      if (banned(document, model, provider)) return { state: 'dead', breaker };
      if (found === null || found.entry.state === 'CLOSED') return { state: 'alive', breaker };
      const outOfQuota = found.entry.state === 'OPEN' && found.entry.lastFailureKind === 'quota_exhausted';
      return { state: outOfQuota ? 'quota_exhausted' : 'degraded', breaker };
    },
    problem: store.problem,
    flush: store.flush,
  };
}

/** The key that failures are recorded under and decisions look up: `model@provider`, or the bare model. */
export function breakerKey(model: string, provider: Name): string {
  return provider ? `${model}@${provider}` : model;
}
