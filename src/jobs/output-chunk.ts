import { readCapture } from './child/read-capture.ts';

/** A piece of a job's output. Offsets count raw bytes of the whole stream, over all attempts. */
export interface OutputChunk {
  /** Where `text` begins. */
  readonly from: number;
  /** What to ask for next. */
  readonly next: number;
  /** End of the stream so far. */
  readonly end: number;
  /** Decoded leniently: bytes that are not UTF-8 become U+FFFD. */
  readonly text: string;
  /** The bytes that were asked for and are no longer kept. */
  readonly gap?: { readonly from: number; readonly to: number };
  /** True when nothing will ever follow. */
  readonly eof: boolean;
}

/**
 * Raw bytes in one chunk. JSON takes at most 6 bytes for one (`\u001b`), so that the answer stays below the 524,288 at which the WebUI's
 * proxy cuts.
 */
const CHUNK_BYTES = 80 * 1024;

/** Longest character of UTF-8. */
const MAX_CHARACTER_BYTES = 4;

/**
 * Reads a piece of a stored stream. A character that is not complete yet is left for the next piece.
 * @param isComplete whether the job has ended, and the stream with it. A stream that was never opened is an empty one.
 */
export async function readChunk(path: string, from: number, isComplete: boolean): Promise<OutputChunk> {
  const slice = await readCapture(path, from, CHUNK_BYTES);
  if (slice === null) return { from: 0, next: 0, end: 0, text: '', eof: isComplete };
  const atEnd = slice.next === slice.end;
  const bytes = isComplete && atEnd ? slice.bytes : slice.bytes.subarray(0, completeLength(slice.bytes));
  // A cut before a gap can leave nothing but the beginning of a character, which would be asked for over and over.
  const whole = bytes.length === 0 && !atEnd ? slice.bytes : bytes;
  const next = slice.from + whole.length;
  return {
    from: slice.from,
    next,
    end: slice.end,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole),
    ...(slice.gap === null ? {} : { gap: slice.gap }),
    eof: isComplete && next === slice.end,
  };
}

/** Length of the bytes without a character that only begins in them. */
function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(MAX_CHARACTER_BYTES - 1, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    // Of a lead byte (11xxxxxx) the leading ones count the bytes of the character; 10xxxxxx continues one.
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
    if (byte < 0x80) return bytes.length;
  }
  return bytes.length;
}
