/** Any value that JSON can carry. Policies (from YAML) and request bodies have this shape once they are parsed. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Property access yields `undefined` for a missing key, so a reader has to narrow what it gets. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** True for a plain mapping: not null, not an array. */
export function isMapping(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for an array. `Array.isArray` alone narrows `unknown` to `any[]`; this keeps the elements unknown. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Own-property read that is safe for keys such as `__proto__` and `toString`. */
export function own(mapping: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined;
}

/**
 * Strict structural equality of JSON values: no coercion (`true` is not 1, `"1"` is not 1), 1 equals 1.0,
 * `NaN` equals nothing, object key order does not matter, an `undefined` property counts as absent.
 */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => jsonEqual(item, b[i]));
  if (!isMapping(a) || !isMapping(b)) return false;
  const keys = presentKeys(a);
  return (
    keys.length === presentKeys(b).length && keys.every((key) => own(b, key) !== undefined && jsonEqual(a[key], b[key]))
  );
}

function presentKeys(mapping: JsonObject): string[] {
  return Object.keys(mapping).filter((key) => mapping[key] !== undefined);
}

/** Deep copy of a JSON value. Key order is kept; a `__proto__` key stays an own property. */
export function cloneJson<T extends Json | undefined>(value: T): T;
export function cloneJson(value: Json | undefined): Json | undefined {
  if (isList(value)) return value.map((item) => cloneJson(item as Json));
  if (!isMapping(value)) return value;
  const copy: Record<string, Json | undefined> = {};
  for (const key of Object.keys(value)) {
    Object.defineProperty(copy, key, {
      value: cloneJson(value[key]),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}
