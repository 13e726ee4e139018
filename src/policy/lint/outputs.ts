import { isMapping, type JsonObject, own } from '../../lib/json.ts';
import { isTierAlias } from '../../rules/tiers.ts';
import { listed, mustBe, unknownKeys } from './values.ts';

const OUTPUT_KEYS: ReadonlySet<string> = new Set(['profile', 'model', 'provider', 'deny', 'action']);

/** Findings on the values of a rule's `then`. `label` names the rule. */
export function thenProblems(label: string, then: JsonObject, tiers: unknown): string[] {
  const findings = unknownKeys(then, OUTPUT_KEYS).map(
    (key) => `${label}: then.${key} is not a known key (allowed: ${listed(OUTPUT_KEYS)})`,
  );
  const dangling = danglingTier(own(then, 'model'), tiers);
  if (dangling !== null) findings.push(`${label}: then.model references unknown tier '${dangling}'`);
  findings.push(...nameProblems(`${label}: then.`, '', then));
  const deny = own(then, 'deny');
  if (deny !== undefined && typeof deny !== 'boolean')
    findings.push(mustBe(`${label}: then.deny`, 'true or false', deny));
  return findings;
}

/** Findings on the policy's `default`, given that there is one. */
export function defaultProblems(output: unknown, tiers: unknown): string[] {
  if (output === undefined) return [];
  if (!isMapping(output)) return [mustBe('default', 'a mapping such as {action: classify} or {model: T2}', output)];
  const dangling = danglingTier(own(output, 'model'), tiers);
  const findings = dangling === null ? [] : [`default: 'model' references unknown tier '${dangling}'`];
  return [...findings, ...nameProblems("default: '", "'", output)];
}

/** A model named `4.7` without quotes is a number, which no rail can run. */
function nameProblems(before: string, after: string, output: JsonObject): string[] {
  return ['model', 'provider'].flatMap((key) => {
    const value = own(output, key);
    if (value === undefined || value === null || typeof value === 'string') return [];
    return [mustBe(`${before}${key}${after}`, 'a string (quote a name that looks like a number)', value)];
  });
}

/** An alias of the tier shape that the table lacks; null when the model is fine or a literal model id. */
function danglingTier(model: unknown, tiers: unknown): string | null {
  if (typeof model !== 'string' || !isTierAlias(model)) return null;
  return isMapping(tiers) && Object.hasOwn(tiers, model) ? null : model;
}
