import { type JsonObject, own } from '../lib/json.ts';

/** One end of a range of numbers. */
interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

/** A range; a missing end is unbounded. */
interface Interval {
  readonly lower: Bound | null;
  readonly upper: Bound | null;
}

/**
 * Does the range of one condition contain the range of another? Both hold only `gt gte lt lte`. False when a bound is
 * not a number: text and booleans are compared by coercion at run time, which a range cannot express.
 */
export function isCovered(outer: JsonObject, inner: JsonObject): boolean {
  const wide = readInterval(outer);
  const narrow = readInterval(inner);
  if (!wide || !narrow) return false;
  return coversLower(wide.lower, narrow.lower) && coversUpper(wide.upper, narrow.upper);
}

function readInterval(condition: JsonObject): Interval | null {
  let lower: Bound | null = null;
  let upper: Bound | null = null;
  for (const op of Object.keys(condition)) {
    const value = own(condition, op);
    if (typeof value !== 'number' || Number.isNaN(value)) return null;
    const bound: Bound = { value, exclusive: op === 'gt' || op === 'lt' };
    if (op === 'gt' || op === 'gte') lower = tighter(lower, bound, (a, b) => a > b);
    else upper = tighter(upper, bound, (a, b) => a < b);
  }
  return { lower, upper };
}

/** The tighter of two bounds; at the same value the exclusive one is. */
function tighter(known: Bound | null, bound: Bound, isTighter: (a: number, b: number) => boolean): Bound {
  if (known === null || isTighter(bound.value, known.value)) return bound;
  return bound.value === known.value && bound.exclusive ? bound : known;
}

function coversLower(outer: Bound | null, inner: Bound | null): boolean {
  return covers(outer, inner, (a, b) => a > b);
}

function coversUpper(outer: Bound | null, inner: Bound | null): boolean {
  return covers(outer, inner, (a, b) => a < b);
}

function covers(outer: Bound | null, inner: Bound | null, isInside: (a: number, b: number) => boolean): boolean {
  if (outer === null) return true;
  if (inner === null) return false;
  if (inner.value !== outer.value) return isInside(inner.value, outer.value);
  return inner.exclusive || !outer.exclusive;
}
