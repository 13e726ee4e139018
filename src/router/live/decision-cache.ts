import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { shownFeatures } from '../../classifier/prompt.ts';
import { type ClassifierSettings, hopName } from '../../classifier/settings.ts';
import type { ClassifiedTier } from '../../classifier/tiers.ts';
import type { JsonObject } from '../../lib/json.ts';

/** How long an answer counts, in ms, and how many are kept; the least recently used goes first. */
export const CACHE_TTL_MS = 3_600_000;
export const CACHE_ENTRIES = 5000;

/** The answers of the classifier, before any session's pin. */
export interface DecisionCache {
  get(key: string): ClassifiedTier | null;
  set(key: string, tier: ClassifiedTier): void;
}

/** Opens an empty cache. @param monotonic milliseconds of a clock that never goes back; default: the process's own. */
export function createDecisionCache(monotonic: () => number = () => performance.now()): DecisionCache {
  const entries = new LRUCache<string, ClassifiedTier>({
    max: CACHE_ENTRIES,
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
    perf: { now: monotonic },
  });
  return {
    get: (key) => entries.get(key) ?? null,
    set: (key, tier) => {
      entries.set(key, tier);
    },
  };
}

/** All that an answer of the classifier depends on. */
export interface CacheKeyParts {
  readonly task: string;
  readonly features: JsonObject;
  readonly settings: ClassifierSettings;
  readonly policyHash: string | null;
}

/**
 * The key of a classification. Of the features only those count that the classifier is shown: the hour, say, changes nothing of its
 * answer. A changed policy has another hash, so its decisions start afresh.
 */
export function cacheKey({ task, features, settings, policyHash }: CacheKeyParts): string {
  return sha256(JSON.stringify([taskKey(task), shownFeatures(features), settings.hops.map(hopName), policyHash]));
}

/** The name of a task that spacing and case do not change: 16 hex digits (spec: routing 15.1). */
export function taskKey(task: string): string {
  return sha256(task.toLowerCase().trim().replace(/\s+/g, ' ')).slice(0, 16);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
