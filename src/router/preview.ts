import type { ChainPlan } from '../chain/plan-shape.ts';
import { isMapping, type JsonObject } from '../lib/json.ts';
import { codePointLength } from '../lib/text.ts';

/** Seed of every preview's shuffle, so that two polls never differ. A live decision seeds from its task instead. */
export const PREVIEW_SEED = 0;

/** Two multipliers closer than this are the same price (spec: routing 7). */
const PRICE_TOLERANCE = 1e-9;

/** Why an answer may be another one in another hour; this order is the wire's. */
export type TimeReason = 'cheapest_now' | 'time_cap' | 'time_policy' | 'price_window';

/** How far a preview can be relied on, and what it was measured on. */
export interface Preview {
  readonly seed: number;
  readonly reproducible_within: 'utc_hour';
  readonly time_relative: boolean;
  readonly time_relative_reasons: readonly TimeReason[];
  readonly sized_from: 'task' | 'prompt_text';
  /** Code points of the text that was measured. */
  readonly prompt_chars: number;
}

/** Describes a preview from the plan and the output that it shows. `promptText` empty: the task was measured. */
export function describePreview(plan: ChainPlan, output: JsonObject, task: string, promptText: string): Preview {
  const reasons = timeReasons(plan, output);
  return {
    seed: PREVIEW_SEED,
    reproducible_within: 'utc_hour',
    time_relative: reasons.length > 0,
    time_relative_reasons: reasons,
    sized_from: promptText === '' ? 'task' : 'prompt_text',
    prompt_chars: codePointLength(promptText === '' ? task : promptText),
  };
}

function timeReasons(plan: ChainPlan, output: JsonObject): TimeReason[] {
  if (plan.time_agnostic) return [];
  const reasons: TimeReason[] = [];
  if (plan.strategy === 'cheapest_now') reasons.push('cheapest_now');
  if (plan.time_cap !== undefined) reasons.push('time_cap');
  // Declared is enough: a policy that moved nothing now may move something in the next hour.
  if (isMapping(output.time_policy)) reasons.push('time_policy');
  if (Object.values(plan.multipliers).some((value) => Math.abs(value - 1) > PRICE_TOLERANCE)) {
    reasons.push('price_window');
  }
  return reasons;
}
