import { isList, isMapping, type JsonObject, jsonEqual, own } from '../lib/json.ts';
import { isCovered } from './interval.ts';

/**
 * True when every task that satisfies the later `when` also satisfies the earlier one, so that the later rule can
 * never fire. What cannot be decided is `false`: a false alarm would refuse a legitimate policy.
 */
export function isShadowed(earlierWhen: unknown, laterWhen: unknown): boolean {
  if (!isMapping(earlierWhen) || !isMapping(laterWhen)) return false;
  const fields = Object.keys(earlierWhen);
  return (
    fields.length > 0 &&
    fields.every((field) => Object.hasOwn(laterWhen, field)) &&
    fields.every((field) => admitsAll(earlierWhen[field], laterWhen[field]))
  );
}

/** Does every value that satisfies `inner` satisfy `outer`? */
function admitsAll(outer: unknown, inner: unknown): boolean {
  if (!isMapping(outer) || !isMapping(inner)) return false;
  if (Object.keys(outer).length === 0) return true;
  if (Object.keys(inner).length === 0) return false;
  if (jsonEqual(outer, inner)) return true;
  const families = `${familyOf(outer)} over ${familyOf(inner)}`;
  if (families === 'compare over compare') return isCovered(outer, inner);
  if (families === 'include over include') return decide(admitted(outer), admitted(inner), isSubsetOf);
  if (families === 'exclude over exclude') return decide(excluded(inner), excluded(outer), isSubsetOf);
  if (families === 'exclude over include') return decide(excluded(outer), admitted(inner), isDisjointFrom);
  return false;
}

type Family = 'compare' | 'include' | 'exclude' | 'other';

const FAMILY_OF_OPERATOR: ReadonlyMap<string, Family> = new Map<string, Family>([
  ['gt', 'compare'],
  ['gte', 'compare'],
  ['lt', 'compare'],
  ['lte', 'compare'],
  ['eq', 'include'],
  ['in', 'include'],
  ['ne', 'exclude'],
  ['nin', 'exclude'],
]);

/** The family that all operators of a condition belong to; conditions that mix families are not compared. */
function familyOf(condition: JsonObject): Family {
  const families = new Set(Object.keys(condition).map((op) => FAMILY_OF_OPERATOR.get(op) ?? 'other'));
  const [only] = families;
  return families.size === 1 && only !== undefined ? only : 'other';
}

/**
 * Scalars that a condition names. On scalars a `Set` has the strict equality of the operators, but for NaN, which
 * equals nothing there: lint and the matcher must not disagree.
 */
type ScalarSet = ReadonlySet<unknown>;

function decide(
  outer: ScalarSet | null,
  inner: ScalarSet | null,
  holds: (inner: ScalarSet, outer: ScalarSet) => boolean,
): boolean {
  return outer !== null && inner !== null && holds(inner, outer);
}

function has(set: ScalarSet, value: unknown): boolean {
  return !Number.isNaN(value) && set.has(value);
}

function isSubsetOf(inner: ScalarSet, outer: ScalarSet): boolean {
  return [...inner].every((value) => has(outer, value));
}

function isDisjointFrom(inner: ScalarSet, outer: ScalarSet): boolean {
  return ![...inner].some((value) => has(outer, value));
}

/** Values that pass every `eq` and `in` of a condition; null when one of them is not a set of scalars. */
function admitted(condition: JsonObject): ScalarSet | null {
  const [first, ...rest] = operandSets(condition) ?? [];
  return first ? new Set([...first].filter((value) => rest.every((set) => has(set, value)))) : null;
}

/** Values that some `ne` or `nin` of a condition refuses; null when one of them is not a set of scalars. */
function excluded(condition: JsonObject): ScalarSet | null {
  const sets = operandSets(condition);
  return sets && new Set(sets.flatMap((set) => [...set]));
}

function operandSets(condition: JsonObject): ScalarSet[] | null {
  const sets: ScalarSet[] = [];
  for (const op of Object.keys(condition)) {
    const operand = own(condition, op);
    // Only `in` and `nin` read a list as members; `eq: [a]` asks for the list itself, which is not a scalar.
    const members: readonly unknown[] = isList(operand) && (op === 'in' || op === 'nin') ? operand : [operand];
    if (members.some((member) => isList(member) || isMapping(member))) return null;
    sets.push(new Set(members));
  }
  return sets;
}
