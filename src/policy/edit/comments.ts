import type { CST } from 'yaml';
import type { PolicyTree } from '../parse.ts';
import { lineOf } from '../yaml/problem.ts';

/** A comment of a text. */
export interface Comment {
  readonly offset: number;
  /** Without blanks at its end. */
  readonly text: string;
}

/** A stretch of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Every comment of a text, in its order. */
export function commentsOf(tokens: readonly CST.Token[]): Comment[] {
  const comments: Comment[] = [];
  collect(tokens, comments);
  return comments.sort((a, b) => a.offset - b.offset);
}

/** The places of a token where others may be. */
const PARTS = ['start', 'props', 'key', 'sep', 'value', 'items', 'end'] as const;

function collect(part: unknown, comments: Comment[]): void {
  if (Array.isArray(part)) for (const item of part) collect(item, comments);
  if (typeof part !== 'object' || part === null) return;
  if (isComment(part)) comments.push({ offset: part.offset, text: part.source.trimEnd() });
  for (const name of PARTS) if (name in part) collect(Reflect.get(part, name), comments);
}

function isComment(part: object): part is CST.SourceToken {
  return 'type' in part && part.type === 'comment';
}

/**
 * The first comment that an edit lost, by its line; `null` when none is missing but those of what was removed on purpose.
 * @param removed stretches of the text before, with whose content their comments go.
 */
export function lostComment(before: PolicyTree, after: PolicyTree, removed: readonly Range[]): string | null {
  const left = new Map<string, number>();
  for (const { text } of commentsOf(after.tokens)) left.set(text, (left.get(text) ?? 0) + 1);
  const isRemoved = ({ offset }: Comment): boolean => removed.some(({ start, end }) => offset >= start && offset < end);
  // Those that must stay are counted first: an equal one that may go must not be taken for them.
  for (const comment of commentsOf(before.tokens)) {
    if (isRemoved(comment)) continue;
    const count = left.get(comment.text) ?? 0;
    if (count === 0) return `the comment on line ${lineOf(before.lines, comment.offset)}`;
    left.set(comment.text, count - 1);
  }
  return null;
}
