import type { YAMLSeq } from 'yaml';
import type { Json } from '../../lib/json.ts';
import { type Alignment, alignLists, keptInPlace } from './align.ts';
import { requireMovable } from './anchors.ts';
import { type Change, detached, type EditContext } from './edit-context.ts';
import { editProblem } from './edit-problem.ts';
import { columnOf, contentEnd, dashes, extentEnd, isUnwritten, lineBegin, lineKind, startsLine } from './positions.ts';
import { spliced } from './splice.ts';
import { withKeysLike } from './style.ts';
import { itemLines } from './write-value.ts';

/** Goes on with an entry. */
export type EditEntry = (context: EditContext, seq: YAMLSeq.Parsed, index: number, change: Change) => void;

/** An entry of a list with the lines that are its own: comments directly above it, its content, deeper comments below it. */
interface Chunk {
  readonly start: number;
  readonly end: number;
}

/**
 * Edits a list of dashes. Entries move, and go, with the comment lines directly above them and those inside of them; what stands between two
 * entries, set apart by a blank line, stays where it is (product S33).
 */
export function editBlockList(
  context: EditContext,
  seq: YAMLSeq.Parsed,
  before: readonly Json[],
  after: readonly Json[],
  change: Change,
  inside: EditEntry,
): void {
  const sources = alignLists(before, after);
  const isInPlace = sources.length === before.length && sources.every((source, index) => source === index);
  const place = (index: number): string => `${change.where}[${index}]`;
  const edit = (part: EditContext, source: number, index: number): void =>
    inside(part, seq, source, {
      before: before[source] ?? null,
      after: after[index] ?? null,
      where: place(source),
      level: change.level + 1,
    });
  if (isInPlace) {
    for (const index of after.keys()) edit(context, index, index);
    return;
  }
  const kept = keptInPlace(sources);
  for (const [index, item] of seq.items.entries())
    if (!kept.has(index)) requireMovable(context.tree, item, place(index));
  const chunks = chunksOf(context, seq);
  const texts = sources.map((source, index) => {
    const chunk = source === null ? undefined : chunks[source];
    if (source === null || chunk === undefined) return newEntry(context, seq, after[index] ?? null);
    const part = detached(context);
    edit(part, source, index);
    return spliced(context.tree.text, part.splices, chunk.start, chunk.end);
  });
  const first = chunks[0];
  const last = chunks.at(-1);
  if (first === undefined || last === undefined) throw editProblem('layout', 'a list without entries');
  for (const [index, chunk] of chunks.entries()) if (!sources.includes(index)) context.removed.push(chunk);
  const text = arrange(context, chunks, { sources, kept, texts });
  context.splices.push({ start: first.start, end: last.end, text });
}

function chunksOf({ tree }: EditContext, seq: YAMLSeq.Parsed): Chunk[] {
  const offsets = dashes(seq);
  if (offsets.length !== seq.items.length || !offsets.every((dash) => startsLine(tree, dash)))
    throw editProblem('layout', 'an entry that does not begin its line');
  const ends = seq.items.map((item, index) => {
    const dash = offsets[index] ?? 0;
    const end = isUnwritten(item) ? dash + 1 : contentEnd(tree, item);
    return extentEnd(tree, end, columnOf(tree, dash));
  });
  // Above the first entry stands the key of the list, which ends the search.
  return offsets.map((dash, index) => ({
    start: commentsAbove(tree, dash, ends[index - 1] ?? 0),
    end: ends[index] ?? 0,
  }));
}

/** Where the comment lines directly above a line begin, not further up than `floor`. */
function commentsAbove(tree: EditContext['tree'], offset: number, floor: number): number {
  let start = lineBegin(tree, offset);
  while (start > floor) {
    const above = lineBegin(tree, start - 1);
    if (above < floor || lineKind(tree, above).kind !== 'comment') break;
    start = above;
  }
  return start;
}

interface Arrangement {
  readonly sources: Alignment;
  /** Old entries that keep their place, and so what stands between them. */
  readonly kept: ReadonlySet<number>;
  /** The new entries. */
  readonly texts: readonly string[];
}

/** The lines of the list in its new order, with what stood between the entries. */
function arrange({ tree, eol }: EditContext, chunks: readonly Chunk[], { sources, kept, texts }: Arrangement): string {
  const gaps = chunks.slice(1).map((chunk, index) => tree.text.slice(chunks[index]?.end ?? 0, chunk.start));
  const usual = gaps.findLast(isBlank) ?? '';
  const left = remainingGaps(
    gaps,
    chunks.map((_, index) => kept.has(index)),
  );
  let text = left.before;
  let passed = 0;
  for (const [index, piece] of texts.entries()) {
    const source = sources[index] ?? null;
    const isKept = source !== null && kept.has(source);
    if (index > 0) text += isKept && passed > 0 ? (left.between[passed - 1] ?? usual) : usual;
    if (isKept) passed++;
    text += piece.endsWith('\n') ? piece : piece + eol;
  }
  return text + left.after;
}

/** What stands between the entries that remain. Of the blank lines around a removed one, one group remains; other comments all do. */
function remainingGaps(
  gaps: readonly string[],
  isKept: readonly boolean[],
): { readonly before: string; readonly between: readonly string[]; readonly after: string } {
  const groups: string[][] = [[]];
  for (const [index, kept] of isKept.entries()) {
    if (index > 0) groups.at(-1)?.push(gaps[index - 1] ?? '');
    if (kept) groups.push([]);
  }
  const joined = groups.map((group) => {
    const comments = group.filter((gap) => !isBlank(gap));
    return comments.length > 0 ? comments.join('') : (group[0] ?? '');
  });
  const outer = (gap: string | undefined): string => (gap === undefined || isBlank(gap) ? '' : gap);
  return {
    before: outer(joined[0]),
    between: joined.slice(1, -1),
    after: joined.length > 1 ? outer(joined.at(-1)) : '',
  };
}

function isBlank(gap: string): boolean {
  return gap.trim() === '';
}

function newEntry({ tree, style, eol }: EditContext, seq: YAMLSeq.Parsed, value: Json): string {
  const indent = ' '.repeat(columnOf(tree, dashes(seq)[0] ?? 0));
  return itemLines(value, withKeysLike(style, seq))
    .map((line) => indent + line + eol)
    .join('');
}
