import {
  type CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { PolicyTree } from '../parse.ts';
import { lineOf } from '../yaml/problem.ts';
import { keyText } from '../yaml/to-json.ts';
import { editProblem } from './edit-problem.ts';

/** A text with the places of its lines. */
export type Source = Pick<PolicyTree, 'text' | 'lines'>;

/** A key and its value, as the package parses them. */
export type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

/** Where the line of an offset begins. */
export function lineBegin({ lines }: Source, offset: number): number {
  return lines[lineOf(lines, offset) - 1] ?? 0;
}

/** Where the next line begins; the length of the text on its last line. */
export function nextLine({ text, lines }: Source, offset: number): number {
  return lines[lineOf(lines, offset)] ?? text.length;
}

/** Where the line of an offset ends, before its line break. */
export function lineEnd(source: Source, offset: number): number {
  return withoutBreak(source.text, nextLine(source, offset), lineBegin(source, offset));
}

/** An offset moved back over one line break, but not past `least`. */
export function withoutBreak(text: string, offset: number, least = 0): number {
  if (offset <= least || text[offset - 1] !== '\n') return offset;
  return offset - 1 > least && text[offset - 2] === '\r' ? offset - 2 : offset - 1;
}

/** Columns from the begin of its line to an offset. */
export function columnOf(source: Source, offset: number): number {
  return offset - lineBegin(source, offset);
}

/** True where nothing but blanks stands before an offset on its line. */
export function startsLine(source: Source, offset: number): boolean {
  return /^ *$/.test(source.text.slice(lineBegin(source, offset), offset));
}

/** What a line is, seen from outside of any scalar. */
export type LineKind = 'blank' | 'comment' | 'content';

/** The kind of the line that begins at an offset, and the column where its content begins. */
export function lineKind(source: Source, begin: number): { readonly kind: LineKind; readonly column: number } {
  const line = source.text.slice(begin, lineEnd(source, begin));
  const column = line.search(/[^ \t]/);
  if (column === -1) return { kind: 'blank', column: 0 };
  return { kind: line[column] === '#' ? 'comment' : 'content', column };
}

/** The pairs of a mapping with their names; a `<<` that merges has none of its own. */
export function namedPairs(map: YAMLMap.Parsed): { readonly name: string; readonly pair: ParsedPair }[] {
  return map.items.flatMap((pair) => {
    const name = keyText(pair.key);
    const merges = name === '<<' && isScalar(pair.key) && pair.key.type === 'PLAIN';
    return name === null || merges ? [] : [{ name, pair }];
  });
}

/** True for a value that is not written at all, as in `key:`. */
export function isUnwritten(node: ParsedNode | null): boolean {
  return node === null || (isScalar(node) && node.range[0] === node.range[1]);
}

/** True for a mapping or list of indented lines. */
export function isBlock(node: ParsedNode | null): node is YAMLMap.Parsed | YAMLSeq.Parsed {
  return (isMap(node) || isSeq(node)) && node.flow !== true;
}

/** Right behind the colon of a pair. @throws EditProblem for a pair that is written without one. */
export function afterColon(pair: ParsedPair): number {
  const colon = pair.srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  const explicit = pair.srcToken?.start?.some(({ type }) => type === 'explicit-key-ind') ?? false;
  if (colon === undefined || explicit) throw editProblem('layout', 'a key is not written as `key: value`');
  return colon.offset + 1;
}

/** Where the entries of a block list have their dashes. */
export function dashes(seq: YAMLSeq.Parsed): number[] {
  const token = seq.srcToken;
  if (token?.type !== 'block-seq') throw editProblem('layout', 'not a list of dashes');
  return token.items.flatMap(({ start }) =>
    start.filter(({ type }) => type === 'seq-item-ind').map(({ offset }) => offset),
  );
}

/** Where the last character of a node ends: line breaks and comments behind it are not its own. */
export function contentEnd(source: Source, node: ParsedNode): number {
  if (isAlias(node)) return node.range[1];
  if (isScalar(node)) {
    const isBlockText = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
    return isBlockText ? withoutBreak(source.text, node.range[1], node.range[0]) : node.range[1];
  }
  if (node.flow === true) return node.range[1];
  if (isMap(node)) {
    const last = node.items.at(-1);
    return last === undefined ? node.range[1] : pairEnd(source, last);
  }
  const last = node.items.at(-1);
  return last === undefined || isUnwritten(last)
    ? unwrittenEnd(dashes(node).at(-1), lastStart(node))
    : contentEnd(source, last);
}

/** Where the last character of a pair ends. */
export function pairEnd(source: Source, { key, value, srcToken }: ParsedPair): number {
  if (value !== null && !isUnwritten(value)) return contentEnd(source, value);
  return unwrittenEnd(key.range[1] - 1, srcToken?.sep);
}

function lastStart(seq: YAMLSeq.Parsed): readonly CST.SourceToken[] | undefined {
  return seq.srcToken?.type === 'block-seq' ? seq.srcToken.items.at(-1)?.start : undefined;
}

/** Behind the last of the signs that stand for a value which is not written. */
function unwrittenEnd(least: number | undefined, tokens: readonly CST.SourceToken[] | undefined): number {
  const signs = (tokens ?? []).filter(
    ({ type }) => type === 'map-value-ind' || type === 'seq-item-ind' || type === 'anchor' || type === 'tag',
  );
  return Math.max((least ?? 0) + 1, ...signs.map(({ offset, source }) => offset + source.length));
}

/**
 * Where the lines of something end that begins at a column and whose last character is at `end`: behind its last line, and behind comment
 * lines below it that are indented deeper. At the end of the text, or at the begin of a line.
 */
export function extentEnd(source: Source, end: number, column: number): number {
  let extent = nextLine(source, end);
  for (let at = extent; at < source.text.length; at = nextLine(source, at)) {
    const { kind, column: found } = lineKind(source, at);
    if (kind === 'content' || (kind === 'comment' && found <= column)) break;
    if (kind === 'comment') extent = nextLine(source, at);
  }
  return extent;
}
