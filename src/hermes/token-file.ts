import { createHash, timingSafeEqual } from 'node:crypto';
import { createFileReader, type FileReading } from '../lib/file-reader.ts';

/** Reads the sidecar token. `null` means "not provisioned", whatever the reason. */
export interface TokenReader {
  read(): string | null;
}

/** The host writes at most 256 characters; anything past this is not a token file. Bytes. */
const MAX_TOKEN_FILE_BYTES = 64 * 1024;

/**
 * A reader for the token file. It is looked at on every call and read again only when it changed, so a rotation is seen by the next
 * request. UTF-8 with or without a byte order mark, trimmed. A missing or unreadable file, a directory, bytes that are not UTF-8 and
 * blank content all give `null`. Mode 0644 and a symlink are accepted, as the host accepts them. Never writes.
 */
export function createTokenReader(path: string): TokenReader {
  return createFileReader<string | null>(path, { maxBytes: MAX_TOKEN_FILE_BYTES, interpret: tokenFrom });
}

function tokenFrom(reading: FileReading): string | null {
  if (reading.state !== 'read') return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(reading.bytes).trim();
    return text === '' ? null : text;
  } catch {
    return null;
  }
}

/**
 * Whether a header value is the token, compared byte by byte in a time that does not depend on where they differ or on their lengths. Node
 * hands header bytes over as Latin-1 text, so a token outside ASCII is compared as the bytes that were on the wire. A missing or empty
 * value never matches, and an empty token matches nothing.
 */
export function tokenMatches(supplied: string | undefined, token: string): boolean {
  if (supplied === undefined || supplied === '' || token === '') return false;
  // Text that cannot have come off the wire would be folded into other bytes by the Latin-1 encoder.
  const encoding = /^[\u0000-\u00ff]*$/.test(supplied) ? 'latin1' : 'utf8';
  return timingSafeEqual(digest(Buffer.from(supplied, encoding)), digest(Buffer.from(token, 'utf8')));
}

/** Equal lengths for `timingSafeEqual`, which throws on unequal ones. */
function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
