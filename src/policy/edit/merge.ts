import { cloneJson, isMapping, type Json, type JsonObject, own } from '../../lib/json.ts';
import { mergeRules } from './merge-rules.ts';
import type { Patch } from './patch.ts';

/** The document a patch asks for, or why it may not be asked for. */
export type MergeResult =
  | { readonly ok: true; readonly document: JsonObject }
  | { readonly ok: false; readonly errors: readonly string[] };

/**
 * Merges a patch over a policy (spec: service 7.2): mapping over mapping goes key by key, `null` removes the key, `{}` changes nothing,
 * anything else replaces. The rule list is the exception: its rows are merged by id, and none may be added, removed or given another
 * `when` (product D8, S31). Existing keys keep their order, new ones follow. Shares nothing with the patch.
 */
export function mergePatch(document: JsonObject, { changes }: Patch): MergeResult {
  const { rules, ...others } = changes;
  if (rules === undefined) return { ok: true, document: mergeMapping(document, others) };
  const merged = mergeRules(own(document, 'rules'), rules);
  if (!merged.ok) return merged;
  return { ok: true, document: mergeMapping(document, { ...others, rules: merged.rules }) };
}

/** Mapping over mapping, at any depth. */
export function mergeMapping(base: JsonObject, changes: JsonObject): JsonObject {
  const merged = new Map<string, Json | undefined>(Object.entries(base));
  for (const key of Object.keys(changes)) {
    const change = own(changes, key);
    const before = own(base, key);
    if (change === undefined) continue;
    if (change === null) merged.delete(key);
    else if (isMapping(change) && isMapping(before)) merged.set(key, mergeMapping(before, change));
    else merged.set(key, cloneJson(change));
  }
  return Object.fromEntries(merged);
}
