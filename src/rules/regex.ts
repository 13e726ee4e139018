import { LRUCache } from 'lru-cache';
import { RE2JS, RE2JSException } from 're2js';

/** Longest pattern that compiles, in UTF-16 units: a page of regex; it bounds the size of the compiled program. */
export const MAX_PATTERN_LENGTH = 1_000;

/**
 * Longest text that is searched, in UTF-16 units; a longer one does not match. The features a rule can look at are
 * words, so this only bounds the worst case (measured: 0.3 s for the costliest pattern that compiles).
 */
export const MAX_SEARCHED_LENGTH = 10_000;

/** More patterns than a policy of a hundred rules has; each entry keeps its automaton warm. */
const CACHED_PATTERNS = 200;

/** A compiled pattern. Holds no position between calls: the same text gets the same answer every time. */
export interface Pattern {
  /** True when the pattern occurs anywhere in the text; case matters unless the pattern says `(?i)`. */
  test(text: string): boolean;
}

type Compiled = { readonly pattern: Pattern } | { readonly problem: string };

const compiled = new LRUCache<string, Compiled>({ max: CACHED_PATTERNS });

/**
 * Compiles a pattern on a linear-time engine (RE2 syntax: no look-around, no back-references), because a policy file
 * must not be able to freeze the daemon. `null` for a pattern that does not compile; never throws.
 */
export function compilePattern(pattern: string): Pattern | null {
  const result = compileCached(pattern);
  return 'pattern' in result ? result.pattern : null;
}

/** Why a pattern does not compile, for people; `null` when it does. */
export function patternProblem(pattern: string): string | null {
  const result = compileCached(pattern);
  return 'problem' in result ? result.problem : null;
}

function compileCached(pattern: string): Compiled {
  if (pattern.length > MAX_PATTERN_LENGTH) return { problem: `longer than ${MAX_PATTERN_LENGTH} characters` };
  const known = compiled.get(pattern);
  if (known) return known;
  const fresh = compile(pattern);
  compiled.set(pattern, fresh);
  return fresh;
}

function compile(pattern: string): Compiled {
  try {
    const engine = RE2JS.compile(pattern);
    return { pattern: { test: (text) => text.length <= MAX_SEARCHED_LENGTH && engine.test(text) } };
  } catch (error) {
    // Whatever the engine throws on odd input, the pattern is what is wrong: there is nothing else in play.
    const reason =
      error instanceof RE2JSException ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    return { problem: reason };
  }
}
