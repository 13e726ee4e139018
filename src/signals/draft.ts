import { splitTerm } from './phrase.ts';
import type { Effect, Entry, Extension, Vocabulary } from './vocabulary.ts';
import { FILTER_SLOTS, filterSlot, hashStep } from './vocabulary.ts';

/** A vocabulary that terms are still added to. */
export interface Draft {
  readonly words: Map<string, Entry>;
  readonly extensions: Map<string, Extension>;
  readonly anywhere: Vocabulary['anywhere'][number][];
}

/** The effect that says nothing: spread it, and set what a term does say. */
export const NO_EFFECT: Effect = { marks: 0, languages: 0, attachments: 0, keywords: [] };

const REGEX_SYNTAX = /[\\^$.*+?()[\]{}|/]/g;
/** Bounded, because an unbounded loop of a regex overflows its stack on a huge run of white space. */
const ANY_GAP = '(?:\\s{1,64}|-)';

/** A vocabulary without terms. */
export function emptyDraft(): Draft {
  return { words: new Map(), extensions: new Map(), anywhere: [] };
}

/** A copy that can be added to without changing the original: its entries are replaced, never changed. */
export function copyDraft(draft: Draft): Draft {
  return { words: new Map(draft.words), extensions: new Map(draft.extensions), anywhere: [...draft.anywhere] };
}

/** Adds a term that starts at a word boundary. It is normalised and lower case; a term without a word is left out. */
export function addTerm(
  draft: Draft,
  term: string,
  effect: Effect,
  inflect: (word: string) => readonly string[],
): void {
  const split = splitTerm(term, inflect);
  if (split === null) return;
  const { firstForms, phrase } = split;
  for (const form of firstForms) {
    const entry = draft.words.get(form) ?? { effect: NO_EFFECT, phrases: [] };
    draft.words.set(
      form,
      phrase === null
        ? { ...entry, effect: union(entry.effect, effect) }
        : { ...entry, phrases: [...entry.phrases, { phrase, effect }] },
    );
  }
}

/** Adds what an extension (without its dot) says; a second call for one extension adds to the first. */
export function addExtension(draft: Draft, name: string, added: Partial<Extension>): void {
  const known = draft.extensions.get(name) ?? { effect: NO_EFFECT, isPath: false, attachments: 0 };
  draft.extensions.set(name, {
    effect: union(known.effect, added.effect ?? NO_EFFECT),
    isPath: known.isPath || added.isPath === true,
    attachments: known.attachments | (added.attachments ?? 0),
  });
}

/** Adds a term that counts wherever it stands. `flexible`: its white space and hyphens stand for either. */
export function addAnywhere(draft: Draft, term: string, effect: Effect, flexible: boolean): void {
  const literal = term.replace(REGEX_SYNTAX, '\\$&');
  draft.anywhere.push({ pattern: new RegExp(flexible ? literal.replace(/\s+|-/g, ANY_GAP) : literal, 'u'), effect });
}

/** The finished vocabulary. */
export function finish(draft: Draft): Vocabulary {
  const filter = new Uint8Array(FILTER_SLOTS);
  for (const word of draft.words.keys()) filter[filterSlot(hashOf(word))] = 1;
  const longestExtension = Math.max(0, ...[...draft.extensions.keys()].map((extension) => extension.length));
  return { ...draft, filter, longestExtension };
}

function union(a: Effect, b: Effect): Effect {
  return {
    marks: a.marks | b.marks,
    languages: a.languages | b.languages,
    attachments: a.attachments | b.attachments,
    keywords: [...new Set([...a.keywords, ...b.keywords])],
  };
}

function hashOf(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i++) hash = hashStep(hash, word.charCodeAt(i));
  return hash;
}
