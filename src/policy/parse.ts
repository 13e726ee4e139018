import { isUtf8 } from 'node:buffer';
import type { Alias, CST, ParsedNode } from 'yaml';
import { isMapping, type JsonObject } from '../lib/json.ts';
import { composeSingle } from './yaml/compose.ts';
import { checkPlainValues } from './yaml/plain-values.ts';
import { type LineStarts, lineStarts, placeOf, type YamlProblem } from './yaml/problem.ts';
import { toJson } from './yaml/to-json.ts';
import { readTokens } from './yaml/tokens.ts';

/** Largest policy that is read, in bytes. The shipped one has 20 thousand. */
export const MAX_POLICY_BYTES = 2 * 1024 * 1024;

/** How every load error begins, except the one for a root that is no mapping, which the wire fixes whole. */
export const LOAD_ERROR_PREFIX = 'could not load router config: ';

/** The error for an empty file, a file of comments, a list or a scalar. Exact on the wire. */
export const ROOT_ERROR = 'router config root must be a mapping';

/** A policy document, or the one sentence that says why there is none. */
export type ParseResult =
  | { readonly ok: true; readonly document: JsonObject; readonly warnings: string[] }
  | { readonly ok: false; readonly error: string };

/** A policy document with everything that an edit of its text needs. */
export interface PolicyTree {
  readonly ok: true;
  readonly document: JsonObject;
  readonly warnings: string[];
  /** The text without its byte order mark; every position is a UTF-16 index into it. */
  readonly text: string;
  readonly lines: LineStarts;
  /** With the tokens they were made of (`srcToken`). */
  readonly root: ParsedNode;
  readonly tokens: readonly CST.Token[];
  /** What each alias stands for. */
  readonly aliases: ReadonlyMap<Alias, ParsedNode>;
}

/**
 * Reads the bytes of a router.yaml: YAML 1.2 core with `<<`, UTF-8 with or without a byte order mark, any line ends. Never throws, and never
 * gives a document that differs from what the file says. Errors name line and column, both from 1, and the cure where there is one. Whether
 * the policy makes sense is lint's question, not this one's.
 */
export function parsePolicy(bytes: Uint8Array): ParseResult {
  const tree = parsePolicyTree(bytes);
  return tree.ok ? { ok: true, document: tree.document, warnings: tree.warnings } : tree;
}

/** As {@link parsePolicy}, for whoever is going to edit the text. */
export function parsePolicyTree(bytes: Uint8Array): PolicyTree | Extract<ParseResult, { readonly ok: false }> {
  if (bytes.length > MAX_POLICY_BYTES) return failed(tooLarge(bytes.length));
  if (!isUtf8(bytes)) return failed(notUtf8(bytes));
  const text = new TextDecoder('utf-8').decode(bytes);
  try {
    return parseText(text);
  } catch (error) {
    // Nothing known gets here; a policy file must not be able to stop the daemon even so.
    return failed(`the YAML parser gave up (${error instanceof Error ? error.message : 'unknown reason'})`);
  }
}

/** What is wrong with a file of this many bytes. */
export function tooLarge(size: number): string {
  return `the file has ${size} bytes, the limit is ${MAX_POLICY_BYTES}`;
}

/** A load error in the wire's words. */
export function loadError(reason: string): string {
  return `${LOAD_ERROR_PREFIX}${reason}`;
}

function parseText(text: string): ReturnType<typeof parsePolicyTree> {
  const lines = lineStarts(text);
  const fail = (problems: readonly YamlProblem[]) => {
    const [first] = [...problems].sort((a, b) => a.offset - b.offset);
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    return failed(first === undefined ? 'not YAML' : `${placeOf(lines, first.offset)}: ${first.message}${more}`);
  };
  const stray = strayCharacter(text);
  if (stray !== null) return fail([stray]);
  const tokens = readTokens(text);
  if (!tokens.ok) return fail([tokens.problem]);
  const composed = composeSingle(text, tokens.tokens);
  if (!composed.ok) return fail(composed.problems);
  const root = composed.document.contents;
  const { value, problems, aliases } = toJson(root, lines);
  if (problems.length > 0) return fail(problems);
  if (root === null || !isMapping(value)) return { ok: false, error: ROOT_ERROR };
  const { errors, warnings } = checkPlainValues(root, aliases);
  if (errors.length > 0) return fail(errors);
  return {
    ok: true,
    document: value,
    warnings: warnings.map(({ offset, message }) => `${placeOf(lines, offset)}: ${message}`),
    ...{ text, lines, root, tokens: tokens.tokens, aliases },
  };
}

/** Characters YAML does not allow (Hermes' reader refuses them), and a byte order mark that is not at the beginning. */
const STRAY = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]/;

function strayCharacter(text: string): YamlProblem | null {
  const offset = text.search(STRAY);
  if (offset === -1) return null;
  const code = text.charCodeAt(offset);
  if (code === 0xfeff) return { offset, message: 'a byte order mark in the middle of the file; remove it' };
  return { offset, message: `the control character U+${code.toString(16).toUpperCase().padStart(4, '0')}; remove it` };
}

function notUtf8(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return 'the file is UTF-16; save it as UTF-8';
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    // No UTF-8 sequence contains a line feed, so the bad bytes lie within one line.
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) break;
    start = end + 1;
  }
  return `line ${line}: bytes that are not UTF-8; save the file as UTF-8`;
}

function failed(reason: string): Extract<ParseResult, { readonly ok: false }> {
  return { ok: false, error: loadError(reason) };
}
