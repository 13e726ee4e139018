import type { ChainPlan } from '../chain/plan-shape.ts';
import type { JsonObject } from '../lib/json.ts';
import type { RefusalQuery } from './refused.ts';
import { type PassedOver, passedOver } from './why-not-hops.ts';
import { type RuledOut, ruledOut } from './why-not-rules.ts';

/**
 * What did not decide, and why. Bounded: at most 100 rules and 40 hops, texts cut to 80 code points and lists to 12
 * items, so that the answer stays far under the 512 KiB a proxy passes whatever the policy holds.
 */
export interface WhyNot {
  readonly rules: readonly RuledOut[];
  readonly hops: readonly PassedOver[];
  /** How many rows the bound left out; absent when none. */
  readonly rules_omitted?: number;
  readonly hops_omitted?: number;
}

/** What the explanation of a decision is read from. */
export interface WhyNotInput {
  readonly rules: unknown;
  readonly features: JsonObject;
  /** `null` when the default decided. */
  readonly matchIndex: number | null;
  readonly output: JsonObject;
  readonly plan: ChainPlan;
  readonly at: Date | null;
  readonly refusal: RefusalQuery;
}

/** Explains every rule above the match and every hop that is not the head of the plan. */
export function whyNot(input: WhyNotInput): WhyNot {
  const rules = ruledOut(input.rules, input.features, input.matchIndex);
  const hops = passedOver(input.output, input.plan, input.at, input.refusal);
  return {
    rules: rules.rules,
    hops: hops.hops,
    ...(rules.omitted > 0 ? { rules_omitted: rules.omitted } : {}),
    ...(hops.omitted > 0 ? { hops_omitted: hops.omitted } : {}),
  };
}
