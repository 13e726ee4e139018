import { test } from 'tap';
import { causeLabel, causeSentence } from '../../../src/panel/page/parts/decision/cause-words.ts';
import {
  actualWords,
  clauseList,
  clauseWords,
  valueWords,
} from '../../../src/panel/page/parts/decision/clause-words.ts';
import { failSafeWords } from '../../../src/panel/page/views/decisions/fail-safe-words.ts';
import { extentWords } from '../../../src/panel/page/views/decisions/list-words.ts';
import { CAUSES } from '../../../src/rules/cause.ts';
import { OPERATORS } from '../../../src/rules/operators.ts';
import { EXTRACTED_FEATURE_NAMES, INJECTED_FEATURE_NAMES } from '../../../src/signals/features.ts';

test('each of the 14 causes reads as a sentence of its own', async (t) => {
  const sentences = CAUSES.map((cause) => causeSentence(cause, null));
  t.equal(new Set(sentences).size, 14);
  for (const sentence of sentences) t.match(sentence, /^[A-Z].*\.$/);
  for (const odd of ['blocklist_substituted', 'toString', '', 7, null, undefined])
    t.equal(causeSentence(odd, null), causeSentence('unknown_cause', null));
});

test('a rule of an unknown kind is not called the default', async (t) => {
  t.equal(causeLabel('default_fallthrough', null), 'default');
  t.equal(causeLabel('default_fallthrough', 'my-rule'), 'own rule');
});

test('clauses in words', async (t) => {
  for (const [field, op, target, expected] of [
    ['has_code', 'eq', true, 'has code'],
    ['has_code', 'eq', false, 'has no code'],
    ['needs_vision', 'ne', true, 'needs no vision'],
    ['num_files', 'gte', 3, 'files it speaks of is at least 3'],
    ['est_input_tokens', 'gt', 400_000, 'estimated input tokens is more than 400,000'],
    ['lang', 'in', ['go', 'rust'], 'language is one of go, rust'],
    ['utc_weekday', 'eq', 0, 'weekday (UTC) is Monday'],
    ['house_feature', 'matches', '^a+$', 'house_feature matches ^a+$'],
    ['toString', 'eq', 'x', 'toString is x'],
  ] as const)
    t.equal(clauseWords(field, op, target), expected);
});

test('no feature and no operator is without words', async (t) => {
  for (const name of [...EXTRACTED_FEATURE_NAMES, ...INJECTED_FEATURE_NAMES])
    t.notMatch(clauseWords(name, 'eq', 1), /_/, name);
  for (const op of OPERATORS)
    t.match(clauseWords('lang', op, 'go'), /^language (is|contains|starts|ends|matches)\b.* go$/, op);
});

test('each operator of a rule is a clause; one that is no mapping is shown as it is', async (t) => {
  t.strictSame(
    clauseList({ size_lines: { gt: 1, lte: 40 }, has_code: true }).map(({ words }) => words),
    ['lines of code it speaks of is more than 1', 'lines of code it speaks of is at most 40', 'has code true'],
  );
});

test('what a task has against a clause', async (t) => {
  t.equal(actualWords('has_code', false), 'has no code');
  t.equal(actualWords('num_files', 0), 'it is 0');
  t.equal(actualWords('keywords', []), 'it is none');
  t.equal(actualWords('utc_hour', undefined), 'that is not known here');
  t.equal(valueWords('lang', ''), 'none');
  t.equal(valueWords('verb_class', 'unknown'), 'neither hard nor trivial');
  t.equal(valueWords('lang', undefined), 'unknown', 'what is not there is never a value');
});

test('why the last resort decided', async (t) => {
  t.equal(failSafeWords({ reason: 'no_classifier' }), 'There was no classifier to ask.');
  t.equal(
    failSafeWords({ reason: 'classifier_error', detail: 'timeout' }),
    'The classifier gave no usable answer. It did not answer in time.',
  );
  t.match(failSafeWords({ reason: 'classifier_error', detail: 'new_code' }), /Recorded reason: new_code\.$/);
  t.equal(failSafeWords({}), '');
});

test('a count names what it counts', async (t) => {
  const extent = { loaded: 100, shown: 100, matched: 1234, all: 1234, typed: false, filtered: false };
  t.equal(extentWords(extent), 'The newest 100 of 1,234 decisions in the log.');
  t.equal(extentWords({ ...extent, matched: 100, all: 100 }), 'All 100 decisions in the log.');
  t.equal(
    extentWords({ ...extent, typed: true, shown: 3 }),
    '3 found, filtering the 100 loaded of 1,234 decisions in the log.',
  );
  t.equal(
    extentWords({ ...extent, filtered: true, loaded: 56, matched: 56 }),
    'All 56 that match the choice above (1,234 in the log).',
  );
});
