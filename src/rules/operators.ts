import { isList, type Json, jsonEqual } from '../lib/json.ts';
import { compilePattern } from './regex.ts';
import { comparable, textOf } from './scalars.ts';

/** The closed set of operators that a `when` clause may use. */
export const OPERATORS = [
  'eq',
  'ne',
  'in',
  'nin',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'starts_with',
  'ends_with',
  'matches',
] as const;

/** One of the 12 operators. */
export type Operator = (typeof OPERATORS)[number];

const known: ReadonlySet<string> = new Set(OPERATORS);

/** True for a name of the closed set; `toString` and its like are not in it. */
export function isOperator(name: string): name is Operator {
  return known.has(name);
}

/**
 * Does one operator hold? Equality is strict JSON equality (`true` is not 1, `"1"` is not 1) for `eq ne in nin` alike;
 * comparisons read numbers out of both sides; text operators ignore case, except `matches`. An unknown operator, a
 * side that cannot be read and a pattern that does not compile give false. Never throws.
 */
export function operatorHolds(op: string, actual: Json | undefined, target: Json | undefined): boolean {
  if (!isOperator(op)) return false;
  switch (op) {
    case 'eq':
      return jsonEqual(actual, target);
    case 'ne':
      return !jsonEqual(actual, target);
    case 'in':
      return isMember(actual, target);
    case 'nin':
      return !isMember(actual, target);
    case 'gt':
      return compares(actual, target, (a, b) => a > b);
    case 'gte':
      return compares(actual, target, (a, b) => a >= b);
    case 'lt':
      return compares(actual, target, (a, b) => a < b);
    case 'lte':
      return compares(actual, target, (a, b) => a <= b);
    case 'contains':
      return contains(actual, target);
    case 'starts_with':
      return compareTexts(actual, target, (text, part) => text.startsWith(part));
    case 'ends_with':
      return compareTexts(actual, target, (text, part) => text.endsWith(part));
    case 'matches':
      return matches(actual, target);
  }
}

/** A target that is not a list is a list of one: `in: hard` is equality, never a substring test. */
function isMember(actual: unknown, target: unknown): boolean {
  return isList(target) ? target.some((member) => jsonEqual(actual, member)) : jsonEqual(actual, target);
}

function compares(actual: unknown, target: unknown, holds: (a: number, b: number) => boolean): boolean {
  const a = comparable(actual);
  const b = comparable(target);
  return a !== null && b !== null && holds(a, b);
}

function compareTexts(actual: unknown, target: unknown, holds: (text: string, part: string) => boolean): boolean {
  const text = textOf(actual);
  const part = textOf(target);
  return text !== null && part !== null && holds(text.toLowerCase(), part.toLowerCase());
}

/** On a list: one whole element, not a piece of one (`keywords contains view` does not match `review`). */
function contains(actual: unknown, target: unknown): boolean {
  if (isList(actual)) return actual.some((item) => compareTexts(item, target, (text, part) => text === part));
  return compareTexts(actual, target, (text, part) => text.includes(part));
}

function matches(actual: unknown, target: unknown): boolean {
  const text = textOf(actual);
  if (text === null || typeof target !== 'string') return false;
  return compilePattern(target)?.test(text) ?? false;
}
