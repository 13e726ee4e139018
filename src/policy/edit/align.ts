import { isList, isMapping, type Json, jsonEqual, own } from '../../lib/json.ts';

/** For each entry of the new list the position of the old one that it continues; `null` for an entry that is new. */
export type Alignment = readonly (number | null)[];

/**
 * Pairs the entries of a list with those of its earlier state: equal ones first (those that kept their place before all), then those with the
 * same id or the same (model, provider), then scalars in order, then collections of one kind that stand at the same place.
 */
export function alignLists(before: readonly Json[], after: readonly Json[]): Alignment {
  const sources: (number | null)[] = after.map(() => null);
  const taken = new Set<number>();
  const take = (index: number, source: number): void => {
    sources[index] = source;
    taken.add(source);
  };
  const pairUp = (nameOf: (entry: Json) => string | null): void => {
    const free = new Map<string, number[]>();
    for (const [index, entry] of before.entries()) {
      const name = taken.has(index) ? null : nameOf(entry);
      if (name === null) continue;
      const others = free.get(name);
      if (others === undefined) free.set(name, [index]);
      else others.push(index);
    }
    for (const [index, entry] of after.entries()) {
      const name = sources[index] === null ? nameOf(entry) : null;
      const source = name === null ? undefined : free.get(name)?.shift();
      if (source !== undefined) take(index, source);
    }
  };
  for (const [index, entry] of after.entries()) if (jsonEqual(before[index], entry)) take(index, index);
  pairUp(canonical);
  pairUp(identity);
  pairUp((entry) => (isComposite(entry) ? null : 'scalar'));
  // A collection that changed its identity where it stands: whatever its comments say is not ours to drop.
  for (const [index, entry] of after.entries()) {
    if (sources[index] === null && !taken.has(index) && isSameKind(before[index], entry)) take(index, index);
  }
  return sources;
}

/** A value as text, whatever the order of its keys. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_, inner: Json) =>
    isMapping(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

function isSameKind(old: Json | undefined, entry: Json): boolean {
  return (isMapping(old) && isMapping(entry)) || (isList(old) && isList(entry));
}

function isComposite(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

/** What makes an entry the same after a change: its id, else its model and provider. */
function identity(entry: Json): string | null {
  if (!isMapping(entry)) return null;
  const id = own(entry, 'id');
  if (id !== undefined) return JSON.stringify(['id', id]);
  const pair = [own(entry, 'model') ?? null, own(entry, 'provider') ?? null];
  return pair[0] === null && pair[1] === null ? null : JSON.stringify(pair);
}

/**
 * Which of the old entries keep their place: the longest run in both orders. The others were moved past them, or removed. (Patience sorting, so that
 * a list of thousands takes no time.)
 */
export function keptInPlace(sources: Alignment): ReadonlySet<number> {
  const piles: number[] = [];
  const below = new Map<number, number | undefined>();
  for (const source of sources) {
    if (source === null) continue;
    let low = 0;
    let high = piles.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((piles[middle] ?? 0) < source) low = middle + 1;
      else high = middle;
    }
    below.set(source, piles[low - 1]);
    piles[low] = source;
  }
  const kept = new Set<number>();
  for (let at = piles.at(-1); at !== undefined; at = below.get(at)) kept.add(at);
  return kept;
}
