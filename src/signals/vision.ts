import { CJK, kindAt, kindBefore, kindOf, skipSpace, skipSpaceBack, WORD } from './characters.ts';
import { VISION_CUES } from './word-lists.ts';

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
  if (isDeictic && cueBefore(text, start, VISION_CUES.pointing, 1)) return true;
  return cueBefore(text, start, VISION_CUES.before, 2) || cueAfter(text, end, VISION_CUES.after, 2);
}

function cueBefore(text: string, start: number, cues: readonly string[], maxWords: number): boolean {
  let at = start;
  for (let words = 0; words <= maxWords; words++) {
    const end = skipSpaceBack(text, at);
    if (end === at) return false;
    if (cues.some((cue) => endsWithCue(text, end, cue))) return true;
    at = end;
    while (isGapCharacter(text, at - 1)) at--;
    if (at === end) return false;
  }
  return false;
}

function endsWithCue(text: string, end: number, cue: string): boolean {
  const start = end - cue.length;
  return start >= 0 && text.startsWith(cue, start) && kindBefore(text, start) !== WORD;
}

function cueAfter(text: string, end: number, cues: readonly string[], maxWords: number): boolean {
  let at = end;
  for (let words = 0; words <= maxWords; words++) {
    const start = skipSpace(text, at);
    if (start === at) return false;
    if (cues.some((cue) => text.startsWith(cue, start) && kindAt(text, start + cue.length) !== WORD)) return true;
    at = start;
    while (isGapCharacter(text, at)) at++;
    if (at === start) return false;
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
