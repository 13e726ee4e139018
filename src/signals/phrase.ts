import { kindBefore, skipSpace, WORD, wordEnd } from './characters.ts';

/** One more word of a phrase: what parts it from the word before, and the forms it may take. */
interface Step {
  /** The exact text between the words, or null for white space or one hyphen. */
  readonly separator: string | null;
  readonly forms: ReadonlySet<string>;
  readonly longest: number;
}

/** What follows (or surrounds) the first word of a term that is more than one plain word. */
export interface Phrase {
  /** Punctuation before the first word, as in `.net`. */
  readonly lead: string;
  readonly steps: readonly Step[];
  /** Punctuation after the last word, as in `c#`. */
  readonly tail: string;
}

/** A term taken apart: the forms of its first word, and the rest unless that word is all. */
export interface SplitTerm {
  readonly firstForms: readonly string[];
  readonly phrase: Phrase | null;
}

/** Words and the text between them, alternating; a term of words only, so at least one word. */
const PARTS = /[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_]+/gu;
const STARTS_WITH_WORD = /^[\p{L}\p{N}\p{M}_]/u;
const GAP = /^(?:\s+|-)$/u;

/** Takes a normalised, lower-case, trimmed term apart. Only its last word is inflected. Null for a term without a word. */
export function splitTerm(term: string, inflect: (word: string) => readonly string[]): SplitTerm | null {
  const parts = term.match(PARTS) ?? [];
  const lead = STARTS_WITH_WORD.test(term) ? '' : (parts.shift() ?? '');
  const tail = parts.length % 2 === 0 ? (parts.pop() ?? '') : '';
  const first = parts[0];
  if (first === undefined) return null;
  const inflectLast = tail === '' ? inflect : (word: string) => [word];
  const steps: Step[] = [];
  for (let at = 1; at + 1 < parts.length; at += 2) {
    const word = parts[at + 1] ?? '';
    const forms = at + 2 === parts.length ? inflectLast(word) : [word];
    const separator = parts[at] ?? '';
    steps.push({
      separator: GAP.test(separator) ? null : separator,
      forms: new Set(forms),
      longest: Math.max(...forms.map((form) => form.length)),
    });
  }
  const isPlainWord = lead === '' && tail === '' && steps.length === 0;
  return {
    firstForms: steps.length === 0 ? inflectLast(first) : [first],
    phrase: isPlainWord ? null : { lead, steps, tail },
  };
}

/** Where a phrase ends whose first word is the word from `start` to `end`; -1 when it is not there. */
export function phraseEnd(text: string, start: number, end: number, phrase: Phrase): number {
  if (phrase.lead !== '' && !followsLead(text, start, phrase.lead)) return -1;
  let at = end;
  for (const step of phrase.steps) {
    const next = afterSeparator(text, at, step.separator);
    if (next < 0) return -1;
    at = wordEnd(text, next, step.longest);
    if (!step.forms.has(text.slice(next, at))) return -1;
  }
  return text.startsWith(phrase.tail, at) ? at + phrase.tail.length : -1;
}

function followsLead(text: string, start: number, lead: string): boolean {
  const from = start - lead.length;
  return from >= 0 && text.startsWith(lead, from) && kindBefore(text, from) !== WORD;
}

function afterSeparator(text: string, at: number, separator: string | null): number {
  if (separator !== null) return text.startsWith(separator, at) ? at + separator.length : -1;
  if (text.charAt(at) === '-') return at + 1;
  const next = skipSpace(text, at);
  return next > at ? next : -1;
}
