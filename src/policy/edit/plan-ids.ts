import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import type { JsonObject } from '../../lib/json.ts';

/** How long a plan can be applied by its id, in ms, and how many are remembered; the least recently made goes first. */
export const PLAN_TTL_MS = 600_000;
export const PLAN_ENTRIES = 100;

/** A plan that somebody was shown. */
export interface RememberedPlan {
  /** sha256 of the bytes it starts from, and of those it leads to. */
  readonly baseHash: string;
  readonly resultHash: string;
  /** The change set as it was sent. */
  readonly changes: JsonObject;
}

/** The plans that can be applied by their id. */
export interface PlanIds {
  issue(plan: RememberedPlan): string;
  /** The plan of an id, once; `null` for an id that is unknown, used or expired. */
  take(id: string): RememberedPlan | null;
}

/** Remembers plans in memory: a restart forgets them. @param monotonic milliseconds of a clock that never goes back; default: the process's own. */
export function createPlanIds(monotonic: () => number = () => performance.now()): PlanIds {
  const plans = new LRUCache<string, RememberedPlan>({
    ...{ max: PLAN_ENTRIES, ttl: PLAN_TTL_MS, ttlResolution: 0, perf: { now: monotonic } },
  });
  return {
    issue: (plan) => {
      const id = `pl_${randomBytes(12).toString('hex')}`;
      plans.set(id, plan);
      return id;
    },
    take: (id) => {
      const plan = plans.get(id) ?? null;
      plans.delete(id);
      return plan;
    },
  };
}
