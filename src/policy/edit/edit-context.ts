import { isList, isMapping, type Json } from '../../lib/json.ts';
import type { PolicyTree } from '../parse.ts';
import type { Range } from './comments.ts';
import type { Splice } from './splice.ts';
import type { WritingStyle } from './write-value.ts';

/** What the edit of one text works on, and what it comes to. */
export interface EditContext {
  readonly tree: PolicyTree;
  readonly style: WritingStyle;
  /** The text's line break. */
  readonly eol: string;
  /** Levels of mappings and lists that are edited in place; what differs below is rewritten as a block. */
  readonly depth: number;
  /** Filled by the edit. */
  readonly splices: Splice[];
  /** Filled by the edit: what was removed on purpose, comments included. */
  readonly removed: Range[];
}

/** One node to be edited: what it holds, what it should hold, and how messages call it. */
export interface Change {
  readonly before: Json;
  readonly after: Json;
  /** As in `tiers.T1.fallback[2]`. */
  readonly where: string;
  /** Levels above it. */
  readonly level: number;
}

/** Whether a value gives way to one of another kind, or to an empty one, so that what is inside of it goes. Otherwise it is only rewritten. */
export function isGivenUp({ before, after }: Change): boolean {
  const isSameKind = (isMapping(before) && isMapping(after)) || (isList(before) && isList(after));
  return !isSameKind || Object.keys(after).length === 0;
}

/** The same edit with a list of its own, for a part that is going to be moved as a whole. */
export function detached(context: EditContext): EditContext {
  return { ...context, splices: [] };
}
