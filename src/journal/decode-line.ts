import { createHash } from 'node:crypto';
import { isMapping, type JsonObject, own } from '../lib/json.ts';
import { encodeText } from './encode-line.ts';

/** What one line of a journal holds. `note` is a writer's own remark (a JSON array), `damaged` anything that is no record. */
export type DecodedLine =
  | { readonly kind: 'record'; readonly record: JsonObject }
  | { readonly kind: 'blank' }
  | { readonly kind: 'note' }
  | { readonly kind: 'damaged' };

/** Fatal: a line with broken bytes is damaged as a whole. Drops a byte order mark that an editor left behind. */
const decoder = new TextDecoder('utf-8', { fatal: true });
const NOTE_START = '["journal_repair"';
/** UTF-16 units. Ids go into lists and query strings; a longer one is no id. */
const MAX_ID_LENGTH = 200;
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** Decodes the bytes of one line (without its end). Never throws: a bad line costs itself and nothing else. */
export function decodeLine(line: Uint8Array): DecodedLine {
  try {
    const text = decoder.decode(line);
    if (text.trim() === '') return { kind: 'blank' };
    if (text.startsWith(NOTE_START)) return { kind: 'note' };
    const value: unknown = JSON.parse(text);
    if (!isMapping(value)) return { kind: 'damaged' };
    // Lone surrogates written by somebody else would make our own answer undecodable for its reader.
    const record: unknown = SURROGATE_ESCAPE.test(text) ? JSON.parse(encodeText(value)) : value;
    return isMapping(record) ? { kind: 'record', record } : { kind: 'damaged' };
  } catch {
    return { kind: 'damaged' };
  }
}

/**
 * The id of a record: its own, or for rows of writers that give none `<ts>-<first 8 hex of the line's sha256>`. Either comes from
 * the row itself, so it survives rotation. A missing `ts` reads `0`.
 */
export function recordId(record: JsonObject, line: Uint8Array): string {
  const id = own(record, 'id');
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH) return id;
  const ts = own(record, 'ts');
  return `${typeof ts === 'number' ? ts : 0}-${lineHash(line)}`;
}

/** First 8 hex digits of the sha256 of a line's bytes, without its end. */
export function lineHash(line: Uint8Array): string {
  return createHash('sha256').update(line).digest('hex').slice(0, 8);
}
