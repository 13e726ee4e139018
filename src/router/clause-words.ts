import { isList, isMapping, type Json } from '../lib/json.ts';
import { cutCodePoints } from '../lib/text.ts';

/** Longest text and longest list that an explanation quotes, so that a huge policy cannot make a huge answer. */
const QUOTED_TEXT = 80;
const QUOTED_ITEMS = 12;

/** How each operator reads between a field and its target. */
const OPERATOR_WORDS: ReadonlyMap<string, string> = new Map([
  ['eq', '='],
  ['ne', 'other than'],
  ['in', 'one of'],
  ['nin', 'none of'],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
  ['contains', 'contains'],
  ['starts_with', 'starts with'],
  ['ends_with', 'ends with'],
  ['matches', 'matches'],
]);

/** What a person can change to move a feature: in the task, in the request, or in the policy's word lists. */
const FEATURE_LEVERS: ReadonlyMap<string, string> = new Map([
  ['has_code', 'name a code file or put the code in a fence'],
  ['size_lines', 'say how many lines, such as "~40 lines"'],
  ['num_files', 'say how many files, such as "3 files"'],
  ['has_stacktrace', 'paste the stack trace'],
  ['num_requirements', 'list the requirements as bullets'],
  ['verb_class', "the task's verbs decide; `signals.hard` and `signals.trivial` add words"],
  ['lang', 'name the language or a file of it'],
  ['keywords', "the task's review words decide; `signals.review` adds words"],
  ['est_input_tokens', 'the prompt that is measured decides'],
  ['needs_vision', 'mention the image or screenshot'],
  ['needs_structured_output', 'ask for JSON; `signals.structured` adds words'],
  ['needs_tools', 'ask for an action instead of an explanation'],
  ['attachment_kinds', 'name the attached file'],
  ['utc_hour', 'ask with `at` in such an hour'],
  ['utc_weekday', 'ask with `at` on such a day, 0 is Monday'],
  ['assignee', 'the caller fixes the role'],
  ['blocked_model', 'true only while the requested model is blocked'],
]);

/** A value cut to what an explanation quotes: long texts and lists end in an ellipsis, nested mappings too. */
export function quoteJson(value: Json): Json {
  if (typeof value === 'string') return quoteText(value);
  if (isList(value)) {
    const shown = value
      .slice(0, QUOTED_ITEMS)
      .map((item) => (isPlain(item) ? quoteJson(item) : quoteText(spell(item))));
    return value.length > QUOTED_ITEMS ? [...shown, '…'] : shown;
  }
  return isMapping(value) ? quoteText(spell(value)) : value;
}

/** A text cut to what an explanation quotes. */
export function quoteText(text: string): string {
  // Nearly every text is short: a hundred rules are quoted in one answer.
  if (text.length <= QUOTED_TEXT) return text;
  const cut = cutCodePoints(text, QUOTED_TEXT);
  return cut.length < text.length ? `${cut}…` : text;
}

/** One operator that does not hold, with the change that would make it hold: `size_lines <= 40 (is 200)`. */
export function nearestWords(field: string, op: string, target: Json, actual: Json | undefined): string {
  const wanted = `${quoteText(field)} ${OPERATOR_WORDS.get(op) ?? op} ${quoteText(spell(quoteJson(target)))}`;
  return `${wanted} (${actual === undefined ? 'not known here' : `is ${quoteText(spell(quoteJson(actual)))}`})`;
}

/** How a person can move a feature; empty for a field nobody knows. */
export function leverOf(field: string): string {
  return FEATURE_LEVERS.get(field) ?? '';
}

function isPlain(value: Json): boolean {
  return !isList(value) && !isMapping(value);
}

function spell(value: Json): string {
  if (value === '') return '""';
  if (isList(value) && value.length === 0) return 'empty';
  if (typeof value === 'string') return value;
  return isPlain(value) ? String(value) : JSON.stringify(value);
}
