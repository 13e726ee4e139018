import { isList, isMapping, type Json, type JsonObject, jsonEqual } from '../../lib/json.ts';
import { type PolicyTree, parsePolicyTree } from '../parse.ts';
import { lostComment } from './comments.ts';
import type { EditContext } from './edit-context.ts';
import { editRoot } from './edit-node.ts';
import { isEditProblem } from './edit-problem.ts';
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
  const style = styleOf(tree);
  const eol = /\r?\n/.exec(tree.text)?.[0] ?? '\n';
  let first: string | null = null;
  for (const depth of [EVERY_LEVEL, ...shallower(differenceDepth(tree.document, after))]) {
    const context: EditContext = { tree, style, eol, depth, splices: [], removed: [] };
    const attempt = tryEdit(context, after);
    if (attempt.ok || attempt.isFinal) return attempt;
    first ??= attempt.error;
  }
  return { ok: false, error: first ?? 'the text cannot be edited' };
}

function shallower(depth: number): number[] {
  return Array.from({ length: depth }, (_, index) => depth - index);
}

function tryEdit(context: EditContext, after: JsonObject): EditResult & { readonly isFinal?: boolean } {
  const { tree, splices, removed } = context;
  try {
    editRoot(context, tree.document, after);
  } catch (error) {
    if (!isEditProblem(error)) throw error;
    return { ok: false, error: error.message, isFinal: error.editProblem === 'shared' };
  }
  const edited = parsePolicyTree(new TextEncoder().encode(spliced(tree.text, splices)));
  if (!edited.ok) return edited;
  if (!jsonEqual(edited.document, after))
    return { ok: false, error: 'the change cannot be written into this file without changing more than was asked for' };
  const lost = lostComment(tree, edited, removed);
  return lost === null ? { ok: true, tree: edited } : { ok: false, error: `${lost}; edit it in the file` };
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
