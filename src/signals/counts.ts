import { kindOf, SPACE, skipSpaceBack } from './characters.ts';

/** Counts beyond this are this: a text can name any number, a feature stays a safe integer. */
export const MAX_COUNT = 1e9;

/** How far back a number is looked for. Longer digit runs are beyond `MAX_COUNT` anyway. */
const REACH = 40;
/** Whole (`1,200`), decimal thousands (`1.5k`), not the tail of a name or version (`mp3`, `utf-8`, `2.17`). */
const TRAILING_NUMBER = /(?<![\p{L}\p{N}_.]|\p{L}-)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+)(?=k))?(k?)$/u;
const RANGE_START = /\dk?-\s*$/;
const GLUED_UNIT = /^\d+k?(lines?|loc|files?)$/;

/** A number of lines or files that a text names. */
export interface NamedCount {
  readonly value: number;
  /** It is the upper bound of a range such as `3-5 files`. */
  readonly isRange: boolean;
}

/** The number in front of the unit that starts at `unitStart`: `40 lines`, `500-line`, `10k LOC`, `200+ lines`. */
export function countBefore(text: string, unitStart: number): NamedCount | null {
  let end = skipSpaceBack(text, unitStart);
  if (end === unitStart && text.charAt(end - 1) === '-') end--;
  if (text.charAt(end - 1) === '+') end--;
  const last = text.charCodeAt(end - 1);
  if (!(last >= 0x30 && last <= 0x39) && last !== 0x6b) return null;
  const before = text.slice(Math.max(0, end - REACH), end);
  const found = TRAILING_NUMBER.exec(before);
  if (found === null) return null;
  const [, whole = '', fraction = '0', thousands] = found;
  const number = Number(`${whole.replaceAll(',', '')}.${fraction}`);
  return {
    value: Math.min(MAX_COUNT, Math.round(thousands === 'k' ? number * 1000 : number)),
    isRange: RANGE_START.test(before.slice(0, found.index)),
  };
}

/** The unit inside a word such as `40lines` or `10kloc`, or null. */
export function gluedUnit(word: string): string | null {
  return GLUED_UNIT.exec(word)?.[1] ?? null;
}

/** True when the line that starts at `lineStart` is a bullet (`- x`, `* x`) or a numbered line (`1. x`, `2) x`). */
export function startsRequirement(text: string, lineStart: number): boolean {
  let at = skipBlanks(text, lineStart);
  const first = text.charAt(at);
  if (first === '-' || first === '*') at++;
  else {
    const digits = at;
    while (isDigit(text.charCodeAt(at))) at++;
    if (at === digits || (text.charAt(at) !== '.' && text.charAt(at) !== ')')) return false;
    at++;
  }
  const content = skipBlanks(text, at);
  return content > at && content < text.length && text.charAt(content) !== '\n';
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Past white space, but not past the end of the line. */
function skipBlanks(text: string, index: number): number {
  let at = index;
  while (at < text.length && text.charCodeAt(at) !== 0x0a && kindOf(text.charCodeAt(at)) === SPACE) at++;
  return at;
}
