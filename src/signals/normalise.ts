const NON_ASCII = /[^\p{ASCII}]/u;
// The loops below are bounded: an unbounded one overflows the regex stack on a huge run.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}{1,9999}/gu;
/** These two expand to 18 and 8 characters under NFKC, so a text of them would grow eighteenfold. */
const EXPLODING = /[\ufdfa\ufdfb]{1,9999}/g;
/** Canonical ordering of a long run of marks takes quadratic time; Unicode's stream-safe format allows 30. */
const LONG_MARK_RUN = /\p{M}{31}/u;
const LONG_MARK_RUNS = /(\p{M}{30})\p{M}{1,60000}/gu;
const APOSTROPHE = /[\u2018\u2019\u02bc]/g;
const HYPHEN = /[\u2010-\u2013\u2212]/g;
/** The only letter whose lower case is longer than itself. */
const DOTTED_CAPITAL_I = /\u0130/g;

/** True when every character is ASCII, so that nothing needs normalising and no letter is Chinese, Japanese or Korean. */
export function isAscii(text: string): boolean {
  return !NON_ASCII.test(text);
}

/**
 * The form in which texts and terms are compared: NFKC, without invisible characters (zero-width, soft hyphen, joiners,
 * variation selectors), with plain apostrophes and hyphens. Case is kept, and lower-casing the result keeps its length.
 * Takes time linear in the text.
 */
export function normaliseText(text: string): string {
  if (isAscii(text)) return text;
  return withoutLongMarkRuns(text.replace(INVISIBLE, '').replace(EXPLODING, ' '))
    .normalize('NFKC')
    .replace(APOSTROPHE, "'")
    .replace(HYPHEN, '-')
    .replace(DOTTED_CAPITAL_I, 'I');
}

function withoutLongMarkRuns(text: string): string {
  return LONG_MARK_RUN.test(text) ? text.replace(LONG_MARK_RUNS, '$1') : text;
}
