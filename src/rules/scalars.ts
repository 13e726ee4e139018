import { isList, isMapping } from '../lib/json.ts';
import { finiteNumber } from '../models/numbers.ts';

/**
 * A scalar as text, spelled as the policy language spells it: `True`, `False` and `None` for true, false and null
 * (the text operators of existing policies rely on those spellings). `null` for lists, mappings and a missing value,
 * which have no text.
 */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  return null;
}

/** Longest string that is read as a number, in UTF-16 units; a written number is far shorter. */
const MAX_NUMBER_LENGTH = 64;

const INFINITE = /^([+-]?)inf(?:inity)?$/i;

/**
 * A value as the comparison operators read it: a boolean is 1 or 0, a string is parsed after trimming (`inf` and
 * `nan` included), anything else is `null`.
 */
export function comparable(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value.length > MAX_NUMBER_LENGTH) return null;
  const infinite = INFINITE.exec(value.trim());
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  return /^[+-]?nan$/i.test(value.trim()) ? NaN : finiteNumber(value);
}

/** False for what a policy author would call empty: nothing, null, false, 0, `""`, `[]`, `{}`. True for the rest. */
export function isTruthy(value: unknown): boolean {
  if (isList(value)) return value.length > 0;
  if (isMapping(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}
