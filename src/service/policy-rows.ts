import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { REGISTRY_FIELDS, type RegistryField } from '../models/capabilities.ts';
import { isTruthy } from '../rules/scalars.ts';

/** One (model, provider) pair that a policy can send work to. */
export interface PolicyPair {
  readonly model: string;
  readonly provider: string;
}

/** Every mapping of a policy that names a model, in the policy's order of use. */
export interface PolicyRows {
  readonly rows: readonly JsonObject[];
  /** Where a hop list should stand but something else does, such as `tiers.T4.fallback`; empty when all were readable. */
  readonly unreadable: readonly string[];
}

/** What the policy declares on the rows of one model: registry fields, without the provider. */
export type DeclaredFields = { readonly [field in RegistryField]?: Json };

/** The rows of tiers and their hops, the classifier and its chain, and the fail-safe and its hops. */
export function policyRows(document: JsonObject): PolicyRows {
  const rows: JsonObject[] = [];
  const unreadable: string[] = [];
  const visit = (row: Json | undefined, listKey: string, path: string): void => {
    if (!isMapping(row)) return;
    rows.push(row);
    const hops = own(row, listKey);
    if (isList(hops)) rows.push(...hops.filter(isMapping));
    else if (isTruthy(hops)) unreadable.push(`${path}.${listKey}`);
  };
  const tiers = own(document, 'tiers');
  if (isMapping(tiers)) for (const name of Object.keys(tiers)) visit(own(tiers, name), 'fallback', `tiers.${name}`);
  visit(own(document, 'classifier'), 'chain', 'classifier');
  visit(own(document, 'fail_safe'), 'fallback', 'fail_safe');
  return { rows, unreadable };
}

/**
 * The pairs a policy names, each once, sorted by model and provider: its rows and the mappings of
 * `blocklist.fallback_chain`. A row without both names is none; a bare model id is never given a provider.
 */
export function policyPairs(document: JsonObject): PolicyPair[] {
  const blocklist = own(document, 'blocklist');
  const substitutes = isMapping(blocklist) ? own(blocklist, 'fallback_chain') : undefined;
  const rows = [...policyRows(document).rows, ...(isList(substitutes) ? substitutes.filter(isMapping) : [])];
  const pairs = new Map<string, PolicyPair>();
  for (const row of rows) {
    const model = own(row, 'model');
    const provider = own(row, 'provider');
    if (typeof model !== 'string' || model === '' || typeof provider !== 'string' || provider === '') continue;
    pairs.set(JSON.stringify([model, provider]), { model, provider });
  }
  return [...pairs.values()].sort((a, b) => compareText(a.model, b.model) || compareText(a.provider, b.provider));
}

/** What a policy declares about each model it names; where two rows of a model declare a field, the later one counts. */
export function declaredFields(document: JsonObject): ReadonlyMap<string, DeclaredFields> {
  const declared = new Map<string, DeclaredFields>();
  for (const row of policyRows(document).rows) {
    const model = own(row, 'model');
    if (typeof model !== 'string' || model === '') continue;
    const fields = REGISTRY_FIELDS.filter((field) => field !== 'provider' && own(row, field) !== undefined);
    if (fields.length === 0) continue;
    const written = Object.fromEntries(fields.map((field) => [field, own(row, field)]));
    declared.set(model, { ...declared.get(model), ...written });
  }
  return declared;
}

/** Order of two texts by code units: the same on every machine, unlike a locale's. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
