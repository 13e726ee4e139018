import { isList, isMapping, type JsonObject } from '../../../lib/json.ts';

/**
 * Readers for the parts of an answer that are served as somebody wrote them (policies, hops, steps): each gives what was asked for, or
 * null, so that a view has to say "unknown" in place of showing a wrong value.
 */

/** The value as text that is not empty; null for anything else. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The value as a finite number; null for anything else. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The value as a mapping; an empty one for anything else. */
export function asMapping(value: unknown): JsonObject {
  return isMapping(value) ? value : {};
}

/** The mappings among the items of a list; none for anything else. */
export function asMappings(value: unknown): readonly JsonObject[] {
  return isList(value) ? value.filter(isMapping) : [];
}

/** The texts among the items of a list; none for anything else. */
export function asTexts(value: unknown): readonly string[] {
  return isList(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** What a table says of a name that came from elsewhere; undefined where it has no such row (`constructor` is none). */
export function ownRow<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Any value as short text for a person: text as it is, the rest as JSON. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}
