import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { actualValue } from '../rules/match.ts';
import { operatorHolds } from '../rules/operators.ts';
import { leverOf, nearestWords, quoteJson, quoteText } from './clause-words.ts';

/** Most rules and most conditions of one rule that are explained; the rest is counted. */
const MAX_RULES = 100;
const MAX_CONDITIONS = 3;

/** One operator of a rule's `when`. */
export interface Clause {
  readonly field: string;
  readonly op: string;
  readonly target: Json;
}

/** Why a rule above the match did not decide. Long texts and lists are cut. */
export interface RuledOut {
  readonly rule_id: Json;
  /** Position in the policy's `rules`, from 0. */
  readonly index: number;
  /** The first condition that failed; absent for a row that can never match. `enabled = true` for a disabled rule. */
  readonly clause?: Clause;
  /** What the condition was compared with; absent where it is not known, such as the hour without a clock. */
  readonly actual?: Json;
  /** The smallest change that would have let this rule decide. */
  readonly nearest: string;
}

interface Failure extends Clause {
  readonly actual: Json | undefined;
}

/** The rows above `matchIndex` (all of them for `null`, when the default decided) with what ruled each one out. */
export function ruledOut(
  rules: unknown,
  features: JsonObject,
  matchIndex: number | null,
): { readonly rules: RuledOut[]; readonly omitted: number } {
  const above = isList(rules) ? rules.slice(0, matchIndex ?? rules.length) : [];
  const explained = above.slice(0, MAX_RULES).map((rule, index) => explainRule(rule, index, features));
  return { rules: explained, omitted: above.length - explained.length };
}

function explainRule(rule: unknown, index: number, features: JsonObject): RuledOut {
  const row = isMapping(rule) ? rule : {};
  const rule_id = quoteJson(own(row, 'id') ?? null);
  const when = own(row, 'when');
  const failures = isMapping(when) ? failedConditions(when, features) : [];
  if (own(row, 'enabled') === false) {
    const rest = failures.length > 0 ? `; then also ${joinWords(failures)}` : '';
    const clause = { field: 'enabled', op: 'eq', target: true };
    return { rule_id, index, clause, actual: false, nearest: `enable the rule: remove \`enabled: false\`${rest}` };
  }
  const first = failures[0];
  if (first === undefined) return { rule_id, index, nearest: 'give the rule a non-empty `when` and `then`' };
  const clause = { field: quoteText(first.field), op: quoteText(first.op), target: quoteJson(first.target) };
  const lever = leverOf(first.field);
  const nearest = lever === '' ? joinWords(failures) : `${joinWords(failures)}: ${lever}`;
  // Two literals, no spread: this runs a hundred times an answer, and the spread was half of its time.
  if (first.actual === undefined) return { rule_id, index, clause, nearest };
  return { rule_id, index, clause, actual: quoteJson(first.actual), nearest };
}

/** Every failing operator, in the order they are written: meeting only the first would not admit the rule. */
function failedConditions(when: JsonObject, features: JsonObject): Failure[] {
  const failures: Failure[] = [];
  for (const field of Object.keys(when)) {
    const condition = when[field];
    const actual = actualValue(field, features, false);
    if (!isMapping(condition)) {
      failures.push({ field, op: 'unreadable', target: condition ?? null, actual });
      continue;
    }
    const operators = Object.keys(condition);
    if (operators.length === 0 && actual === undefined) failures.push({ field, op: 'present', target: true, actual });
    for (const op of operators) {
      const target = condition[op] ?? null;
      if (actual === undefined || !operatorHolds(op, actual, target)) failures.push({ field, op, target, actual });
    }
  }
  return failures;
}

function joinWords(failures: readonly Failure[]): string {
  let words = '';
  for (const { field, op, target, actual } of failures.slice(0, MAX_CONDITIONS)) {
    words += `${words === '' ? '' : ' and '}${nearestWords(field, op, target, actual)}`;
  }
  const more = failures.length - MAX_CONDITIONS;
  return more > 0 ? `${words} and ${more} more` : words;
}
