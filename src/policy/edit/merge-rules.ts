import { cloneJson, isList, isMapping, type Json, type JsonObject, jsonEqual, own } from '../../lib/json.ts';
import { idText } from '../lint/findings.ts';

/** The merged rule list, or every reason why a patch may not ask for it. */
export type RulesMerge =
  | { readonly ok: true; readonly rules: readonly Json[] }
  | { readonly ok: false; readonly errors: readonly string[] };

/** Keys of a rule that `/policy` serves: a row that comes back without them has lost them on purpose. */
const SERVED_KEYS: ReadonlySet<string> = new Set(['status', 'enabled']);

const ONLY_IN_THE_FILE = 'rules are added, removed and given another `when` in the file, not here';

/**
 * Merges the complete rule list of a patch over that of the policy, row by row, by id. The patch decides the order, `then`, `status` and
 * `enabled`; `when` may be left out but not differ; keys that are not served (`note`, ...) stay. A `null` inside a row or its `then` removes
 * the key.
 */
export function mergeRules(current: unknown, patch: Json): RulesMerge {
  if (!isList(patch)) return refused([`rules must be the complete list of rules (${ONLY_IN_THE_FILE})`]);
  const rows = byId(current, 'the rules of the file');
  const wanted = byId(patch, 'rules');
  if (rows.errors.length > 0 || wanted.errors.length > 0) return refused([...rows.errors, ...wanted.errors]);
  const errors = [
    ...[...wanted.rows].flatMap(([key, row]) => {
      const rule = rows.rows.get(key);
      if (rule === undefined) return [`rule '${nameOf(row)}' is not in the file: ${ONLY_IN_THE_FILE}`];
      return changesWhen(rule, row) ? [`rule '${nameOf(row)}' has another 'when': ${ONLY_IN_THE_FILE}`] : [];
    }),
    ...[...rows.rows].flatMap(([key, rule]) =>
      wanted.rows.has(key) ? [] : [`rule '${nameOf(rule)}' is missing from the patch: ${ONLY_IN_THE_FILE}`],
    ),
  ];
  if (errors.length > 0) return refused(errors);
  return { ok: true, rules: [...wanted.rows].map(([key, row]) => mergeRow(rows.rows.get(key) ?? {}, row)) };
}

function refused(errors: readonly string[]): RulesMerge {
  return { ok: false, errors };
}

/** Rows by their id; ids of different types are different ids. */
function byId(list: unknown, what: string): { rows: ReadonlyMap<string, JsonObject>; errors: readonly string[] } {
  const rows = new Map<string, JsonObject>();
  const errors: string[] = [];
  for (const [index, row] of (isList(list) ? list : []).entries()) {
    const id = isMapping(row) ? own(row, 'id') : undefined;
    if (!isMapping(row) || id === undefined || id === null || id === '') {
      errors.push(`${what}: row ${index} has no 'id', so it cannot be told from the others`);
      continue;
    }
    const key = JSON.stringify(id);
    if (rows.has(key)) errors.push(`${what}: two rows have the id '${idText(id)}'`);
    rows.set(key, row);
  }
  return { rows, errors };
}

function changesWhen(rule: JsonObject, row: JsonObject): boolean {
  const when = own(row, 'when');
  return when !== undefined && !jsonEqual(when, own(rule, 'when') ?? {});
}

function mergeRow(rule: JsonObject, row: JsonObject): JsonObject {
  const merged = new Map<string, Json | undefined>();
  for (const key of Object.keys(rule)) {
    const sent = own(row, key);
    if (key === 'when' || (sent === undefined && !SERVED_KEYS.has(key))) merged.set(key, rule[key]);
    else if (sent !== undefined && sent !== null)
      merged.set(key, key === 'then' ? mergeThen(rule[key], sent) : cloneJson(sent));
  }
  for (const key of Object.keys(row)) {
    const sent = own(row, key);
    if (merged.has(key) || sent === undefined || sent === null || key === 'when') continue;
    if (Object.hasOwn(rule, key)) continue;
    merged.set(key, cloneJson(sent));
  }
  return Object.fromEntries(merged);
}

/** The `then` that was sent, in the file's key order. */
function mergeThen(before: Json | undefined, sent: Json): Json {
  if (!isMapping(sent)) return cloneJson(sent);
  const order = [...(isMapping(before) ? Object.keys(before) : []), ...Object.keys(sent)];
  const present = [...new Set(order)].filter((key) => (own(sent, key) ?? null) !== null);
  return Object.fromEntries(present.map((key) => [key, cloneJson(sent[key])]));
}

function nameOf(row: JsonObject): string {
  return idText(own(row, 'id'));
}
