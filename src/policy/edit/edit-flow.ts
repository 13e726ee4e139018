import type { ParsedNode, YAMLMap, YAMLSeq } from 'yaml';
import { type Json, type JsonObject, own } from '../../lib/json.ts';
import { alignLists } from './align.ts';
import { requireMovable } from './anchors.ts';
import { type Change, detached, type EditContext, isGivenUp } from './edit-context.ts';
import { editProblem } from './edit-problem.ts';
import { rewriteFlowLines } from './flow-lines.ts';
import { contentEnd, namedPairs, pairEnd } from './positions.ts';
import { requireReplaceable } from './replace-value.ts';
import { spliced } from './splice.ts';
import { quotesOf, withKeysLike, withKeysOf } from './style.ts';
import { inlinePair, inlineValue } from './write-value.ts';

/** Goes on with a value inside of brackets. */
export type EditInside = (context: EditContext, node: ParsedNode | null, change: Change) => void;

/** Where an entry between commas begins and ends. */
interface Slot {
  readonly start: number;
  readonly end: number;
}

/** Edits a mapping in braces: values in place, removed keys with one comma, new ones before the closing brace. */
export function editFlowMap(
  context: EditContext,
  map: YAMLMap.Parsed,
  before: JsonObject,
  after: JsonObject,
  change: Change,
  inside: EditInside,
): void {
  const { tree } = context;
  const pairs = namedPairs(map);
  if (pairs.length !== map.items.length) throw editProblem('layout', 'a merge in braces');
  const slots = pairs.map(({ pair }) => ({ start: pair.key.range[0], end: pairEnd(tree, pair) }));
  const style = withKeysOf(context.style, map);
  const texts: (string | null)[] = pairs.map(({ name, pair }, index) => {
    const value = own(after, name);
    const slot = slots[index];
    if (value === undefined || slot === undefined) {
      requireMovable(tree, pair.value, `${change.where}.${name}`);
      return null;
    }
    const part = detached(context);
    const where = `${change.where}.${name}`;
    inside(part, pair.value, { before: own(before, name) ?? null, after: value, where, level: change.level + 1 });
    return spliced(tree.text, part.splices, slot.start, slot.end);
  });
  const added = Object.keys(after)
    .filter((key) => !pairs.some(({ name }) => name === key))
    .map((key) => inlinePair(key, own(after, key) ?? null, style));
  rewriteSlots(context, slots, texts, added);
}

/** Edits a list in brackets; commas and what stands around them stay where they are. */
export function editFlowList(
  context: EditContext,
  seq: YAMLSeq.Parsed,
  before: readonly Json[],
  after: readonly Json[],
  change: Change,
  inside: EditInside,
): void {
  const { tree } = context;
  const slots = seq.items.map((item) => ({ start: item.range[0], end: contentEnd(tree, item) }));
  const sources = alignLists(before, after);
  const where = (index: number): string => `${change.where}[${index}]`;
  const kept = new Set(sources);
  const moves = sources.filter((source) => source !== null);
  const isMoved = moves.some((source, at) => at > 0 && source < (moves[at - 1] ?? 0));
  for (const [index, item] of seq.items.entries())
    if (isMoved || !kept.has(index)) requireMovable(tree, item, where(index));
  const texts = after.map((entry, index) => {
    const source = sources[index] ?? null;
    const slot = source === null ? undefined : slots[source];
    if (source === null || slot === undefined)
      return inlineValue(entry, withKeysLike(context.style, seq), quotesOf(seq.items[0] ?? null));
    const part = detached(context);
    const old = before[source] ?? null;
    inside(part, seq.items[source] ?? null, {
      before: old,
      after: entry,
      where: where(source),
      level: change.level + 1,
    });
    return spliced(tree.text, part.splices, slot.start, slot.end);
  });
  if (rewriteFlowLines(context, seq, sources, texts)) return;
  // Entries that only go, or follow at the end, leave the others in their places.
  const isOrdered = !isMoved && sources.lastIndexOf(moves.at(-1) ?? null) < moves.length;
  if (!isOrdered && tree.text.slice(seq.range[0], seq.range[1]).includes('#'))
    throw editProblem('layout', 'entries would leave their comments behind');
  const filled = slots.map((_, index) => {
    const at = isOrdered ? sources.indexOf(index) : index;
    return texts[at] ?? null;
  });
  rewriteSlots(context, slots, filled, texts.slice(isOrdered ? moves.length : slots.length));
}

/** Puts texts into the slots of a collection, closes those that are empty, and appends the rest. */
function rewriteSlots(
  { tree, splices, removed }: EditContext,
  slots: readonly Slot[],
  texts: readonly (string | null)[],
  added: readonly string[],
): void {
  const last = slots.at(-1);
  if (last === undefined || (texts.every((text) => text === null) && added.length === 0))
    throw editProblem('layout', 'brackets that become, or were, empty');
  const kept = texts.map((text, index) => ({ text, index })).filter(({ text }) => text !== null);
  for (const { text, index } of kept) {
    const slot = slots[index];
    if (slot !== undefined && text !== null && text !== tree.text.slice(slot.start, slot.end))
      splices.push({ ...slot, text });
  }
  const lastKept = kept.at(-1)?.index ?? -1;
  for (const [index, text] of texts.entries()) {
    const slot = slots[index];
    const next = slots[index + 1];
    if (text !== null || slot === undefined || index > lastKept) continue;
    splices.push({ start: slot.start, end: next?.start ?? slot.end, text: '' });
    removed.push({ start: slot.start, end: next?.start ?? slot.end });
  }
  const first = slots[0];
  const end = slots[lastKept]?.end;
  // Where nothing is kept, the first new entry takes the place of the first old one.
  if (lastKept < slots.length - 1 || end === undefined) {
    const start = end ?? first?.start ?? last.start;
    splices.push({
      start,
      end: last.end,
      text: end === undefined ? added.join(', ') : added.map((text) => `, ${text}`).join(''),
    });
  } else splices.push({ start: end, end, text: added.map((text) => `, ${text}`).join('') });
}

/** Rewrites a value inside of brackets. */
export function replaceInside(context: EditContext, node: ParsedNode | null, change: Change): void {
  requireReplaceable(context, node, change);
  if (node === null) throw editProblem('layout', 'a key in braces has no value');
  const text = inlineValue(change.after, context.style, quotesOf(node));
  if (isGivenUp(change)) context.removed.push({ start: node.range[0], end: node.range[1] });
  const isEmpty = node.range[0] === node.range[1];
  context.splices.push({
    start: node.range[0],
    end: contentEnd(context.tree, node),
    text: isEmpty ? ` ${text}` : text,
  });
}
