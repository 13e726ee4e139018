import type { Json, JsonObject } from '../../../../../lib/json.ts';
import { shown } from '../../../wire/read.ts';
import { documentOf } from '../base.ts';
import { type Edit, type PolicyBase, ruleId, rulesOf } from '../edit.ts';
import { valueAt } from '../merge-patch.ts';
import { thenWords } from '../rules/destination.ts';

/** Longest value that is shown in a list of edits; the diff has the rest. Characters. */
const LONGEST = 40;

/** An edit in words, with what stood there before where that is short. */
export function editWords(edit: Edit, base: PolicyBase): string {
  switch (edit.kind) {
    case 'move-rule':
      return edit.before === null ? `${edit.id}: moved to the end` : `${edit.id}: moved before ${edit.before}`;
    case 'enable-rule':
      return `${edit.id}: switched ${edit.enabled ? 'on' : 'off'}`;
    case 'set-then':
      return thenChange(edit.id, edit.then, documentOf(base));
    case 'set':
      return edit.path.join() === 'default'
        ? defaultChange(edit.value, documentOf(base))
        : setChange(edit.label, edit.value, valueAt(documentOf(base), edit.path) ?? null);
  }
}

function thenChange(id: string, then: JsonObject, document: JsonObject): string {
  const before = rulesOf(document).find((rule) => ruleId(rule) === id);
  const was = before === undefined ? '' : ` (was ${thenWords(before.then, document.tiers)})`;
  return `${id}: ${thenWords(then, document.tiers)}${was}`;
}

function defaultChange(value: Json, document: JsonObject): string {
  return `Default: ${thenWords(value, document.tiers)} (was ${thenWords(document.default, document.tiers)})`;
}

function setChange(label: string, value: Json, before: Json): string {
  if (value === null) return `${label}: removed`;
  const [now, was] = [short(value), short(before)];
  if (now === null) return `${label}: ${before === null ? 'added' : 'changed'}`;
  return `${label}: ${now}${was === null ? '' : ` (was ${was})`}`;
}

/** A scalar as text; null for what is long or has parts, or is not there. */
function short(value: Json): string | null {
  if (value === null || typeof value === 'object') return null;
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : shown(value);
  return text.length > LONGEST ? null : text;
}
