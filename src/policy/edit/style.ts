import { isMap, isScalar, isSeq, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import type { PolicyTree } from '../parse.ts';
import { columnOf, dashes, isBlock, isUnwritten, namedPairs, startsLine } from './positions.ts';
import type { Quotes } from './write-scalar.ts';
import type { WritingStyle } from './write-value.ts';

/** Layout of a file that shows none: that of the shipped example. */
const DEFAULT_STYLE: WritingStyle = { mapIndent: 2, listIndent: 2, dashWidth: 2, padded: false, keyQuotes: 'plain' };

/** How a file is laid out: its first block mapping, list, entry and braces decide. */
export function styleOf(tree: PolicyTree): WritingStyle {
  const style: { -readonly [key in keyof WritingStyle]?: WritingStyle[key] } = {};

  function walk(node: ParsedNode | null): void {
    if (isMap(node)) mapping(node);
    else if (isSeq(node)) {
      if (isBlock(node)) entries(node);
      for (const item of node.items) walk(item);
    }
  }

  function mapping(map: YAMLMap.Parsed): void {
    if (map.flow === true && map.items.length > 0) style.padded ??= tree.text[map.range[0] + 1] === ' ';
    for (const { key, value } of map.items) {
      if (isBlock(map) && isBlock(value)) indent(columnOf(tree, key.range[0]), value);
      walk(value);
    }
  }

  function indent(column: number, value: ParsedNode): void {
    if (isMap(value)) {
      const first = value.items[0];
      if (first !== undefined) style.mapIndent ??= columnOf(tree, first.key.range[0]) - column;
    } else if (isSeq(value)) {
      const dash = dashes(value)[0];
      if (dash !== undefined) style.listIndent ??= columnOf(tree, dash) - column;
    }
  }

  function entries(seq: ParsedNode): void {
    if (!isSeq(seq)) return;
    const first = seq.items[0];
    const dash = dashes(seq)[0];
    if (first === undefined || dash === undefined || isUnwritten(first) || !startsLine(tree, dash)) return;
    if (/^- +$/.test(tree.text.slice(dash, first.range[0]))) style.dashWidth ??= first.range[0] - dash;
  }

  walk(tree.root);
  return { ...DEFAULT_STYLE, ...style };
}

/** A style for new keys of a mapping: quoted where all that are there are. */
export function withKeysOf(style: WritingStyle, map: YAMLMap.Parsed): WritingStyle {
  const kinds = new Set(namedPairs(map).map(({ pair }) => quotesOf(pair.key)));
  const [only] = kinds;
  return kinds.size === 1 && only !== undefined ? { ...style, keyQuotes: only } : style;
}

/** A style for new entries of a list: as the first entry that is a mapping. */
export function withKeysLike(style: WritingStyle, { items }: YAMLSeq.Parsed): WritingStyle {
  const like = items.find((item) => isMap(item));
  return isMap(like) ? withKeysOf(style, like) : style;
}

/** How a text is quoted. */
export function quotesOf(node: ParsedNode | null): Quotes {
  if (!isScalar(node)) return 'plain';
  if (node.type === 'QUOTE_SINGLE') return 'single';
  return node.type === 'QUOTE_DOUBLE' ? 'double' : 'plain';
}
