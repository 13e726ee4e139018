import { hasFence } from './code-syntax.ts';
import { compileVocabulary } from './compile.ts';
import { type ExtraSignals, type Features, SIGNAL_LIST_NAMES } from './features.ts';
import * as marks from './marks.ts';
import { normaliseText } from './normalise.ts';
import { type Sightings, scanText } from './scan.ts';
import { countCodePoints, estimateTokens } from './tokens.ts';
import { showsPicture } from './vision.ts';
import type { Vocabulary } from './vocabulary.ts';
import { ATTACHMENT_KINDS, LANGUAGES } from './word-lists.ts';

const builtIn = compileVocabulary();
/** A policy's words are compiled once: its `ExtraSignals` object lives as long as the policy does. */
const compiled = new WeakMap<ExtraSignals, Vocabulary>();

/**
 * Measures a task text: the 14 features of `EXTRACTED_FEATURE_NAMES`, in that order. Pure, never throws, linear in the
 * text. Words are matched on the normalised text (`normaliseText`); `char_len` and the tokens count the text as given.
 * `extra`: a policy's words per list, which follow the rules of the built-in ones.
 */
export function extractSignals(text: string, options: { readonly extra?: ExtraSignals } = {}): Features {
  const normal = normaliseText(text);
  const vocabulary = options.extra === undefined ? builtIn : vocabularyOf(options.extra);
  const lower = normal.toLowerCase();
  const seen = scanText(lower, normal, vocabulary);
  absorbAnywhere(seen, lower, vocabulary);
  const has = (mark: number) => (seen.marks & mark) !== 0;
  const counts = countCodePoints(text);
  const numFiles = Math.max(0, seen.filesOfRange >= 0 ? seen.filesOfRange : seen.files);
  return {
    char_len: counts.cjk + counts.other,
    has_code: has(marks.CODE) || hasFence(normal),
    size_lines: Math.max(0, seen.lines),
    num_files: numFiles,
    has_stacktrace: has(marks.STACK),
    num_requirements: seen.requirements,
    verb_class: has(marks.HARD) ? 'hard' : has(marks.TRIVIAL) ? 'trivial' : 'unknown',
    lang: LANGUAGES[lowestBit(seen.languages)]?.name ?? '',
    keywords: [...seen.keywords].sort(),
    est_input_tokens: estimateTokens(counts, numFiles, has(marks.WHOLE_REPO)),
    needs_vision: has(marks.VISION) || showsPicture(lower, seen.nouns, seen.compounds),
    needs_structured_output: has(marks.STRUCTURED),
    // Fail closed: only a plain question about no file is known to need no tools.
    needs_tools: has(marks.TOOLS) || !has(marks.QUESTION) || has(marks.PATH),
    attachment_kinds: ATTACHMENT_KINDS.filter((_, row) => (seen.attachments & (1 << row)) !== 0).map(
      ({ name }) => name,
    ),
  };
}

function vocabularyOf(extra: ExtraSignals): Vocabulary {
  if (SIGNAL_LIST_NAMES.every((list) => (extra[list] ?? []).length === 0)) return builtIn;
  const known = compiled.get(extra);
  if (known !== undefined) return known;
  const vocabulary = compileVocabulary(extra);
  compiled.set(extra, vocabulary);
  return vocabulary;
}

function absorbAnywhere(seen: Sightings, text: string, vocabulary: Vocabulary): void {
  for (const { pattern, effect } of vocabulary.anywhere) {
    if (!pattern.test(text)) continue;
    seen.marks |= effect.marks;
    for (const keyword of effect.keywords) seen.keywords.add(keyword);
  }
}

/** Index of the lowest set bit; -1 for none. */
function lowestBit(bits: number): number {
  return bits === 0 ? -1 : 31 - Math.clz32(bits & -bits);
}
