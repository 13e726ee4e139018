import type { Phrase } from './phrase.ts';

/** What seeing a term adds to the sightings of a text. */
export interface Effect {
  /** Bits of `marks.ts`. */
  readonly marks: number;
  /** Bit n stands for row n of `LANGUAGES`. */
  readonly languages: number;
  /** Bit n stands for row n of `ATTACHMENT_KINDS`. */
  readonly attachments: number;
  /** Review words, as the `keywords` feature shows them. */
  readonly keywords: readonly string[];
}

/** What a text says by one word: at once, and wherever the rest of a phrase follows it. */
export interface Entry {
  readonly effect: Effect;
  readonly phrases: readonly { readonly phrase: Phrase; readonly effect: Effect }[];
}

/** What `.ext` says at the end of a path-like token, and the attachment it names wherever it stands. */
export interface Extension {
  readonly effect: Effect;
  /** It makes the token a path even for the reader who only asks a question. */
  readonly isPath: boolean;
  readonly attachments: number;
}

/** All terms, ready for a scan. */
export interface Vocabulary {
  /** By first word of a term, in each form it may take. */
  readonly words: ReadonlyMap<string, Entry>;
  /** A 1 at each `filterSlot` of a key of `words`: most words of a text are refused here without being copied. */
  readonly filter: Uint8Array;
  readonly extensions: ReadonlyMap<string, Extension>;
  readonly longestExtension: number;
  /** Terms in CJK letters or without any letter (emoji): they count wherever they stand. */
  readonly anywhere: readonly { readonly pattern: RegExp; readonly effect: Effect }[];
}

/** Slots of `Vocabulary.filter`: some twenty for each form of the built-in terms, so that few words pass by chance. */
export const FILTER_SLOTS = 1 << 14;

/** Adds one UTF-16 unit to the running hash of a word, which starts at 0. */
export function hashStep(hash: number, unit: number): number {
  return (Math.imul(hash, 31) + unit) | 0;
}

/** Slot of a word's hash in `Vocabulary.filter`. */
export function filterSlot(hash: number): number {
  return (hash ^ (hash >>> 15)) & (FILTER_SLOTS - 1);
}
