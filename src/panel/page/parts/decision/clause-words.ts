import { isList, isMapping, type JsonObject } from '../../../../lib/json.ts';
import { ownRow, shown } from '../../wire/read.ts';

/** How a feature reads: what is so when it is true and when it is false, or what is measured. */
type FeatureWords = { readonly yes: string; readonly no: string } | { readonly name: string };

/** What each feature of a task says (those that are measured, and those that a caller or the clock adds). */
const FEATURES: Readonly<Record<string, FeatureWords>> = {
  char_len: { name: 'characters' },
  has_code: { yes: 'has code', no: 'has no code' },
  size_lines: { name: 'lines of code it speaks of' },
  num_files: { name: 'files it speaks of' },
  has_stacktrace: { yes: 'has a stack trace', no: 'has no stack trace' },
  num_requirements: { name: 'requirements in a list' },
  verb_class: { name: 'kind of its verbs' },
  lang: { name: 'language' },
  keywords: { name: 'review words' },
  est_input_tokens: { name: 'estimated input tokens' },
  needs_vision: { yes: 'needs vision', no: 'needs no vision' },
  needs_structured_output: { yes: 'needs structured output', no: 'needs no structured output' },
  needs_tools: { yes: 'needs tools', no: 'needs no tools' },
  attachment_kinds: { name: 'kinds of attachments' },
  utc_hour: { name: 'hour (UTC)' },
  utc_weekday: { name: 'weekday (UTC)' },
  assignee: { name: 'role that the caller fixed' },
  blocked_model: { yes: 'asks for a blocked model', no: 'asks for no blocked model' },
  enabled: { yes: 'the rule is enabled', no: 'the rule is disabled' },
};

const OPERATORS: Readonly<Record<string, string>> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  nin: 'is none of',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  matches: 'matches',
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** One condition in words: `files it speaks of is at least 3`, `has code`. */
export function clauseWords(field: string, op: string, target: unknown): string {
  const words = featureOf(field);
  if ('yes' in words && typeof target === 'boolean' && (op === 'eq' || op === 'ne'))
    return target === (op === 'eq') ? words.yes : words.no;
  const name = 'yes' in words ? words.yes : words.name;
  return `${name} ${ownRow(OPERATORS, op) ?? op} ${valueWords(field, target)}`;
}

/** Every condition of a rule's `when`, in its order. A condition that is no mapping can never hold, and is shown as it is. */
export function clauseList(when: JsonObject): readonly { readonly field: string; readonly words: string }[] {
  return Object.entries(when).flatMap(([field, condition]) => {
    if (!isMapping(condition)) return [{ field, words: `${featureName(field)} ${shown(condition)}` }];
    return Object.entries(condition).map(([op, target]) => ({ field, words: clauseWords(field, op, target) }));
  });
}

/** What a feature is called. */
export function featureName(field: string): string {
  const words = featureOf(field);
  return 'yes' in words ? words.yes : words.name;
}

/** A value of a feature for a person; `unknown` for a feature that is not there. */
export function valueWords(field: string, value: unknown): string {
  if (value === undefined) return 'unknown';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (value === '' || value === null) return 'none';
  // A measured word, which must not read like a value that is not known.
  if (field === 'verb_class' && value === 'unknown') return 'neither hard nor trivial';
  if (isList(value)) return value.length === 0 ? 'none' : value.map((item) => valueWords(field, item)).join(', ');
  if (typeof value !== 'number') return shown(value);
  if (field === 'utc_weekday') return WEEKDAYS[value] ?? String(value);
  if (field === 'utc_hour') return `${String(value).padStart(2, '0')}:00`;
  return value.toLocaleString('en');
}

/** What stands in this task against a condition: `is 0`, `has no code`. */
export function actualWords(field: string, actual: unknown): string {
  const words = featureOf(field);
  if ('yes' in words && typeof actual === 'boolean') return actual ? words.yes : words.no;
  return actual === undefined ? 'that is not known here' : `it is ${valueWords(field, actual)}`;
}

function featureOf(field: string): FeatureWords {
  return ownRow(FEATURES, field) ?? { name: field };
}
