import { CJK, kindBefore, kindOf, WORD } from './characters.ts';
import { isCodeSyntax } from './code-syntax.ts';
import { countBefore, gluedUnit, startsRequirement } from './counts.ts';
import * as marks from './marks.ts';
import { phraseEnd } from './phrase.ts';
import type { PictureNoun, Place } from './vision.ts';
import { type Effect, filterSlot, hashStep, type Vocabulary } from './vocabulary.ts';
import { STACK_ENDINGS } from './word-lists.ts';

/** What one pass over a text has seen. Counts are -1 until the text names one. */
export interface Sightings {
  marks: number;
  languages: number;
  attachments: number;
  readonly keywords: Set<string>;
  lines: number;
  files: number;
  filesOfRange: number;
  requirements: number;
  readonly nouns: PictureNoun[];
  readonly compounds: Place[];
}

interface Scan {
  readonly text: string;
  readonly cased: string;
  readonly vocabulary: Vocabulary;
  readonly seen: Sightings;
}

const COLON = 0x3a;
const SLASH = 0x2f;
const DOT = 0x2e;
const HYPHEN = 0x2d;
const LINE_FEED = 0x0a;
/** Longest of `40lines`-like words that are looked into. */
const LONGEST_GLUED = 24;
/** What a bare `.py` cannot follow: an ellipsis, or the end of a sentence or bracket. */
const NO_BARE_EXTENSION_AFTER = '.)]}!?';

/**
 * Reads a normalised text once, from the first character to the last, and says what stands in it. `text` is lower case,
 * `cased` the same text as written.
 */
export function scanText(text: string, cased: string, vocabulary: Vocabulary): Sightings {
  const seen: Sightings = {
    marks: 0,
    languages: 0,
    attachments: 0,
    keywords: new Set(),
    lines: -1,
    files: -1,
    filesOfRange: -1,
    requirements: 0,
    nouns: [],
    compounds: [],
  };
  if (startsRequirement(text, 0)) seen.requirements++;
  readCharacters({ text, cased, vocabulary, seen });
  return seen;
}

function readCharacters(scan: Scan): void {
  const { text, vocabulary } = scan;
  const { length } = text;
  let at = 0;
  while (at < length) {
    const start = at;
    let hash = 0;
    let width = wordCharacterAt(text, at);
    while (width !== 0) {
      hash = hashStep(hash, text.charCodeAt(at));
      if (width === 2) hash = hashStep(hash, text.charCodeAt(at + 1));
      at += width;
      width = wordCharacterAt(text, at);
    }
    if (at > start) readWord(scan, start, at, vocabulary.filter[filterSlot(hash)] === 1);
    if (at < length) readPunctuation(scan, at, text.charCodeAt(at));
    at++;
  }
}

/** UTF-16 units of the word character at an index; 0 when there is none. */
function wordCharacterAt(text: string, at: number): 0 | 1 | 2 {
  if (at >= text.length) return 0;
  const unit = text.charCodeAt(at);
  if (kindOf(unit) === WORD) return 1;
  return (unit & 0xfc00) === 0xd800 && kindOf(text.codePointAt(at) ?? unit) === WORD ? 2 : 0;
}

function readWord(scan: Scan, start: number, end: number, isCandidate: boolean): void {
  const { text, vocabulary, seen } = scan;
  const first = text.charCodeAt(start);
  if (first <= 0x39 && end - start <= LONGEST_GLUED) readGlued(scan, start, end);
  if (start > 0 && text.charCodeAt(start - 1) === DOT && end - start <= vocabulary.longestExtension) {
    readExtension(scan, start, end);
  }
  if (!isCandidate) return;
  const entry = vocabulary.words.get(text.slice(start, end));
  if (entry === undefined) return;
  absorb(seen, entry.effect);
  if ((entry.effect.marks & marks.PLACED) !== 0) readPlaced(scan, start, end, entry.effect.marks);
  for (const { phrase, effect } of entry.phrases) {
    if (isKnown(seen, effect)) continue;
    const phraseStop = phraseEnd(text, start, end, phrase);
    if (phraseStop < 0) continue;
    absorb(seen, effect);
    if ((effect.marks & marks.NON_VISUAL) !== 0) seen.compounds.push({ start, end: phraseStop });
  }
}

