import { CJK, kindOf } from './characters.ts';
import { isAscii } from './normalise.ts';

/** Code points per token of text in scripts other than Chinese, Japanese and Korean. From the reference's contract. */
export const CHARS_PER_TOKEN = 3.6;
/** Tokens per Chinese, Japanese or Korean code point. */
export const TOKENS_PER_CJK = 0.6;
/** Input tokens that a file adds which the task speaks of, and that a whole repository adds. */
export const TOKENS_PER_FILE = 4000;
export const TOKENS_PER_REPOSITORY = 40_000;

/** Code points of a text, by how they count. */
export interface CodePointCounts {
  readonly cjk: number;
  readonly other: number;
}

/** Counts the code points of a text. A lone surrogate is one. */
export function countCodePoints(text: string): CodePointCounts {
  if (isAscii(text)) return { cjk: 0, other: text.length };
  let cjk = 0;
  let other = 0;
  for (let at = 0; at < text.length; at++) {
    const codePoint = text.codePointAt(at) ?? 0;
    if (codePoint > 0xffff) at++;
    if (kindOf(codePoint) === CJK) cjk++;
    else other++;
  }
  return { cjk, other };
}

/**
 * Input tokens of a task, rounded up: its text, the files it speaks of, and once the allowance for a whole repository.
 * Computed over the common denominator of 0.6 and 1/3.6, so that no rounding error lifts a whole number to the next.
 */
export function estimateTokens(counts: CodePointCounts, numFiles: number, wholeRepository: boolean): number {
  const text = Math.ceil((Math.max(0, counts.cjk) * 54 + Math.max(0, counts.other) * 25) / 90);
  return text + Math.max(0, numFiles) * TOKENS_PER_FILE + (wholeRepository ? TOKENS_PER_REPOSITORY : 0);
}
