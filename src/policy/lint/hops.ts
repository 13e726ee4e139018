import { isMapping, own } from '../../lib/json.ts';
import { isTruthy } from '../../rules/scalars.ts';
import { declarationProblems } from './declarations.ts';
import { isName } from './values.ts';

/**
 * Findings on one entry of a `fallback` list: it must name a model and a provider, and what it declares is checked like
 * a tier's. `label` names the list's owner.
 */
export function hopProblems(label: string, index: number, hop: unknown): string[] {
  const where = `${label}: fallback[${index}]`;
  const findings: string[] = [];
  if (!isMapping(hop)) return [`${where} must be a mapping with both 'model' and 'provider'`];
  const names = [own(hop, 'model'), own(hop, 'provider')];
  if (!names.every(isTruthy)) findings.push(`${where} must be a mapping with both 'model' and 'provider'`);
  for (const key of ['model', 'provider']) {
    const value = own(hop, key);
    if (isTruthy(value) && !isName(value))
      findings.push(`${where}: '${key}' must be a non-empty string (quote a name that looks like a number)`);
  }
  return [...findings, ...declarationProblems(where, hop)];
}
