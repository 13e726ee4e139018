import { isMapping, type JsonObject, own } from '../../../../../lib/json.ts';
import { asMapping } from '../../../wire/read.ts';
import { isEnabled, ruleId, rulesOf } from '../edit.ts';

/** What sends work to a tier. */
export interface TierUse {
  /** Ids of the rules that name it, in order. */
  readonly rules: readonly string[];
  /** Those of them that are switched off. */
  readonly off: readonly string[];
  /** What else names it, in words. */
  readonly others: readonly string[];
}

/** The tiers that the classifier can answer with (spec: routing 14.3). */
const CLASSIFIED: readonly string[] = ['T1', 'T2', 'T3', 'T4'];

/** Who uses a tier: rules, the default, the classifier where something asks it, fail_safe, compaction. */
export function usedBy(policy: JsonObject, tier: string): TierUse {
  const named = rulesOf(policy).filter((rule) => sendsTo(rule.then, tier));
  const classifies = [
    own(policy, 'default'),
    ...rulesOf(policy)
      .filter(isEnabled)
      .map((rule) => rule.then),
  ].some((output) => asMapping(output).action === 'classify');
  return {
    rules: named.map(ruleId),
    off: named.filter((rule) => !isEnabled(rule)).map(ruleId),
    others: [
      ...(sendsTo(own(policy, 'default'), tier) ? ['the default'] : []),
      ...(classifies && CLASSIFIED.includes(tier) ? ['the classifier (where it picks this)'] : []),
      ...(sendsTo(own(policy, 'fail_safe'), tier) ? ['the last resort'] : []),
      ...(asMapping(own(policy, 'compaction')).fallback_mode === `tier:${tier}` ? ['compaction'] : []),
    ],
  };
}

function sendsTo(output: unknown, tier: string): boolean {
  return isMapping(output) && own(output, 'model') === tier;
}
