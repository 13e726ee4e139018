import { actualWords, clauseWords } from '../../parts/decision/clause-words.ts';
import { hopFacts, hopName } from '../../parts/decision/plan-facts.ts';
import { reasonWords } from '../../parts/decision/plan-words.ts';
import { asMapping, asText, ownRow, shown } from '../../wire/read.ts';

/** Why one rule above the match did not decide. */
export interface RuleReason {
  readonly id: unknown;
  /** `it wants: has code; here: has no code` */
  readonly why: string;
  readonly nearest: string;
}

/** Why one hop is not the first. */
export interface HopReason {
  readonly name: string;
  readonly stage: string;
  readonly why: string;
  readonly nearest: string;
}

const STAGES: Readonly<Record<string, string>> = {
  capability: 'abilities',
  time_cap: 'price cap',
  time_policy: 'peak hours',
  strategy: 'order of the hour',
  order: 'order',
  blocklist: 'blocklist',
};

/** Reads a row of `why_not.rules`. */
export function ruleReason(row: unknown): RuleReason {
  const { rule_id: id, clause, actual, nearest } = asMapping(row);
  const { field, op, target } = asMapping(clause);
  const name = asText(field);
  const why =
    name === null
      ? 'it can never match'
      : name === 'enabled'
        ? 'it is switched off'
        : `it wants: ${clauseWords(name, asText(op) ?? 'is', target)}; here: ${actualWords(name, actual)}`;
  return { id, why, nearest: asText(nearest) ?? '' };
}

/** Reads a row of `why_not.hops`. */
export function hopReason(row: unknown): HopReason {
  const { stage, reason, nearest } = asMapping(row);
  const name = asText(stage) ?? 'unknown';
  return {
    name: hopName(hopFacts(row)),
    stage: ownRow(STAGES, name) ?? name,
    why: reasonWords(asText(reason) ?? ''),
    nearest: nearest === undefined ? '' : shown(nearest),
  };
}
