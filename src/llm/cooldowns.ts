import { LRUCache } from 'lru-cache';
import { BREAKER_DEFAULTS } from '../blocklist/settings.ts';
import type { LlmError, LlmErrorCode } from './errors.ts';
import { failureEffect } from './failure-effect.ts';

/** What a hop is known by here. */
export interface HopIdentity {
  readonly provider: string;
  readonly model: string;
  /** Fingerprint of the credential: a new key starts with a clean slate. */
  readonly keyId: string;
}

/** Why a hop is being left alone, and for how long still. */
export interface Cooling {
  /** Seconds, above 0. */
  readonly remaining: number;
  readonly code: LlmErrorCode;
  readonly status: number | null;
}

/** One row for `/status`. */
export interface CoolingRow {
  readonly provider: string;
  /** Null: every model behind the credential. */
  readonly model: string | null;
  readonly reason: LlmErrorCode;
  readonly status: number | null;
  readonly remaining_seconds: number;
  /** ISO-8601, by the wall clock of this moment. */
  readonly retry_at: string;
}

/** Which hops of the router's own LLM traffic rest. In memory only; jobs have the breaker. */
export interface Cooldowns {
  cooling(hop: HopIdentity): Cooling | null;
  /** Holds a failure against the hop, once a call however often it was repeated. `seconds`: what the provider asked to wait; null = it did not say. */
  failed(hop: HopIdentity, failure: LlmError, seconds: number | null): void;
  /** Forgets the failures of a hop that were not enough to make it rest. A rest that has begun is kept: others asked for it. */
  succeeded(hop: HopIdentity): void;
  view(): CoolingRow[];
}

interface Entry {
  readonly provider: string;
  readonly model: string | null;
  readonly failures: readonly number[];
  readonly until: number;
  readonly code: LlmErrorCode;
  readonly status: number | null;
}

/** Pairs of one installation number in the tens; past this the least recently used is forgotten. */
const MAX_ENTRIES = 500;

/** `threshold` failures in `windowSeconds` make a hop rest for `baseCooldownSeconds`: the numbers of the breaker's defaults. */
const { threshold, windowSeconds, baseCooldownSeconds } = BREAKER_DEFAULTS;

/**
 * @param now the wall clock, for the view only
 * @param monotonic seconds that never go backwards: a jump of the wall clock neither ends nor prolongs a rest
 */
export function openCooldowns(now: () => Date, monotonic: () => number): Cooldowns {
  const entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  const keysOf = (hop: HopIdentity): Record<'pair' | 'credential', string> => ({
    pair: JSON.stringify([hop.provider, hop.model]),
    credential: JSON.stringify([hop.provider, null, hop.keyId]),
  });
  return {
    cooling: (hop) => {
      const found = Object.values(keysOf(hop)).flatMap((key) => entries.get(key) ?? []);
      const longest = found.sort((a, b) => b.until - a.until)[0];
      const remaining = (longest?.until ?? 0) - monotonic();
      return longest === undefined || remaining <= 0 ? null : { remaining, code: longest.code, status: longest.status };
    },
    failed: (hop, failure, seconds) => {
      const { counts, atOnce, retry } = failureEffect(failure);
      if (counts === null) return;
      const at = monotonic();
      const key = keysOf(hop)[counts];
      const before = entries.get(key);
      const failures = [...(before?.failures ?? []).filter((moment) => moment > at - windowSeconds), at].slice(
        -threshold,
      );
      const isSeries = failures.length >= threshold;
      // Only a failure that passes by itself ends when its provider says so; a series, or a refused key, takes the full time at least.
      const rest = retry && !isSeries ? (seconds ?? baseCooldownSeconds) : Math.max(baseCooldownSeconds, seconds ?? 0);
      // The longer of two rests stands: a later, shorter request to wait does not take back the earlier one.
      const until = Math.max(before?.until ?? 0, atOnce || isSeries ? at + rest : 0);
      entries.set(key, {
        provider: hop.provider,
        model: counts === 'pair' ? hop.model : null,
        failures,
        until,
        code: failure.llmCode,
        status: failure.status ?? null,
      });
    },
    succeeded: (hop) => {
      for (const key of Object.values(keysOf(hop))) {
        const entry = entries.get(key);
        if (entry !== undefined) entries.set(key, { ...entry, failures: [] });
      }
    },
    view: () =>
      [...entries.values()]
        .map((entry) => ({ entry, remaining: entry.until - monotonic() }))
        .filter(({ remaining }) => remaining > 0)
        .map(({ entry, remaining }) => ({
          provider: entry.provider,
          model: entry.model,
          reason: entry.code,
          status: entry.status,
          remaining_seconds: Math.ceil(remaining),
          retry_at: new Date(now().getTime() + remaining * 1000).toISOString(),
        })),
  };
}
