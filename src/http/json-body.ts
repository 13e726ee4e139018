import type { Json, JsonObject } from '../lib/json.ts';
import { isList, isMapping } from '../lib/json.ts';
import { duplicateKey } from './duplicate-key.ts';
import { apiError } from './errors.ts';

/** Levels of nesting a body may have; deeper ones would exhaust the stack of whatever walks them. */
const MAX_DEPTH = 100;

/** Strips a BOM and throws on bytes that are not UTF-8, so that no character is ever replaced silently. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a request body: strict JSON in UTF-8, an empty body is `{}`, anything but an object is refused, and so is a key that stands twice. Lone surrogates
 * (possible only as `\ud800` escapes) become U+FFFD before anybody matches, logs or forwards them.
 * @throws ApiError invalid_json, body_too_deep, body_not_object
 */
export function parseJsonBody(bytes: Uint8Array): JsonObject {
  if (bytes.length === 0) return {};
  const { text, parsed } = parseJson(bytes);
  const value = wellFormed(parsed, MAX_DEPTH);
  if (!isMapping(value)) throw apiError('body_not_object');
  const twice = duplicateKey(text);
  if (twice !== null)
    throw apiError(
      'invalid_json',
      `request body has the key ${JSON.stringify(twice.toWellFormed().slice(0, 80))} twice`,
    );
  return value;
}

function parseJson(bytes: Uint8Array): { readonly text: string; readonly parsed: Json } {
  try {
    const text = utf8.decode(bytes);
    return { text, parsed: JSON.parse(text) };
  } catch {
    throw apiError('invalid_json');
  }
}

function wellFormed(value: Json | undefined, depth: number): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (value === undefined || typeof value !== 'object' || value === null) return value ?? null;
  if (depth === 0) throw apiError('body_too_deep');
  if (isList(value)) return value.map((item) => wellFormed(item as Json, depth - 1));
  // defineProperty through fromEntries: a `__proto__` key stays data.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item, depth - 1)]),
  );
}
