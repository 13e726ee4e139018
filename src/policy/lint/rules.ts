import { isList, isMapping, type JsonObject, own } from '../../lib/json.ts';
import { isTruthy } from '../../rules/scalars.ts';
import { clauseProblems } from './clauses.ts';
import { idText } from './findings.ts';
import { thenProblems } from './outputs.ts';
import { mustBe } from './values.ts';

/** Findings on the rule list, row by row. A disabled rule is checked like any other: it may be switched on tomorrow. */
export function ruleListProblems(rules: unknown, tiers: unknown): string[] {
  if (rules === undefined || rules === null) return [];
  if (!isList(rules)) return [mustBe('rules', 'a list', rules)];
  const seen = new Set<unknown>();
  return rules.flatMap((rule, index) => {
    if (!isMapping(rule)) return [mustBe(`rule[${index}]`, 'a mapping', rule)];
    return [...idProblems(index, rule, seen), ...ruleProblems(ruleLabel(rule, index), rule, tiers)];
  });
}

/** `rule 'hard-verbs'`, or `rule[3]` for a row without an id. */
export function ruleLabel(rule: JsonObject, index: number): string {
  const id = own(rule, 'id');
  return isTruthy(id) ? `rule '${idText(id)}'` : `rule[${index}]`;
}

function idProblems(index: number, rule: JsonObject, seen: Set<unknown>): string[] {
  const id = own(rule, 'id');
  if (!isTruthy(id)) return [`rule[${index}] missing 'id'`];
  if (typeof id === 'object') return [mustBe(`rule[${index}]: 'id'`, 'a string', id)];
  if (seen.has(id)) return [`duplicate rule id '${idText(id)}' (rule[${index}])`];
  seen.add(id);
  return [];
}

function ruleProblems(label: string, rule: JsonObject, tiers: unknown): string[] {
  const findings: string[] = [];
  const enabled = own(rule, 'enabled');
  if (enabled !== undefined && enabled !== null && typeof enabled !== 'boolean')
    findings.push(mustBe(`${label}: 'enabled'`, 'true or false', enabled));
  const when = own(rule, 'when');
  if (!isFilled(when)) return [...findings, `${label}: missing or invalid 'when' (a non-empty mapping of signals)`];
  const then = own(rule, 'then');
  if (!isFilled(then)) return [...findings, `${label}: missing or invalid 'then' (a non-empty mapping)`];
  for (const field of Object.keys(when)) findings.push(...clauseProblems(label, field, when[field]));
  return [...findings, ...thenProblems(label, then, tiers)];
}

function isFilled(value: unknown): value is JsonObject {
  return isMapping(value) && Object.keys(value).length > 0;
}
