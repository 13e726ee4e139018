import type { ParsedNode, YAMLSeq } from 'yaml';
import type { Json } from '../../lib/json.ts';
import { isMapping } from '../../lib/json.ts';
import { requireMovable, requireUntied } from './anchors.ts';
import { type Change, type EditContext, isGivenUp } from './edit-context.ts';
import { editProblem } from './edit-problem.ts';
import {
  afterColon,
  columnOf,
  contentEnd,
  dashes,
  extentEnd,
  isBlock,
  isUnwritten,
  lineEnd,
  type ParsedPair,
  pairEnd,
  withoutBreak,
} from './positions.ts';
import { quotesOf } from './style.ts';
import { fitsInline, inlineValue, itemLines, nestedLines } from './write-value.ts';

/**
 * Writes another value for a key of a block mapping. A comment on the key's line stays; those inside of a block that is replaced go, which the caller
 * has to allow.
 */
export function replacePairValue(context: EditContext, pair: ParsedPair, change: Change): void {
  const { tree, style, splices } = context;
  const { value } = pair;
  requireReplaceable(context, value, change);
  const colon = afterColon(pair);
  const column = columnOf(tree, pair.key.range[0]);
  const inline = fitsInline(change.after, style) || keepsBrackets(value, change.after);
  const text = inline ? inlineValue(change.after, style, quotesOf(value)) : '';
  const lines = inline ? [] : nestedLines(change.after, style).map((line) => ' '.repeat(column) + line);
  if (isBlock(value) && tree.text.slice(colon, value.range[0]).includes('\n')) {
    const keyLine = lineEnd(tree, colon);
    requireOnlyComment(tree.text.slice(colon, keyLine));
    const end = withoutBreak(tree.text, extentEnd(tree, contentEnd(tree, value), column), keyLine);
    if (inline) splices.push({ start: colon, end: colon, text: ` ${text}` });
    splices.push({ start: keyLine, end, text: lines.map((line) => context.eol + line).join('') });
    if (isGivenUp(change)) context.removed.push({ start: keyLine, end });
    return;
  }
  const end = pairEnd(tree, pair);
  if (isGivenUp(change)) context.removed.push({ start: colon, end });
  if (inline && isUnwritten(value)) splices.push({ start: end, end, text: ` ${text}` });
  else if (inline) splices.push({ start: value?.range[0] ?? end, end, text });
  else {
    splices.push({ start: colon, end, text: '' });
    const below = lineEnd(tree, end);
    splices.push({ start: below, end: below, text: lines.map((line) => context.eol + line).join('') });
  }
}

/** Writes another value for an entry of a block list, on the line of its dash. */
export function replaceEntry(context: EditContext, seq: YAMLSeq.Parsed, index: number, change: Change): void {
  const { tree, style, splices } = context;
  const node = seq.items[index] ?? null;
  const dash = dashes(seq)[index];
  requireReplaceable(context, node, change);
  if (dash === undefined) throw editProblem('layout', 'an entry without a dash');
  const column = columnOf(tree, dash);
  if (isGivenUp(change)) context.removed.push({ start: dash, end: node?.range[2] ?? dash });
  const isScalar = node !== null && !isUnwritten(node) && !isBlock(node);
  if (isScalar && (fitsInline(change.after, style) || keepsBrackets(node, change.after))) {
    splices.push({
      start: node.range[0],
      end: contentEnd(tree, node),
      text: inlineValue(change.after, style, quotesOf(node)),
    });
    return;
  }
  const end = node === null || isUnwritten(node) ? dash + 1 : contentEnd(tree, node);
  if (node !== null && !isUnwritten(node)) requireOnlyComment(tree.text.slice(dash + 1, node.range[0]), false);
  const lines = itemLines(change.after, style);
  const below = lines.slice(1).map((line) => context.eol + ' '.repeat(column) + line);
  splices.push({ start: dash, end, text: (lines[0] ?? '-') + below.join('') });
}

/** @throws EditProblem `shared` where the value, or what must go on inside of it, is tied to another place of the file. */
export function requireReplaceable({ tree }: EditContext, node: ParsedNode | null, change: Change): void {
  if (isGivenUp(change)) requireMovable(tree, node, change.where);
  else requireUntied(tree, node, change.where);
}

/** A collection in brackets stays one, unless it is empty: that says nothing of how its entries would be written. */
export function keepsBrackets(node: ParsedNode | null, after: Json): boolean {
  if (node === null || !('flow' in node) || node.flow !== true || !('items' in node) || node.items.length === 0)
    return false;
  return Array.isArray(after) || isMapping(after);
}

/** @throws EditProblem where something else than blanks, and a comment if allowed, stands between a key and its block. */
function requireOnlyComment(text: string, comment = true): void {
  const pattern = comment ? /^\s*(?:#.*)?$/ : /^ *$/;
  if (!pattern.test(text)) throw editProblem('layout', 'an anchor or a tag stands before the value');
}
