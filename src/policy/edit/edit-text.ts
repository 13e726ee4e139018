import { isList, isMapping, type Json, type JsonObject, jsonEqual } from '../../lib/json.ts';
import { type PolicyTree, parsePolicyTree } from '../parse.ts';
import { lostComment } from './comments.ts';
import type { EditContext } from './edit-context.ts';
import { editRoot } from './edit-node.ts';
import { isEditProblem } from './edit-problem.ts';
import { withoutBreak } from './positions.ts';
import { spliced } from './splice.ts';
import { styleOf } from './style.ts';

/** The edited text as the tree it was read back as, or why the text cannot be edited so. */
export type EditResult =
  | { readonly ok: true; readonly tree: PolicyTree }
  | { readonly ok: false; readonly error: string };

/** Levels of nesting below the root down to which an attempt may edit in place; lint allows fewer. */
const EVERY_LEVEL = 100;

/**
 * Edits the text of a policy so that it reads as `after`: only the bytes of what differs change. The result is read back and must be exactly
 * that document, with every comment but those of what was removed; otherwise the smallest enclosing block is rewritten, then the next larger
 * one, but never the file.
 */
export function editPolicyText(tree: PolicyTree, after: JsonObject): EditResult {
  if (jsonEqual(tree.document, after)) return { ok: true, tree };
  const eol = /\r?\n/.exec(tree.text)?.[0] ?? '\n';
  // Every edit works on whole lines; a text whose last line has no end gets one meanwhile.
  const closed = tree.text.endsWith('\n') ? tree : parsePolicyTree(encode(tree.text + eol));
  if (!closed.ok) return closed;
  const style = styleOf(closed);
  const errors: string[] = [];
  for (const depth of [EVERY_LEVEL, ...shallower(differenceDepth(tree.document, after))]) {
    const context: EditContext = { tree: closed, style, eol, depth, splices: [], removed: [] };
    const attempt = tryEdit(context, tree, after);
    if (attempt.ok || attempt.isFinal) return attempt;
    errors.push(attempt.error);
  }
  // A comment in the way is what a person can do something about; how the text is laid out is how we came to it.
  const error = errors.find((text) => text.endsWith(LOST)) ?? errors[0];
  return { ok: false, error: error ?? 'the text cannot be edited' };
}

const LOST = ' would be lost; edit it in the file';
const LAYOUT = ', which cannot be edited in place; edit it in the file';

function shallower(depth: number): number[] {
  return Array.from({ length: depth }, (_, index) => depth - index);
}

function tryEdit(
  context: EditContext,
  original: PolicyTree,
  after: JsonObject,
): EditResult & { readonly isFinal?: boolean } {
  const { tree, splices, removed } = context;
  let text: string;
  try {
    editRoot(context, original.document, after);
    text = spliced(tree.text, splices);
  } catch (error) {
    if (!isEditProblem(error)) throw error;
    const isFinal = error.editProblem === 'shared';
    return { ok: false, error: isFinal ? error.message : `${error.message}${LAYOUT}`, isFinal };
  }
  if (tree !== original) text = text.slice(0, withoutBreak(text, text.length));
  const edited = parsePolicyTree(encode(text));
  if (!edited.ok) return edited;
  if (!jsonEqual(edited.document, after))
    return { ok: false, error: 'the change cannot be written into this file without changing more than was asked for' };
  const lost = lostComment(tree, edited, removed);
  return lost === null ? { ok: true, tree: edited } : { ok: false, error: `${lost}${LOST}` };
}

/** How many levels below the root the deepest difference lies. */
function differenceDepth(before: Json | undefined, after: Json | undefined): number {
  if (jsonEqual(before, after)) return 0;
  if (isMapping(before) && isMapping(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return 1 + Math.max(0, ...[...keys].map((key) => differenceDepth(before[key], after[key])));
  }
  if (isList(before) && isList(after)) {
    const depths = after.map((entry, index) => differenceDepth(before[index] as Json, entry as Json));
    return 1 + Math.max(0, ...depths);
  }
  return 0;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
