import { planChain } from '../chain/plan.ts';
import type { ChainPlan } from '../chain/plan-shape.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { readClock } from '../models/clock.ts';
import { type Cause, displayCause } from '../rules/cause.ts';
import { findMatch, matchedClauses, resultOf } from '../rules/match.ts';
import { extractSignals } from '../signals/extract.ts';
import type { Features } from '../signals/features.ts';
import type { DecisionPolicy } from './prepared-policy.ts';

/** The measured features with the clock's, which are absent without a clock, and the role that the caller fixed, if any. */
export type DecisionFeatures = Features & {
  readonly utc_hour?: number;
  readonly utc_weekday?: number;
  readonly assignee?: string;
};

/** A decision as every face shows it. */
export interface Decision {
  /** The rule's id as written; `null` when the default decided. */
  readonly matched_rule_id: Json;
  /** The rule's `then` or the policy's `default`, tier aliases resolved. */
  readonly output: JsonObject;
  /** The entries of the rule's `when` that hold, as written. */
  readonly matched_clauses: JsonObject;
  readonly cause: Cause;
  readonly chain_plan: ChainPlan;
}

/** What the rules alone decide, before anybody asks a classifier. */
export interface StageZero {
  readonly features: DecisionFeatures;
  /** Position of the matched rule; `null` when the default decided. */
  readonly matchIndex: number | null;
  readonly decision: Decision;
}

/**
 * Measures a text, matches the rules and plans the chain.
 * @param at `null` decides without a clock: no hour features, base prices, no time cap.
 * @param random draws the order of tiers with `fallback_strategy: random`.
 * @param assignee the role that the caller fixed; empty for none.
 */
export function decideByRules(
  policy: DecisionPolicy,
  text: string,
  at: Date | null,
  random: () => number,
  assignee = '',
): StageZero {
  const { rules, default: fallThrough, tiers } = policy.document;
  const clock = readClock(at);
  const features = {
    ...extractSignals(text, { extra: policy.extraSignals }),
    ...(clock === null ? {} : { utc_hour: clock.hour, utc_weekday: clock.weekday }),
    ...(assignee === '' ? {} : { assignee }),
  };
  const match = findMatch(features, rules);
  const { output, ruleId } = resultOf(match, { default: fallThrough, tiers });
  return {
    features,
    matchIndex: match?.index ?? null,
    decision: {
      matched_rule_id: ruleId,
      output,
      matched_clauses: match === null ? {} : matchedClauses(match.rule, features, false),
      cause: displayCause(ruleId, output, match !== null),
      chain_plan: planChain(output, features, { at, random }),
    },
  };
}
