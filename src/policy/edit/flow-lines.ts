import type { YAMLSeq } from 'yaml';
import type { Alignment } from './align.ts';
import type { EditContext } from './edit-context.ts';
import { contentEnd, lineBegin, lineEnd, nextLine, startsLine } from './positions.ts';

/** An entry of a list in brackets that has its lines to itself. */
interface FlowLine {
  /** Where its lines begin, those of comments above it included. */
  readonly start: number;
  readonly end: number;
  /** Comment lines above it, and its indentation. */
  readonly lead: string;
  /** What follows its comma: blanks, a comment, the line break. */
  readonly tail: string;
}

/** What may stand behind an entry on its line. */
const BEHIND = /^( *)(,?)( *(?:#.*)?)$/;

/** The entries of a list in brackets as lines; `null` where two share a line, or one shares it with a bracket. */
function flowLines({ tree }: EditContext, seq: YAMLSeq.Parsed): readonly FlowLine[] | null {
  const lines: FlowLine[] = [];
  let start = nextLine(tree, seq.range[0]);
  for (const item of seq.items) {
    const [begin, contents] = [item.range[0], contentEnd(tree, item)];
    const end = nextLine(tree, contents);
    const behind = BEHIND.exec(tree.text.slice(contents, lineEnd(tree, contents)));
    if (!startsLine(tree, begin) || behind === null || lineBegin(tree, begin) < start) return null;
    const [, gap = '', comma, rest = ''] = behind;
    const tail = (comma === '' ? gap : '') + rest + tree.text.slice(lineEnd(tree, contents), end);
    lines.push({ start, end, lead: tree.text.slice(start, begin), tail });
    start = end;
  }
  return startsLine(tree, seq.range[1] - 1) ? lines : null;
}

/**
 * Rewrites a list in brackets line by line: an entry moves, and goes, with the comments above it and behind it.
 * @param texts the new entries. @returns false where the list is not written that way.
 */
export function rewriteFlowLines(
  context: EditContext,
  seq: YAMLSeq.Parsed,
  sources: Alignment,
  texts: readonly string[],
): boolean {
  const lines = flowLines(context, seq);
  const [first, last] = [lines?.[0], lines?.at(-1)];
  if (lines === null || first === undefined || last === undefined || texts.length === 0) return false;
  const { tree, splices, removed, eol } = context;
  const hasLastComma = /^ *,/.test(tree.text.slice(contentEnd(tree, seq.items.at(-1) ?? seq), last.end));
  const indent = / *$/.exec(first.lead)?.[0] ?? '';
  const text = texts.map((entry, index) => {
    const source = sources[index] ?? null;
    const line = source === null ? undefined : lines[source];
    const comma = hasLastComma || index < texts.length - 1 ? ',' : '';
    return `${line?.lead ?? indent}${entry}${comma}${line?.tail ?? eol}`;
  });
  splices.push({ start: first.start, end: last.end, text: text.join('') });
  for (const [index, { start, end }] of lines.entries()) if (!sources.includes(index)) removed.push({ start, end });
  return true;
}