/** True when an effect has nothing to add. */
function isKnown(seen: Sightings, { marks: bits, languages, attachments, keywords }: Effect): boolean {
  if (keywords.length > 0 || (bits & marks.NON_VISUAL) !== 0) return false;
  return (bits & ~seen.marks) === 0 && (languages & ~seen.languages) === 0 && (attachments & ~seen.attachments) === 0;
}

function absorb(seen: Sightings, effect: Effect): void {
  seen.marks |= effect.marks;
  seen.languages |= effect.languages;
  seen.attachments |= effect.attachments;
  for (const keyword of effect.keywords) seen.keywords.add(keyword);
}

function readPlaced({ text, cased, seen }: Scan, start: number, end: number, bits: number): void {
  if ((bits & (marks.LINES_UNIT | marks.FILES_UNIT)) !== 0)
    readCount(text, seen, start, (bits & marks.LINES_UNIT) !== 0);
  if ((bits & (marks.DEICTIC_NOUN | marks.SUPPLIED_NOUN)) !== 0) {
    seen.nouns.push({ start, end, isDeictic: (bits & marks.DEICTIC_NOUN) !== 0 });
  }
  if ((bits & marks.KEYWORD_OF_CODE) !== 0 && (seen.marks & marks.CODE) === 0 && isCodeSyntax(cased, start, end)) {
    seen.marks |= marks.CODE;
  }
}

function readGlued({ text, seen }: Scan, start: number, end: number): void {
  const unit = gluedUnit(text.slice(start, end));
  if (unit !== null) readCount(text, seen, end - unit.length, unit.startsWith('l'));
}

/** Keeps the first count of lines, the first of files, and the first upper bound of a range of files. */
function readCount(text: string, seen: Sightings, unitStart: number, isLines: boolean): void {
  if (isLines ? seen.lines >= 0 : seen.filesOfRange >= 0) return;
  const count = countBefore(text, unitStart);
  if (count === null) return;
  if (isLines) seen.lines = count.value;
  else if (count.isRange) seen.filesOfRange = count.value;
  else if (seen.files < 0) seen.files = count.value;
}

/** A word behind a dot. Only the end of a token is an extension: `rows.py.bak` is no Python, `app.py.` is. */
function readExtension({ text, vocabulary, seen }: Scan, start: number, end: number): void {
  const extension = vocabulary.extensions.get(text.slice(start, end));
  if (extension === undefined) return;
  seen.attachments |= extension.attachments;
  if (text.charCodeAt(end) === DOT && isPathCharacter(text, end + 1) && text.charCodeAt(end + 1) !== DOT) return;
  const dot = start - 1;
  // A dot before the dot is an ellipsis, not the end of a name.
  const isBare = !endsPathCharacter(text, dot) || text.charCodeAt(dot - 1) === DOT;
  if (isBare ? NO_BARE_EXTENSION_AFTER.includes(text.charAt(dot - 1) || ' ') : isInitials(text, dot, end)) return;
  absorb(seen, extension.effect);
  if (extension.isPath && !isBare) seen.marks |= marks.PATH;
}

/** `D.C` and `U.S.C` are no C files: a one-letter extension wants a longer stem, or a directory before it. */
function isInitials(text: string, dot: number, end: number): boolean {
  if (end - dot > 2) return false;
  const beforeStem = text.charAt(dot - 2);
  return kindBefore(text, dot - 1) !== WORD && beforeStem !== '/' && beforeStem !== '-';
}

function readPunctuation({ text, seen }: Scan, at: number, unit: number): void {
  if (unit === LINE_FEED) {
    if (startsRequirement(text, at + 1)) seen.requirements++;
  } else if (unit === COLON) {
    if ((seen.marks & marks.STACK) === 0 && STACK_ENDINGS.some((ending) => text.endsWith(ending, at + 1))) {
      seen.marks |= marks.STACK;
    }
  } else if (unit === SLASH && (seen.marks & marks.PATH) === 0) {
    const next = text.charCodeAt(at + 1);
    if (endsPathCharacter(text, at) && (next === SLASH || isPathCharacter(text, at + 1))) seen.marks |= marks.PATH;
  }
}

/** Letters, digits, `_`, `.` and `-`: what path-like tokens are made of. */
function isPathCharacter(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (Number.isNaN(unit)) return false;
  const kind = kindOf(unit);
  return unit === DOT || unit === HYPHEN || kind === WORD || kind === CJK;
}

/** True when the character that ends before an index is such a one. */
function endsPathCharacter(text: string, index: number): boolean {
  return index > 0 && isPathCharacter(text, index - 1);
}
