import type { JsonObject } from '../lib/json.ts';

/** `\n`, the only byte that ends a record. */
export const NEWLINE = 0x0a;

/** NEL and the two Unicode separators: legal raw in JSON, but a line end for Python's `splitlines()`. */
const FOREIGN_LINE_ENDS = /[\u0085\u2028\u2029]/g;

/**
 * Every escape that `JSON.stringify` writes; only lone surrogates come out as `\ud8xx`..`\udfxx`. The second branch
 * swallows `\\`, so that the text `\\ud800` (a backslash and five characters) is not taken for one.
 */
const ESCAPES = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

/**
 * One record as the text of one line, without its end. Lone surrogates become U+FFFD, because a Python reader can
 * decode them but not print them. Throws what `JSON.stringify` throws (cycles, BigInt, too deep), and a TypeError when
 * the value has no JSON text at all.
 */
export function encodeText(record: JsonObject): string {
  const text: string | undefined = JSON.stringify(record);
  if (text === undefined) throw new TypeError('the record has no JSON text');
  const safe = text.replace(FOREIGN_LINE_ENDS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (!safe.includes('\\ud')) return safe;
  return safe.replace(ESCAPES, (sequence: string, surrogate: string | undefined) =>
    surrogate === undefined ? sequence : '\ufffd',
  );
}

/** {@link encodeText} as bytes with the line end: UTF-8, non-ASCII not escaped, never a byte order mark. */
export function encodeLine(record: JsonObject): Buffer {
  return Buffer.from(`${encodeText(record)}\n`, 'utf8');
}
