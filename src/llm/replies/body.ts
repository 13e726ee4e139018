import { gunzipSync } from 'node:zlib';
import { isMapping, type JsonObject } from '../../lib/json.ts';
import { eventData, looksLikeEvents } from './sse.ts';

/** Bytes of one answer, and more than any chat completion: a larger one is refused unread. */
export const MAX_REPLY_BYTES = 4 * 1024 * 1024;

/** An answer's body as JSON: one object, or the events of a stream that nobody asked for. */
export type ReplyBody =
  | { readonly kind: 'object'; readonly value: JsonObject }
  | { readonly kind: 'events'; readonly events: readonly JsonObject[] }
  | { readonly kind: 'unusable'; readonly code: 'bad_reply' | 'bad_content_type'; readonly why: string };

/**
 * Reads the bytes of an answer. JSON is taken under any content type (many servers mislabel it), a stop mark behind it is cut off, an event
 * stream is taken apart. Everything else is unusable: `bad_content_type` when the label promised something else than JSON or text.
 */
export function readBody(bytes: Uint8Array, contentType: string, contentEncoding: string): ReplyBody {
  const text = decode(bytes, contentEncoding);
  if (text === null) return unusable('bad_reply', 'it is compressed in a way that cannot be undone');
  if (text.trim() === '') return unusable('bad_reply', 'it is empty');
  const whole = objectFrom(withoutStopMark(text));
  if (whole !== null) return { kind: 'object', value: whole };
  const isStream = /^text\/event-stream\b/i.test(contentType);
  if (isStream || looksLikeEvents(text)) {
    const events = eventData(text)
      .map(objectFrom)
      .filter((event) => event !== null);
    if (events.length > 0) return { kind: 'events', events };
  }
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(text)) return unusable('bad_reply', 'it is a web page');
  if (isStream || !/^(?:$|text\/|application\/(?:[\w.+-]*\+)?json)/i.test(contentType))
    return unusable('bad_content_type', 'its content type is not JSON, nor is its content');
  return unusable('bad_reply', 'it is not JSON');
}

function unusable(code: 'bad_reply' | 'bad_content_type', why: string): ReplyBody {
  return { kind: 'unusable', code, why };
}

/** A JSON body that a gateway closed like a stream. */
function withoutStopMark(text: string): string {
  const body = text.trimEnd();
  return body.replace(/data: ?\[DONE\]$/, '');
}

/** Requests ask for no compression; some gateways compress all the same. */
function decode(bytes: Uint8Array, encoding: string): string | null {
  if (!/^(?:x-)?gzip$/i.test(encoding.trim())) return new TextDecoder().decode(bytes);
  try {
    return new TextDecoder().decode(gunzipSync(bytes, { maxOutputLength: MAX_REPLY_BYTES }));
  } catch {
    return null;
  }
}

/** The object in a JSON text; some servers wrap it into a list of one. Null for anything else. */
function objectFrom(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text.trim());
    const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
    return isMapping(only) ? only : null;
  } catch {
    return null;
  }
}
