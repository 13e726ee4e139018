import { CJK, kindAt, kindBefore, kindOf, skipSpace, skipSpaceBack, WORD } from './characters.ts';
import { VISION_CUES } from './word-lists.ts';

/** Cues by `pairAt` of their two characters nearest to the noun, so that most words are refused by one look-up. */
type Cues = ReadonlyMap<number, readonly string[]>;

const POINTING = byPair(VISION_CUES.pointing, (cue) => cue.length - 2);
const BEFORE = byPair(VISION_CUES.before, (cue) => cue.length - 2);
const AFTER = byPair(VISION_CUES.after, () => 0);
const NO_CUES: readonly string[] = [];

function byPair(cues: readonly string[], place: (cue: string) => number): Cues {
  const found = new Map<number, string[]>();
  for (const cue of cues) {
    const pair = pairAt(cue, place(cue));
    found.set(pair, [...(found.get(pair) ?? []), cue]);
  }
  return found;
}

function pairAt(text: string, index: number): number {
  return (text.charCodeAt(index) << 16) | text.charCodeAt(index + 1);
}

/** Where a noun or a compound stands in the text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A noun that may mean a picture. */
export interface PictureNoun extends Place {
  readonly isDeictic: boolean;
}

/**
 * True when one of the nouns is a picture by a cue next to it (`this chart`, `look at the new design`, `the plot I pasted`).
 * Non-visual compounds (`design system`) count as white space. Each noun looks at most three words far.
 */
export function showsPicture(text: string, nouns: readonly PictureNoun[], compounds: readonly Place[]): boolean {
  if (nouns.length === 0) return false;
  const scene = withoutCompounds(text, compounds);
  return nouns.some((noun) => scene.charAt(noun.start) !== ' ' && hasCue(scene, noun));
}

function hasCue(text: string, { start, end, isDeictic }: PictureNoun): boolean {
  return (
    (isDeictic && cueBefore(text, start, POINTING, 1)) || cueBefore(text, start, BEFORE, 2) || cueAfter(text, end, 2)
  );
}

function cueBefore(text: string, start: number, cues: Cues, maxWords: number): boolean {
  let at = start;
  for (let words = 0; words <= maxWords; words++) {
    const end = skipSpaceBack(text, at);
    if (end === at) return false;
    if (endsWithCue(text, end, cues)) return true;
    at = end;
    while (isGapCharacter(text, at - 1)) at--;
    if (at === end) return false;
  }
  return false;
}

function endsWithCue(text: string, end: number, cues: Cues): boolean {
  for (const cue of cues.get(pairAt(text, end - 2)) ?? NO_CUES) {
    if (text.endsWith(cue, end) && kindBefore(text, end - cue.length) !== WORD) return true;
  }
  return false;
}

function cueAfter(text: string, end: number, maxWords: number): boolean {
  let at = end;
  for (let words = 0; words <= maxWords; words++) {
    const start = skipSpace(text, at);
    if (start === at) return false;
    if (startsWithCue(text, start)) return true;
    at = start;
    while (isGapCharacter(text, at)) at++;
    if (at === start) return false;
  }
  return false;
}

function startsWithCue(text: string, start: number): boolean {
  for (const cue of AFTER.get(pairAt(text, start)) ?? NO_CUES) {
    if (text.startsWith(cue, start) && kindAt(text, start + cue.length) !== WORD) return true;
  }
  return false;
}

/** Letters, digits, `_`, `.` and `-`: what a word between noun and cue is made of. */
function isGapCharacter(text: string, index: number): boolean {
  if (index < 0 || index >= text.length) return false;
  const unit = text.charCodeAt(index);
  const kind = kindOf(unit);
  return kind === WORD || kind === CJK || unit === 0x2e || unit === 0x2d;
}

/** The text with each compound blanked out, so that places stay. */
function withoutCompounds(text: string, compounds: readonly Place[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of compounds) {
    if (start < done) continue;
    pieces.push(text.slice(done, start), ' '.repeat(end - start));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}
