import { isList, isMapping, type JsonObject, own } from '../../lib/json.ts';
import { REQUIREMENT_KEYS } from '../../rules/tiers.ts';
import { CAPABILITY_FLAGS, declarationProblems } from './declarations.ts';
import { hopProblems } from './hops.ts';
import { isName, isNumberFrom, isWholeFrom, listed, mustBe, unknownKeys } from './values.ts';

const MANDATORY_TIERS = ['T1', 'T2', 'T3', 'T4'] as const;
const STRATEGIES: ReadonlySet<unknown> = new Set(['cheapest_now', 'random', 'sequential']);
const REQUIREMENTS: ReadonlySet<string> = new Set(REQUIREMENT_KEYS);
const TIME_CAP: ReadonlySet<string> = new Set(['max_multiplier']);
const TIME_POLICY: ReadonlySet<string> = new Set(['avoid_peak', 'prefer']);

/** Findings on the tier table. One that is no mapping counts as empty, so every mandatory tier is missing as well. */
export function tierTableProblems(tiers: unknown): string[] {
  const table = isMapping(tiers) ? tiers : {};
  const findings = isMapping(tiers) ? [] : ["missing 'tiers' mapping (a table of tier names)"];
  for (const name of MANDATORY_TIERS) if (own(table, name) === undefined) findings.push(`missing tier ${name}`);
  return [...findings, ...Object.keys(table).flatMap((name) => tierProblems(`tier '${name}'`, table[name]))];
}

function tierProblems(label: string, tier: unknown): string[] {
  if (!isMapping(tier)) return [mustBe(label, "a mapping with 'model' and 'provider'", tier)];
  return [
    ...nameProblems(label, tier),
    ...declarationProblems(label, tier),
    ...orderProblems(label, tier),
    ...requirementProblems(label, own(tier, 'requirements')),
    ...timeCapProblems(label, own(tier, 'time_cap')),
    ...timePolicyProblems(label, own(tier, 'time_policy')),
    ...fallbackProblems(label, own(tier, 'fallback')),
  ];
}

function nameProblems(label: string, tier: JsonObject): string[] {
  return ['model', 'provider'].flatMap((key) => {
    const value = own(tier, key);
    if (value === undefined) return [`${label}: missing '${key}'`];
    return isName(value) ? [] : [mustBe(`${label}: '${key}'`, 'a non-empty string', value)];
  });
}

function orderProblems(label: string, tier: JsonObject): string[] {
  const findings: string[] = [];
  const strategy = own(tier, 'fallback_strategy');
  if (strategy !== undefined && !STRATEGIES.has(strategy))
    findings.push(mustBe(`${label}: 'fallback_strategy'`, 'one of cheapest_now, random, sequential', strategy));
  const pin = own(tier, 'pin_primary');
  if (pin !== undefined && typeof pin !== 'boolean')
    findings.push(mustBe(`${label}: 'pin_primary'`, 'true or false', pin));
  return findings;
}

function requirementProblems(label: string, requirements: unknown): string[] {
  return blockProblems(label, 'requirements', requirements, REQUIREMENTS, (block) => {
    const findings: string[] = [];
    const context = own(block, 'min_context');
    if (context !== undefined && !isWholeFrom(1, context))
      findings.push(mustBe(`${label}: 'requirements.min_context'`, 'a whole number of tokens above 0', context));
    for (const flag of CAPABILITY_FLAGS) {
      const value = own(block, flag);
      if (value !== undefined && typeof value !== 'boolean')
        findings.push(mustBe(`${label}: 'requirements.${flag}'`, 'true or false', value));
    }
    return findings;
  });
}

function timeCapProblems(label: string, cap: unknown): string[] {
  return blockProblems(label, 'time_cap', cap, TIME_CAP, (block) => {
    const multiplier = own(block, 'max_multiplier');
    if (multiplier === undefined || isNumberFrom(1, multiplier)) return [];
    return [mustBe(`${label}: 'time_cap.max_multiplier'`, 'a number from 1.0 up', multiplier)];
  });
}

function timePolicyProblems(label: string, policy: unknown): string[] {
  return blockProblems(label, 'time_policy', policy, TIME_POLICY, (block) => [
    ...nameListProblems(`${label}: 'time_policy.avoid_peak'`, 'provider names', own(block, 'avoid_peak')),
    ...nameListProblems(`${label}: 'time_policy.prefer'`, 'model ids', own(block, 'prefer')),
  ]);
}

function nameListProblems(where: string, what: string, list: unknown): string[] {
  if (list === undefined || (isList(list) && list.length > 0 && list.every(isName))) return [];
  return [mustBe(where, `a non-empty list of ${what}`, list)];
}

/** A nested block with a closed set of keys: absent is fine, a key nobody reads is named, the rest checks values. */
function blockProblems(
  label: string,
  name: string,
  block: unknown,
  known: ReadonlySet<string>,
  valueProblems: (block: JsonObject) => string[],
): string[] {
  if (block === undefined) return [];
  if (!isMapping(block)) return [mustBe(`${label}: '${name}'`, `a mapping (keys: ${listed(known)})`, block)];
  const unknown = unknownKeys(block, known).map(
    (key) => `${label}: '${name}.${key}' is not a known key (known: ${listed(known)})`,
  );
  return [...unknown, ...valueProblems(block)];
}

function fallbackProblems(label: string, fallback: unknown): string[] {
  if (fallback === undefined || fallback === null) return [];
  if (!isList(fallback)) return [mustBe(`${label}: 'fallback'`, 'a list of hops', fallback)];
  return fallback.flatMap((hop, index) => hopProblems(label, index, hop));
}
