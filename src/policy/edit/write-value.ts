import { isList, isMapping, type Json, own } from '../../lib/json.ts';
import { numberScalar, type Quotes, textScalar } from './write-scalar.ts';

/** How a file is laid out, so that what is added looks like what is there. */
export interface WritingStyle {
  /** Columns from a key to the keys of its mapping. */
  readonly mapIndent: number;
  /** Columns from a key to the dashes of its list: 0 for lists written flush left. */
  readonly listIndent: number;
  /** Columns from a dash to what follows it. */
  readonly dashWidth: number;
  /** Blank inside of braces, as in `{ a: 1 }`. */
  readonly padded: boolean;
  /** How new keys and texts are quoted. */
  readonly keyQuotes: Quotes;
}

/** Longest list that is written on one line, in columns. */
const LINE_WIDTH = 100;

/** A value on one line: a scalar, or a collection in brackets. */
export function inlineValue(value: Json, style: WritingStyle, quotes: Quotes = style.keyQuotes): string {
  if (typeof value === 'string') return textScalar(value, quotes);
  if (typeof value === 'number') return numberScalar(value);
  if (isList(value)) return `[${(value as readonly Json[]).map((item) => inlineValue(item, style)).join(', ')}]`;
  if (!isMapping(value)) return String(value);
  const pairs = Object.keys(value).map((key) => inlinePair(key, own(value, key) ?? null, style));
  if (pairs.length === 0) return '{}';
  return style.padded ? `{ ${pairs.join(', ')} }` : `{${pairs.join(', ')}}`;
}

/** `key: value` on one line. */
export function inlinePair(key: string, value: Json, style: WritingStyle): string {
  return `${textScalar(key, style.keyQuotes)}: ${inlineValue(value, style)}`;
}

/** Whether a value belongs on the line of its key: a scalar, an empty collection, a short list of scalars. */
export function fitsInline(value: Json, style: WritingStyle): boolean {
  if (isMapping(value)) return Object.keys(value).length === 0;
  if (!isList(value)) return true;
  const items: readonly unknown[] = value;
  if (items.some((item) => typeof item === 'object' && item !== null)) return false;
  return inlineValue(value, style).length <= LINE_WIDTH;
}

/** A pair of a block mapping as lines, the first without indentation, the others relative to it. */
export function pairLines(key: string, value: Json, style: WritingStyle): string[] {
  if (fitsInline(value, style)) return [inlinePair(key, value, style)];
  return [`${textScalar(key, style.keyQuotes)}:`, ...nestedLines(value, style)];
}

/** A non-empty collection as the lines below its key, relative to the key's column. */
export function nestedLines(value: Json, style: WritingStyle): string[] {
  const indent = ' '.repeat(isList(value) ? style.listIndent : style.mapIndent);
  return blockLines(value, style).map((line) => indent + line);
}

/** An entry of a block list as lines, the first with its dash. */
export function itemLines(value: Json, style: WritingStyle): string[] {
  const dash = '-'.padEnd(style.dashWidth);
  if (fitsInline(value, style)) return [dash + inlineValue(value, style)];
  return blockLines(value, style).map((line, index) => (index === 0 ? dash : ' '.repeat(style.dashWidth)) + line);
}

function blockLines(value: Json, style: WritingStyle): string[] {
  if (isList(value)) return (value as readonly Json[]).flatMap((item) => itemLines(item, style));
  if (!isMapping(value)) return [inlineValue(value, style)];
  return Object.keys(value).flatMap((key) => pairLines(key, own(value, key) ?? null, style));
}
