/** Neither a letter, a digit, nor white space: punctuation, symbols, emoji, lone surrogates. */
export const OTHER = 1;
/** A letter, digit, mark or underscore of a script that separates its words. */
export const WORD = 2;
/** A letter of Chinese, Japanese or Korean. It ends a word of another script: in `review一下` the word is `review`. */
export const CJK = 3;
/** White space, line feeds included. */
export const SPACE = 4;

const CJK_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc\uff70]/u;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;
const WHITE_SPACE = /\s/u;

/** Filled as code points are met: a property test costs a hundred times a table look-up. Planes 0 and 1. */
const kinds = new Uint8Array(0x20000);

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (CJK_LETTER.test(character)) return CJK;
  if (WORD_CHARACTER.test(character)) return WORD;
  return WHITE_SPACE.test(character) ? SPACE : OTHER;
}

/** Which of `OTHER`, `WORD`, `CJK` and `SPACE` a code point is. */
export function kindOf(codePoint: number): number {
  if (codePoint >= kinds.length) return codePoint < 0x40000 ? CJK : OTHER;
  const known = kinds[codePoint];
  if (known) return known;
  const kind = classify(codePoint);
  kinds[codePoint] = kind;
  return kind;
}

/** Kind of the character that starts at an index; `OTHER` past the end. */
export function kindAt(text: string, index: number): number {
  const codePoint = text.codePointAt(index);
  return codePoint === undefined ? OTHER : kindOf(codePoint);
}

/** Kind of the character that ends before an index; `OTHER` at the start. */
export function kindBefore(text: string, index: number): number {
  if (index <= 0) return OTHER;
  const last = text.charCodeAt(index - 1);
  const isLowSurrogate = last >= 0xdc00 && last <= 0xdfff;
  return isLowSurrogate && index > 1 ? kindAt(text, index - 2) : kindOf(last);
}

/** Index after the word that starts at `index`, giving up (and answering `index`) when it is longer than `limit`. */
export function wordEnd(text: string, index: number, limit: number): number {
  let at = index;
  while (at < text.length) {
    const codePoint = text.codePointAt(at) ?? 0;
    if (kindOf(codePoint) !== WORD) break;
    at += codePoint > 0xffff ? 2 : 1;
    if (at - index > limit) return index;
  }
  return at;
}

/** Index of the first character at or after `index` that is not white space. */
export function skipSpace(text: string, index: number): number {
  let at = index;
  while (at < text.length && kindOf(text.charCodeAt(at)) === SPACE) at++;
  return at;
}

/** Index after the last character before `index` that is not white space. */
export function skipSpaceBack(text: string, index: number): number {
  let at = index;
  while (at > 0 && kindOf(text.charCodeAt(at - 1)) === SPACE) at--;
  return at;
}
