import { isList, isMapping, type Json, type JsonObject, jsonEqual, own } from '../../../../lib/json.ts';
import { documentOf, type PolicyBase } from './base.ts';
import { mergePatchOf, valueAt, withoutNulls, withValueAt } from './merge-patch.ts';

export type { PolicyBase } from './base.ts';

/** One change that a person made. Conditions of rules are not among them: they are edited in the file (product: D8). */
export type Edit =
  /** Puts a rule before another; `before` null: last. */
  | { readonly kind: 'move-rule'; readonly id: string; readonly before: string | null }
  | { readonly kind: 'enable-rule'; readonly id: string; readonly enabled: boolean }
  /** Replaces what a rule decides. */
  | { readonly kind: 'set-then'; readonly id: string; readonly then: JsonObject }
  /** Replaces the value at a path of the policy; `value` null removes the key. `label` names the thing for people: `Fallbacks of T2`. */
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: Json | null; readonly label: string };

/** A policy with edits applied. */
export interface EditedPolicy {
  /** The document of `/policy` with `enabled`, as edited. */
  readonly policy: JsonObject;
  readonly blocklist: { readonly manual_ban: readonly Json[]; readonly fallback_chain: readonly Json[] };
  /** What `/plan` gets (spec: http 4.4); empty when nothing changes. */
  readonly patch: JsonObject;
  /** The edits that change something, in order. */
  readonly kept: readonly Edit[];
  /** The edits that can no longer be made: what they name is gone. */
  readonly lost: readonly Edit[];
}

/** Applies edits in order. Those that change nothing count neither as kept nor as lost. */
export function applyEdits(base: PolicyBase, edits: readonly Edit[]): EditedPolicy {
  const before = documentOf(base);
  const kept: Edit[] = [];
  const lost: Edit[] = [];
  let document = before;
  for (const edit of edits) {
    const next = applyEdit(document, edit);
    if (next === null) lost.push(edit);
    else if (!jsonEqual(next, document)) {
      kept.push(edit);
      document = next;
    }
  }
  const { blocklist, ...policy } = document;
  return {
    policy,
    blocklist: { manual_ban: listIn(blocklist, 'manual_ban'), fallback_chain: listIn(blocklist, 'fallback_chain') },
    patch: mergePatchOf(before, document),
    kept: ordersAreEqual(before, document) ? kept.filter(({ kind }) => kind !== 'move-rule') : kept,
    lost,
  };
}

/** The document with one edit; null when what the edit names is not there. */
export function applyEdit(document: JsonObject, edit: Edit): JsonObject | null {
  if (edit.kind === 'set') return applySet(document, edit.path, edit.value);
  const rules = rulesOf(document);
  const index = rules.findIndex((rule) => ruleId(rule) === edit.id);
  const rule = rules[index];
  if (rule === undefined) return null;
  if (edit.kind === 'enable-rule')
    return isEnabled(rule) === edit.enabled ? document : withRule(document, index, { ...rule, enabled: edit.enabled });
  if (edit.kind === 'set-then') return withRule(document, index, { ...rule, then: withoutNulls(edit.then) });
  if (edit.before === edit.id) return document;
  const others = rules.toSpliced(index, 1);
  const to = edit.before === null ? others.length : others.findIndex((other) => ruleId(other) === edit.before);
  return to === -1 ? null : { ...document, rules: others.toSpliced(to, 0, rule) };
}

/** The rules of a policy in order. */
export function rulesOf(document: JsonObject): readonly JsonObject[] {
  const rules = own(document, 'rules');
  return isList(rules) ? rules.filter(isMapping) : [];
}

/** A rule's id as text: ids that are no text count by their JSON, and `''` is a rule without one. */
export function ruleId(rule: JsonObject): string {
  const id = own(rule, 'id') ?? '';
  return typeof id === 'string' ? id : JSON.stringify(id);
}

/** Only `enabled: false` switches a rule off. */
export function isEnabled(rule: JsonObject): boolean {
  return own(rule, 'enabled') !== false;
}

function applySet(document: JsonObject, path: readonly string[], value: Json | null): JsonObject | null {
  const [section, tier] = path;
  if (section === undefined || section === 'rules') return null;
  // A tier that was removed from the file must not come back as a fragment of itself.
  if (section === 'tiers' && path.length > 2 && !isMapping(valueAt(document, ['tiers', tier ?? '']))) return null;
  return withValueAt(document, path, value);
}

function withRule(document: JsonObject, index: number, rule: JsonObject): JsonObject {
  return { ...document, rules: rulesOf(document).with(index, rule) };
}

function ordersAreEqual(before: JsonObject, after: JsonObject): boolean {
  return jsonEqual(rulesOf(before).map(ruleId), rulesOf(after).map(ruleId));
}

function listIn(block: Json | undefined, key: string): readonly Json[] {
  const list = isMapping(block) ? own(block, key) : undefined;
  return Array.isArray(list) ? list : [];
}
