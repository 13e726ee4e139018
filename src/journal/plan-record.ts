import { emptyPlan } from '../chain/empty-plan.ts';
import type { ChainPlan } from '../chain/plan-shape.ts';
import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';

/** Rows of `rejected` that are stored; the number left out is stored beside them (spec: service 10.4). */
const MAX_REJECTED = 8;

/** Keys of a stored plan: the planner's own (a preview's label is never stored) and the number of rows cut. */
type StoredPlanKey = Exclude<keyof ChainPlan, 'blocked_source'> | 'rejected_truncated';

/** A plan read back. Each value has the type its key promises, but only on the outside: rows of lists may be anything. */
export type StoredPlan = { readonly [key in StoredPlanKey]?: unknown };

const isInteger = (value: unknown): boolean => Number.isInteger(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isWithin =
  (last: number) =>
  (value: unknown): boolean =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= last;

/** What a value must be to be believed when it is read back. The compiler sees to it that no planner key is missing here. */
const READABLE: Readonly<Record<StoredPlanKey, (value: unknown) => boolean>> = {
  chain: isList,
  requirements: isMapping,
  rejected: isList,
  rejected_truncated: isInteger,
  unknown: isList,
  bypassed: isFlag,
  unsatisfiable: isList,
  strategy: isName,
  strategy_declared: isName,
  strategy_degraded: isFlag,
  strategy_degraded_reason: isText,
  pin_primary: isFlag,
  independent_rails: isInteger,
  time_agnostic: isFlag,
  time_cap: isMapping,
  time_cap_bypassed: isFlag,
  capped: isList,
  demoted: isList,
  promoted: isList,
  peak_priced: isList,
  multipliers: isMapping,
  utc_hour: isWithin(23),
  utc_weekday: isWithin(6),
  blocked: isList,
  blocklist_widened: isFlag,
  blocklist_bypassed: isFlag,
};

/**
 * A plan as it is stored: `rejected` cut to 8 rows, with the number left out in `rejected_truncated` (0 when none). A
 * `rejected` that is no list becomes an empty one. `null` for anything but a mapping: then no plan is recorded.
 */
export function storedPlan(plan: unknown): JsonObject | null {
  if (!isMapping(plan)) return null;
  const rejected = own(plan, 'rejected');
  const rows: readonly Json[] = isList(rejected) ? rejected : [];
  return {
    ...plan,
    rejected: rows.slice(0, MAX_REJECTED),
    rejected_truncated: Math.max(0, rows.length - MAX_REJECTED),
  };
}

/**
 * A stored plan read back: the empty plan, with every field of the stored one that has the right type. A bad field costs
 * itself only. What the planner leaves out when it does not know it (clock, cap, blocked hops) stays absent.
 */
export function readPlan(stored: unknown): StoredPlan {
  if (!isMapping(stored)) return { ...emptyPlan(), rejected_truncated: 0 };
  const believed = Object.entries(READABLE).filter(([key, believable]) => believable(own(stored, key)));
  return { ...emptyPlan(), rejected_truncated: 0, ...Object.fromEntries(believed.map(([key]) => [key, stored[key]])) };
}
