import type { OutputPiece } from '../../wire/answers.ts';
import { lastOfTerminal, terminalText } from './terminal-text.ts';

/** Characters of a stream that the page keeps: a log of days must not fill the browser. */
export const KEPT_CHARS = 200_000;
/** Characters of one part, so that new text leaves the parts before it alone. */
const PART_CHARS = 16_000;
/** More than this behind the end, the page leaves out what is between: it could not keep it anyway. Bytes. */
const MOST_BEHIND_BYTES = 400_000;
/** Where it goes on then, before the end: together with the first piece (80 KiB) less than what is kept. Bytes. */
const LAST_BYTES = 110_000;

/** Something to show: text, or bytes that are not there (`gone`: no longer kept; `skipped`: left out here). */
export type TailPart =
  | { readonly key: number; readonly kind: 'text'; readonly text: string }
  | { readonly key: number; readonly kind: 'gone' | 'skipped'; readonly bytes: number };

/** What the page knows of a stream. */
export interface Tail {
  readonly parts: readonly TailPart[];
  /** Characters in the parts. */
  readonly chars: number;
  /** Byte to ask for next. */
  readonly next: number;
  /** End of the stream when it was last read. */
  readonly end: number;
  /** True once nothing will follow. */
  readonly eof: boolean;
  /** True once text was dropped from the front. */
  readonly cut: boolean;
  readonly held: string;
  readonly nextKey: number;
}

/** A stream of which nothing was read yet. */
export const NO_TAIL: Tail = {
  parts: [],
  chars: 0,
  next: 0,
  end: 0,
  eof: false,
  cut: false,
  held: '',
  nextKey: 0,
};

/** Takes a piece that was read from `tail.next`. */
export function withPiece(tail: Tail, piece: OutputPiece): Tail {
  const gap = piece.gap === undefined ? 0 : piece.gap.to - piece.gap.from;
  const before = gap > 0 ? withHole(tail, 'gone', gap) : tail;
  const joined = before.parts.at(-1)?.kind === 'skipped' ? piece.text.replace(/^\ufffd{1,3}/, '') : piece.text;
  const { shown, held } = terminalText(before.held, joined);
  const text = piece.eof ? shown + lastOfTerminal(held) : shown;
  const read = { ...withText(before, text), held, next: piece.next, end: piece.end, eof: piece.eof };
  return bounded(caughtUp(read));
}

function caughtUp(tail: Tail): Tail {
  const behind = tail.end - tail.next;
  if (behind <= MOST_BEHIND_BYTES) return tail;
  const next = tail.end - LAST_BYTES;
  return { ...withHole(tail, 'skipped', next - tail.next), next };
}

function withHole(tail: Tail, kind: 'gone' | 'skipped', bytes: number): Tail {
  const part: TailPart = { key: tail.nextKey, kind, bytes };
  return { ...tail, parts: [...tail.parts, part], nextKey: tail.nextKey + 1, held: '' };
}

/** Fills the last part, then begins others. */
function withText(tail: Tail, text: string): Tail {
  const parts = [...tail.parts];
  let { nextKey } = tail;
  let rest = text;
  const last = parts.at(-1);
  if (last?.kind === 'text' && last.text.length < PART_CHARS) {
    const [head, more] = splitAt(rest, PART_CHARS - last.text.length);
    parts[parts.length - 1] = { ...last, text: last.text + head };
    rest = more;
  }
  while (rest !== '') {
    const [head, more] = splitAt(rest, PART_CHARS);
    parts.push({ key: nextKey++, kind: 'text', text: head });
    rest = more;
  }
  return { ...tail, parts, nextKey, chars: tail.chars + text.length };
}

/** Drops whole parts from the front, then the lines of the first that are too many. */
function bounded(tail: Tail): Tail {
  const surplus = tail.chars - KEPT_CHARS;
  if (surplus <= 0) return tail;
  const parts = [...tail.parts];
  let dropped = 0;
  for (let first = parts[0]; first !== undefined && dropped < surplus; first = parts[0]) {
    const wanted = surplus - dropped;
    if (first.kind !== 'text' || first.text.length <= wanted) {
      parts.shift();
      dropped += first.kind === 'text' ? first.text.length : 0;
      continue;
    }
    const newline = first.text.indexOf('\n', wanted);
    const [gone, text] = splitAt(first.text, newline === -1 ? wanted : newline + 1);
    parts[0] = { ...first, text };
    dropped += gone.length;
  }
  return { ...tail, parts, chars: tail.chars - dropped, cut: true };
}

/** Splits a text, never inside a surrogate pair. */
function splitAt(text: string, at: number): readonly [string, string] {
  const unit = text.charCodeAt(at);
  const safe = at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
  // A pair that alone would fill the room goes into it whole.
  const end = safe === 0 && at > 0 ? at + 1 : safe;
  return [text.slice(0, end), text.slice(end)];
}
