/** What a term says about a text, one bit each, so that a scan collects them in one number. */
export const HARD = 1;
export const TRIVIAL = 1 << 1;
export const CODE = 1 << 2;
export const TOOLS = 1 << 4;
export const STRUCTURED = 1 << 5;
export const STACK = 1 << 6;
export const QUESTION = 1 << 7;
export const PATH = 1 << 8;
export const WHOLE_REPO = 1 << 9;
export const VISION = 1 << 10;
/** `def`, `class`, `import`, `from`: code only where the text around them is code. */
export const KEYWORD_OF_CODE = 1 << 11;
/** `lines`, `loc`, and `files`: a number may stand before them. */
export const LINES_UNIT = 1 << 12;
export const FILES_UNIT = 1 << 13;
/** Nouns that are a picture only next to a cue, and compounds of theirs that are none. */
export const DEICTIC_NOUN = 1 << 14;
export const SUPPLIED_NOUN = 1 << 15;
export const NON_VISUAL = 1 << 16;

/** The marks that need the place of the word, not only its presence. */
export const PLACED = KEYWORD_OF_CODE | LINES_UNIT | FILES_UNIT | DEICTIC_NOUN | SUPPLIED_NOUN;
