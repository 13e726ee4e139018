import { isMapping, type Json, type JsonObject, jsonEqual, own } from '../../../../lib/json.ts';

/**
 * The change set that makes `after` of `before` under the merge of `/plan` (spec: http 3.15): only what differs; mappings key by key, `null` for
 * a removed key, lists and scalars whole. Empty for equal documents.
 */
export function mergePatchOf(before: JsonObject, after: JsonObject): JsonObject {
  const changes = new Map<string, Json>();
  for (const key of Object.keys(before)) if (isGone(after, key) && !isGone(before, key)) changes.set(key, null);
  for (const key of Object.keys(after)) {
    const wanted = own(after, key);
    const there = own(before, key);
    if (wanted === undefined || jsonEqual(there, wanted)) continue;
    changes.set(key, isMapping(wanted) && isMapping(there) ? mergePatchOf(there, wanted) : wanted);
  }
  return Object.fromEntries(changes);
}

/** The value at a path of mappings; undefined where there is none. */
export function valueAt(document: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = document;
  for (const key of path) value = isMapping(value) ? own(value, key) : undefined;
  return value;
}

/** The document with another value at a path; `null` removes the key. Null where the path leads through a list or a scalar. */
export function withValueAt(document: JsonObject, path: readonly string[], value: Json): JsonObject | null {
  const [key, ...rest] = path;
  if (key === undefined) return null;
  const kept = Object.entries(document).filter(([name]) => name !== key);
  if (rest.length === 0 && value === null) return Object.fromEntries(kept);
  const there = own(document, key) ?? {};
  // A removal makes no mapping on its way.
  if (rest.length > 0 && value === null && own(document, key) === undefined) return document;
  const next = rest.length === 0 ? withoutNulls(value) : isMapping(there) ? withValueAt(there, rest, value) : null;
  if (next === null) return null;
  const entries = Object.hasOwn(document, key)
    ? Object.entries(document).map(([name, old]) => [name, name === key ? next : old] as const)
    : [...kept, [key, next] as const];
  return Object.fromEntries(entries);
}

/** The value without the keys of mappings that are null: in a change set they would mean a removal. */
export function withoutNulls(value: Json): Json {
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === null || item === undefined ? [] : [[key, withoutNulls(item)]],
    ),
  );
}

function isGone(document: JsonObject, key: string): boolean {
  return own(document, key) === undefined;
}
