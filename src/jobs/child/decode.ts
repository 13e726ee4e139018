import { stripVTControlCharacters } from 'node:util';

/** Turns the bytes of one stream into clean text, piece by piece. */
export interface StreamDecoder {
  /** The text of these bytes, as far as it is complete. */
  write(bytes: Uint8Array): string;
  /** What was held back; a character cut off by the end of the stream becomes one U+FFFD. */
  end(): string;
}

/** A terminal sequence longer than this is not one; it is passed on as it is. Characters. */
const LONGEST_SEQUENCE = 256;

/** An escape sequence that has begun and not ended: `ESC`, `ESC [ 3 1`, or a title (`ESC ] ...`) without its terminator. */
const UNFINISHED = /\u001b(?:[[\]()#;?0-9]*|\][^\u0007\u001b]*\u001b?)$/;

/**
 * A decoder for UTF-8 in which nothing is fatal: bytes that are no UTF-8 become U+FFFD, a character or an escape sequence that is cut by a
 * chunk's end is put together again, and escape sequences are dropped.
 */
export function createStreamDecoder(): StreamDecoder {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let held = '';

  function clean(text: string): string {
    const whole = held + text;
    held = '';
    if (!whole.includes('\u001b')) return whole;
    const start = whole.slice(-LONGEST_SEQUENCE).search(UNFINISHED);
    if (start === -1) return stripVTControlCharacters(whole);
    const cut = Math.max(0, whole.length - LONGEST_SEQUENCE) + start;
    held = whole.slice(cut);
    return stripVTControlCharacters(whole.slice(0, cut));
  }

  return {
    write: (bytes) => clean(decoder.decode(bytes, { stream: true })),
    end: () => {
      const rest = clean(decoder.decode());
      const unfinished = held;
      held = '';
      return rest + stripVTControlCharacters(unfinished).replaceAll('\u001b', '');
    },
  };
}
