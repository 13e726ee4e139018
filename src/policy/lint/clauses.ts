import { isList, isMapping, type JsonObject } from '../../lib/json.ts';
import { isOperator, OPERATORS } from '../../rules/operators.ts';
import { patternProblem } from '../../rules/regex.ts';
import { EXTRACTED_FEATURE_NAMES, INJECTED_FEATURE_NAMES } from '../../signals/features.ts';
import { isNumberFrom, listed, mustBe } from './values.ts';

/** What a `when` clause may look at: the features and whether the requested model is blocked. */
const SIGNALS: ReadonlySet<string> = new Set([...EXTRACTED_FEATURE_NAMES, ...INJECTED_FEATURE_NAMES, 'blocked_model']);

/** Last value of each clock feature; `lt` and `lte` may name one more, for "until the end". */
const CLOCK_LAST: ReadonlyMap<string, number> = new Map([
  ['utc_hour', 23],
  ['utc_weekday', 6],
]);

/** Findings on one clause of a rule's `when`. `label` names the rule. */
export function clauseProblems(label: string, field: string, condition: unknown): string[] {
  const where = `${label}: when.${field}`;
  const findings = SIGNALS.has(field) ? [] : [`${where} is not a known signal (known: ${listed(SIGNALS)})`];
  if (!isMapping(condition)) return [...findings, mustBe(where, 'an op map such as {eq: true}', condition)];
  for (const op of Object.keys(condition)) findings.push(...operatorProblems(where, field, op, condition[op]));
  return [...findings, ...clockProblems(where, field, condition)];
}

function operatorProblems(where: string, field: string, op: string, operand: unknown): string[] {
  if (!isOperator(op)) return [`${where} has unknown operator '${op}' (known: ${OPERATORS.join(', ')})`];
  if (op !== 'matches') return [];
  if (field !== 'verb_class') return [`${where}: operator 'matches' is only allowed on verb_class`];
  if (typeof operand !== 'string') return [mustBe(`${where}.matches`, 'a pattern as a string', operand)];
  const problem = patternProblem(operand);
  if (problem === null) return [];
  return [`${mustBe(`${where}.matches`, 'a regular expression in RE2 syntax', operand)}: ${problem}`];
}

/** One finding a clause at most; an unknown operator has its own. */
function clockProblems(where: string, field: string, condition: JsonObject): string[] {
  const last = CLOCK_LAST.get(field);
  if (last === undefined) return [];
  for (const op of Object.keys(condition).filter(isOperator)) {
    const operand = condition[op];
    const limit = op === 'lt' || op === 'lte' ? last + 1 : last;
    const values = isList(operand) ? operand : [operand];
    if (values.every((value) => isNumberFrom(0, value) && value <= limit)) continue;
    return [mustBe(`${where}.${op}`, `a number from 0 to ${limit}`, operand)];
  }
  return [];
}
