import type { JsonObject } from '../../lib/json.ts';
import { cutCodePoints } from '../../lib/text.ts';
import { writtenValue } from '../../models/written-value.ts';

/** Longest quotation of a value in a message, in code points: enough to find it in the file. */
const QUOTED_LENGTH = 120;

/** True for a string that is more than blanks. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** True for a finite number from `least` up. A number written as text is not one. */
export function isNumberFrom(least: number, value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= least;
}

/** True for a whole number from `least` up. A number written as text is not one. */
export function isWholeFrom(least: number, value: unknown): value is number {
  return isNumberFrom(least, value) && Number.isInteger(value);
}

/** The sentence of most findings: where, what is allowed there, and what was written. */
export function mustBe(where: string, allowed: string, value: unknown): string {
  if (value === undefined) return `${where} must be ${allowed}, but is missing`;
  const written = writtenValue(value);
  const quoted = cutCodePoints(written, QUOTED_LENGTH);
  return `${where} must be ${allowed}, got ${quoted}${quoted.length < written.length ? '...' : ''}`;
}

/** Keys of a mapping that are not in a closed set, sorted. */
export function unknownKeys(mapping: JsonObject, known: ReadonlySet<string>): string[] {
  return Object.keys(mapping)
    .filter((key) => !known.has(key))
    .sort();
}

/** A closed set for people: sorted, comma-separated. */
export function listed(names: Iterable<string>): string {
  return [...names].sort().join(', ');
}
