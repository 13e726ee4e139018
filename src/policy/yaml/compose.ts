import { Composer, type CST, type Document, type ParsedNode, type YAMLError } from 'yaml';
import { withCure } from './cures.ts';
import type { YamlProblem } from './problem.ts';

/** The one document of a text, or everything that is wrong with its syntax, in the order of the text. */
export type ComposeResult =
  | { readonly ok: true; readonly document: Document.Parsed<ParsedNode> }
  | { readonly ok: false; readonly problems: readonly YamlProblem[] };

/**
 * Composes tokens into the single document of a policy under the YAML 1.2 core schema. Warnings of the package are problems: each of them
 * stands for a value that is not what was written (`!urgent` becomes an empty text). A second document is a problem, never ignored.
 */
export function composeSingle(text: string, tokens: readonly CST.Token[]): ComposeResult {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: true,
    strict: true,
    prettyErrors: false,
    resolveKnownTags: false,
    // The package compares every key with every other, which takes minutes on a hostile megabyte; to-json.ts checks them with a map.
    uniqueKeys: false,
    // An edit needs to know where dashes and colons stand.
    keepSourceTokens: true,
    logLevel: 'silent',
  });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) return { ok: false, problems: [{ offset: 0, message: 'no document' }] };
  const problems = [...document.errors, ...document.warnings]
    .sort((a, b) => a.pos[0] - b.pos[0])
    // Only the first is shown, and a hostile file has a million.
    .map((error, index) => problemOf(text, error, index === 0));
  if (second !== undefined)
    problems.push({ offset: second.range[0], message: 'a second document begins here; a policy is one document' });
  const directives = document.directives?.yaml;
  if (directives?.explicit && directives.version !== '1.2')
    problems.push({ offset: 0, message: `%YAML ${directives.version} is not supported; remove the directive` });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, document };
}

function problemOf(text: string, error: YAMLError, cured: boolean): YamlProblem {
  const offset = Math.min(error.pos[0], text.length);
  return { offset, message: cured ? withCure(text, offset, error) : error.message };
}
