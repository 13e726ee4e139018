import { CJK, kindOf, WORD } from './characters.ts';
import { addAnywhere, addExtension, addTerm, copyDraft, type Draft, emptyDraft, finish, NO_EFFECT } from './draft.ts';
import { type ExtraSignals, SIGNAL_LIST_NAMES, type SignalListName } from './features.ts';
import { inflections, plural, uninflected } from './inflect.ts';
import * as marks from './marks.ts';
import { normaliseText } from './normalise.ts';
import type { Effect, Vocabulary } from './vocabulary.ts';
import * as lists from './word-lists.ts';

type InflectedList = keyof typeof lists.INFLECTED_LISTS;

const LIST_MARKS: readonly (readonly [InflectedList, number])[] = [
  ['hard', marks.HARD],
  ['trivial', marks.TRIVIAL],
  ['code', marks.CODE],
  ['review', 0],
  ['tools', marks.TOOLS],
  ['structured', marks.STRUCTURED],
  ['stack', marks.STACK],
  ['question', marks.QUESTION],
  ['path', marks.PATH],
  ['wholeRepo', marks.WHOLE_REPO],
];

const PLACED_WORDS: readonly (readonly [readonly string[], number])[] = [
  [['def', 'class', 'import', 'from'], marks.KEYWORD_OF_CODE],
  [['line', 'lines', 'loc'], marks.LINES_UNIT],
  [['file', 'files'], marks.FILES_UNIT],
];

const EXTENSION_TERM = /^\.[\p{L}\p{N}_]+$/u;
/** Written like an extension, but the name of a platform. */
const PLATFORM = '.net';

const builtInDraft = draftBuiltIn();

/** The built-in lists, and with them the extra words of a policy. Any string is tolerated as an extra word. */
export function compileVocabulary(extra: ExtraSignals = {}): Vocabulary {
  const draft = copyDraft(builtInDraft);
  for (const list of SIGNAL_LIST_NAMES) {
    for (const term of extra[list] ?? []) addExtra(draft, list, term);
  }
  return finish(draft);
}

function draftBuiltIn(): Draft {
  const draft = emptyDraft();
  addInflectedLists(draft);
  addLanguages(draft);
  addPictures(draft);
  addAttachments(draft);
  for (const [words, bits] of PLACED_WORDS) {
    for (const word of words) addTerm(draft, word, { ...NO_EFFECT, marks: bits }, uninflected);
  }
  for (const name of lists.CODE_EXTENSIONS) {
    addExtension(draft, name, { effect: { ...NO_EFFECT, marks: marks.CODE }, isPath: true });
  }
  for (const name of lists.OTHER_PATH_EXTENSIONS) addExtension(draft, name, { isPath: true });
  return draft;
}

function effectOf(list: InflectedList, bits: number, term: string): Effect {
  return { ...NO_EFFECT, marks: bits, keywords: list === 'review' ? [term] : [] };
}

function addInflectedLists(draft: Draft): void {
  for (const [list, bits] of LIST_MARKS) {
    for (const term of lists.INFLECTED_LISTS[list]) addTerm(draft, term, effectOf(list, bits, term), inflections);
  }
}

function addLanguages(draft: Draft): void {
  for (const [row, { words, extensions }] of lists.LANGUAGES.entries()) {
    const effect = { ...NO_EFFECT, languages: 1 << row };
    for (const word of words) addTerm(draft, word, effect, uninflected);
    for (const name of extensions) addExtension(draft, name, { effect });
  }
}

function addPictures(draft: Draft): void {
  const groups: readonly (readonly [readonly string[], number])[] = [
    [lists.VISION_WORDS, marks.VISION],
    [lists.VISION_NOUNS.deictic, marks.DEICTIC_NOUN],
    [lists.VISION_NOUNS.supplied, marks.SUPPLIED_NOUN],
    [lists.NON_VISUAL_COMPOUNDS, marks.NON_VISUAL],
  ];
  for (const [words, bits] of groups) {
    for (const word of words) addTerm(draft, word, { ...NO_EFFECT, marks: bits }, plural);
  }
}

function addAttachments(draft: Draft): void {
  for (const [row, { words, extensions }] of lists.ATTACHMENT_KINDS.entries()) {
    const attachments = 1 << row;
    for (const word of words) addTerm(draft, word, { ...NO_EFFECT, attachments }, plural);
    for (const name of extensions) for (const form of plural(name)) addExtension(draft, form, { attachments });
  }
}

/**
 * A policy's word follows the rules of its list: `.ext` is an extension, a term with a CJK letter or without any letter
 * counts anywhere, everything else starts at a word boundary and is inflected.
 */
function addExtra(draft: Draft, list: SignalListName, written: string): void {
  const term = normaliseText(written).toLowerCase().trim();
  const builtIn: readonly string[] = lists.INFLECTED_LISTS[list];
  if (term === '' || builtIn.includes(term)) return;
  const bits = LIST_MARKS.find(([name]) => name === list)?.[1] ?? 0;
  const effect = effectOf(list, bits, written.trim().toLowerCase());
  const kinds = new Set(Array.from(term, (character) => kindOf(character.codePointAt(0) ?? 0)));
  if (kinds.has(CJK) || !kinds.has(WORD)) addAnywhere(draft, term, effect, kinds.has(CJK));
  else if (EXTENSION_TERM.test(term) && term !== PLATFORM) {
    addExtension(draft, term.slice(1), { effect, isPath: true });
  } else addTerm(draft, term, effect, inflections);
}
