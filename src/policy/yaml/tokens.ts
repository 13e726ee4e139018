import { CST, Lexer, Parser } from 'yaml';
import { withCure } from './cures.ts';
import type { YamlProblem } from './problem.ts';

/**
 * Nesting that a policy may have. Ours need 8; the package's composer recurses once a level and dies of a RangeError at a few thousand, so
 * the limit is checked on the tokens, whose parser keeps its own stack.
 */
export const MAX_DEPTH = 100;

/** Message of a nesting problem. Shared with the alias check, which can deepen a document too. */
export const TOO_DEEP = `nested too deep (more than ${MAX_DEPTH} levels)`;

/**
 * Lexical elements (words, brackets, line ends, ...) that a policy may have. The shipped one has 1,840. Composing costs about 10
 * microseconds for each, in the daemon's only thread.
 */
export const MAX_ELEMENTS = 100_000;

const COLLECTIONS: ReadonlySet<string> = new Set(['block-map', 'block-seq', 'flow-collection']);

/** Tokens of a text, or the first thing that makes it not worth composing. */
export type TokenResult =
  | { readonly ok: true; readonly tokens: readonly CST.Token[] }
  | { readonly ok: false; readonly problem: YamlProblem };

/**
 * Cuts a text into the package's concrete syntax tokens, stopping at the first level of nesting past the limit, so that a megabyte of `[`
 * costs nothing, and at the first tab used as white space, which Hermes' own reader refuses everywhere and this one only in places.
 */
export function readTokens(text: string): TokenResult {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let inScalar = false;
  let elements = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++elements > MAX_ELEMENTS)
      return {
        ok: false,
        problem: { offset: parser.offset, message: `more than ${MAX_ELEMENTS} elements; a policy is smaller` },
      };
    const kind: string | null = inScalar ? 'plain text' : CST.tokenType(lexeme);
    const tab = kind === 'space' || kind === 'plain text' ? lexeme.indexOf('\t') : -1;
    if (tab !== -1 && !inBlockScalar(parser)) {
      const message = 'a tab where YAML wants spaces; replace it with spaces';
      return { ok: false, problem: { offset: parser.offset + tab, message } };
    }
    inScalar = kind === 'scalar';
    for (const token of parser.next(lexeme)) {
      // The first stray token is enough to refuse the file; composing a megabyte of `]` takes minutes.
      if (token.type === 'error') return { ok: false, problem: strayToken(text, token) };
      tokens.push(token);
    }
    if (parser.stack.length > MAX_DEPTH && depthOf(parser) > MAX_DEPTH)
      return { ok: false, problem: { offset: parser.offset, message: TOO_DEEP } };
  }
  tokens.push(...parser.end());
  return { ok: true, tokens };
}

function strayToken(text: string, token: CST.ErrorToken): YamlProblem {
  return {
    offset: token.offset,
    message: withCure(text, token.offset, { code: 'UNEXPECTED_TOKEN', message: token.message }),
  };
}

/** The text of `|` and `>` blocks comes as one plain lexeme; a tab in there is content. */
function inBlockScalar(parser: Parser): boolean {
  return parser.stack.at(-1)?.type === 'block-scalar';
}

function depthOf(parser: Parser): number {
  return parser.stack.filter(({ type }) => COLLECTIONS.has(type)).length;
}
