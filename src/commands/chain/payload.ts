import type { ChainPlan } from '../../chain/plan-shape.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import type { Explanation } from '../../router/explain.ts';
import { momentKeys } from '../explain.ts';
import type { Moment } from '../moment.ts';
import { type PricingRow, pricingRows } from './pricing.ts';

/** What `chain` prints: the plan, where it came from, and what each hop costs. */
export interface ChainPayload {
  readonly task: string;
  readonly matched_rule_id: Json;
  readonly cause: string;
  readonly output: JsonObject;
  readonly seed: number | null;
  /** `explain` for the preview's own plan, `rules.plan_chain(seed=N)` for a plan drawn from the given seed. */
  readonly plan_source: string;
  readonly plan_time_aware: boolean;
  readonly chain_plan: ChainPlan;
  readonly pricing: readonly PricingRow[];
  readonly preview: { readonly sized_from: 'task' | 'prompt_text'; readonly prompt_chars: number };
}

/** Builds the payload of `chain`. `plan` is the one drawn with the seed, else the explanation's own. */
export function chainPayload(
  task: string,
  explanation: Explanation,
  plan: ChainPlan,
  seed: number | null,
  moment: Moment,
): ChainPayload {
  const { decision, preview } = explanation;
  return {
    task,
    matched_rule_id: decision.matched_rule_id,
    cause: decision.cause,
    output: decision.output,
    seed,
    plan_source: seed === null ? 'explain' : `rules.plan_chain(seed=${seed})`,
    plan_time_aware: !plan.time_agnostic,
    chain_plan: plan,
    pricing: pricingRows(plan, moment.at),
    preview: { sized_from: preview.sized_from, prompt_chars: preview.prompt_chars },
    ...momentKeys(moment),
  };
}
