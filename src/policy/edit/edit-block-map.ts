import type { YAMLMap } from 'yaml';
import { type Json, type JsonObject, own } from '../../lib/json.ts';
import { requireMovable } from './anchors.ts';
import type { Change, EditContext } from './edit-context.ts';
import { editProblem } from './edit-problem.ts';
import {
  columnOf,
  extentEnd,
  lineBegin,
  lineEnd,
  lineKind,
  namedPairs,
  type ParsedPair,
  pairEnd,
  startsLine,
} from './positions.ts';
import { withKeysOf } from './style.ts';
import { pairLines } from './write-value.ts';

/** Goes on with the value of a key. */
export type EditPair = (context: EditContext, pair: ParsedPair, change: Change) => void;

/** Edits a mapping of indented lines: values in place, removed keys with their lines, new keys below the last one. */
export function editBlockMap(
  context: EditContext,
  map: YAMLMap.Parsed,
  before: JsonObject,
  after: JsonObject,
  change: Change,
  inside: EditPair,
): void {
  const pairs = namedPairs(map);
  const place = (name: string): string => (change.where === '' ? name : `${change.where}.${name}`);
  for (const name of Object.keys(before)) {
    if (Object.hasOwn(after, name) || pairs.some((own) => own.name === name)) continue;
    throw editProblem('shared', `${place(name)} comes from a merge (<<); edit it in the file`);
  }
  for (const [index, { name, pair }] of pairs.entries()) {
    const value = own(after, name);
    const where = place(name);
    if (value === undefined) removePair(context, pair, pairs[index + 1]?.pair, where);
    else inside(context, pair, { before: own(before, name) ?? null, after: value, where, level: change.level + 1 });
  }
  const added = Object.keys(after).filter(
    (key) => !pairs.some(({ name }) => name === key) && differs(before, after, key),
  );
  if (added.length > 0)
    appendPairs(
      context,
      map,
      added.map((key) => [key, own(after, key) ?? null]),
      change.level === 0,
    );
}

/** An inherited key is written only where it gets a value of its own. */
function differs(before: JsonObject, after: JsonObject, key: string): boolean {
  return own(before, key) !== own(after, key);
}

function removePair(
  { tree, splices, removed }: EditContext,
  pair: ParsedPair,
  next: ParsedPair | undefined,
  where: string,
): void {
  requireMovable(tree, pair.key, where);
  requireMovable(tree, pair.value, where);
  const start = pair.srcToken?.start?.find(({ type }) => type === 'explicit-key-ind')?.offset ?? pair.key.range[0];
  const end = extentEnd(tree, pairEnd(tree, pair), columnOf(tree, start));
  if (startsLine(tree, start)) {
    splices.push({ start: lineBegin(tree, start), end, text: '' });
    removed.push({ start: lineBegin(tree, start), end });
    return;
  }
  // The key stands behind a dash: the next one takes its place.
  const follower = next?.key.range[0] ?? 0;
  if (follower < end || !/^ *$/.test(tree.text.slice(end, follower)))
    throw editProblem('layout', 'the only key behind a dash');
  splices.push({ start, end: follower, text: '' });
  removed.push({ start, end });
}

function appendPairs(
  context: EditContext,
  map: YAMLMap.Parsed,
  added: readonly [string, Json][],
  isRoot: boolean,
): void {
  const { tree, splices, eol } = context;
  const last = map.items.at(-1);
  if (last === undefined) throw editProblem('layout', 'a mapping without keys');
  const style = withKeysOf(context.style, map);
  const column = columnOf(tree, last.key.range[0]);
  const entries = added.map(([key, value]) => pairLines(key, value, style).map((line) => ' '.repeat(column) + line));
  const atEnd = isRoot && !/^\.\.\.(?:\s|$)/m.test(tree.text.slice(pairEnd(tree, last)));
  const extent = atEnd ? tree.text.length : extentEnd(tree, pairEnd(tree, last), column);
  const blank = isRoot && isSpaced(context, map) ? [''] : [];
  const text = entries.flatMap((lines) => [...blank, ...lines]);
  splices.push({ start: extent, end: extent, text: text.map((line) => line + eol).join('') });
}

/** Whether the keys of a mapping are set apart by blank lines. */
function isSpaced({ tree }: EditContext, map: YAMLMap.Parsed): boolean {
  return map.items.slice(1).some(({ key }) => {
    for (let at = lineBegin(tree, key.range[0]); at > 0; ) {
      at = lineBegin(tree, at - 1);
      const { kind } = lineKind(tree, at);
      if (kind !== 'comment') return kind === 'blank';
      if (lineEnd(tree, at) === at) return true;
    }
    return false;
  });
}
