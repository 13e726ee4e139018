import { isMap, isSeq, type ParsedNode } from 'yaml';
import { isList, isMapping, type Json, jsonEqual } from '../../lib/json.ts';
import { requireOwn } from './anchors.ts';
import { editBlockList } from './edit-block-list.ts';
import { editBlockMap } from './edit-block-map.ts';
import type { Change, EditContext } from './edit-context.ts';
import { editFlowList, editFlowMap, replaceInside } from './edit-flow.ts';
import { isBlock } from './positions.ts';
import { replaceEntry, replacePairValue } from './replace-value.ts';

/** Turns the difference between two states of a node into edits. The root must be a mapping of indented lines, or in braces. */
export function editRoot(context: EditContext, before: Json, after: Json): void {
  const change = { before, after, where: '', level: 0 };
  if (!editWithin(context, context.tree.root, change)) throw new TypeError('a policy is a mapping');
}

/**
 * Edits a collection entry by entry, where both states are of its kind, neither is empty, and it is not too deep for this attempt.
 * @returns false where it has to be replaced as a whole.
 */
function editWithin(context: EditContext, node: ParsedNode | null, change: Change): boolean {
  const { before, after, level } = change;
  if (level >= context.depth) return false;
  if (isMap(node) && isMapping(before) && isMapping(after)) {
    if (level > 0 && (isEmpty(before) || isEmpty(after))) return false;
    if (isBlock(node)) editBlockMap(context, node, before, after, change, editPair);
    else editFlowMap(context, node, before, after, change, editInside);
    return true;
  }
  if (!isSeq(node) || !isJsonList(before) || !isJsonList(after) || isEmpty(before) || isEmpty(after)) return false;
  if (isBlock(node)) editBlockList(context, node, before, after, change, editEntry);
  else editFlowList(context, node, before, after, change, editInside);
  return true;
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function isJsonList(value: Json): value is readonly Json[] {
  return isList(value);
}

function editPair(context: EditContext, pair: Parameters<typeof replacePairValue>[1], change: Change): void {
  if (jsonEqual(change.before, change.after)) return;
  requireOwn(context.tree, pair.value, change.where);
  if (editWithin(context, pair.value, change)) return;
  replacePairValue(context, pair, change);
}

function editEntry(context: EditContext, seq: Parameters<typeof replaceEntry>[1], index: number, change: Change): void {
  if (jsonEqual(change.before, change.after)) return;
  const node = seq.items[index] ?? null;
  requireOwn(context.tree, node, change.where);
  if (editWithin(context, node, change)) return;
  replaceEntry(context, seq, index, change);
}

function editInside(context: EditContext, node: ParsedNode | null, change: Change): void {
  if (jsonEqual(change.before, change.after)) return;
  requireOwn(context.tree, node, change.where);
  if (editWithin(context, node, change)) return;
  replaceInside(context, node, change);
}
