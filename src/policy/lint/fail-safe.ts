import { isList, isMapping, type JsonObject, own } from '../../lib/json.ts';
import { isTruthy } from '../../rules/scalars.ts';
import { hopProblems } from './hops.ts';
import { isName, mustBe } from './values.ts';

/** Findings on `fail_safe`, the target of last resort; an absent one stands for the built-in defaults. */
export function failSafeProblems(policy: JsonObject): string[] {
  const block = own(policy, 'fail_safe');
  if (block === undefined) return [];
  if (!isMapping(block)) return [mustBe('fail_safe', "a mapping with 'model' and 'provider'", block)];
  const findings = ['model', 'provider'].flatMap((key) => {
    const value = own(block, key);
    return isName(value) ? [] : [mustBe(`fail_safe.${key}`, 'a non-empty string', value)];
  });
  const fallback = own(block, 'fallback');
  if (!isTruthy(fallback)) return findings;
  if (!isList(fallback)) return [...findings, mustBe('fail_safe.fallback', 'a list of hops', fallback)];
  return [...findings, ...fallback.flatMap((hop, index) => hopProblems('fail_safe', index, hop))];
}
