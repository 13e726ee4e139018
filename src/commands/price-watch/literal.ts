import { createHash } from 'node:crypto';

/** A page could not be read the way it should be. */
export interface WatchProblem extends Error {
  readonly watchProblem: true;
}

/** Makes a {@link WatchProblem}. */
export function watchProblem(message: string): WatchProblem {
  return Object.assign(new Error(message), { watchProblem: true as const });
}

/** True for an error made by {@link watchProblem}. */
export function isWatchProblem(error: unknown): error is WatchProblem {
  return error instanceof Error && 'watchProblem' in error;
}

/** Longest literal that is kept, in characters: a page without line breaks would be one. */
const MAX_LITERAL = 20_000;

/**
 * The first line of a page that has the anchor in it, whatever its case, with single blanks. No price is read out of it: only that it changed is
 * of interest.
 * @throws WatchProblem where no line has it, or only the page's own description of itself.
 */
export function literalOf(page: string, anchor: string): string {
  const wanted = folded(anchor);
  const line = page.split(/\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/).find((text) => folded(text).includes(wanted));
  if (line === undefined) throw watchProblem('pricing anchor not found');
  const literal = line.split(/\s+/).filter(Boolean).join(' ');
  if (/^<(meta|title)/i.test(literal) || literal.includes('og:'))
    throw watchProblem('pricing anchor resolved to page metadata');
  return literal.slice(0, MAX_LITERAL);
}

/** SHA-256 of a literal in lower-case hex. */
export function literalHash(literal: string): string {
  return createHash('sha256').update(literal).digest('hex');
}

function folded(text: string): string {
  return text.toLowerCase().split(/\s+/).join(' ');
}
