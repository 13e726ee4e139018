import { readFileSync } from 'node:fs';
import t from 'tap';
import { extractSignals } from '../../src/signals/extract.ts';
import { EXTRACTED_FEATURE_NAMES } from '../../src/signals/features.ts';
import { expectRows, type Row } from './expect-rows.ts';

const golden: { task: string; expect: Row[1] }[] = JSON.parse(
  readFileSync(new URL('../golden/signals.json', import.meta.url), 'utf8'),
);

t.test('golden vectors', (t) => {
  t.equal(golden.length, 44);
  expectRows(
    t,
    golden.map(({ task, expect }) => [task, expect]),
  );
  t.end();
});

t.test('exactly the named features, in their order', (t) => {
  t.strictSame(Object.keys(extractSignals('Rename getCwd in utils.py')), [...EXTRACTED_FEATURE_NAMES]);
  t.end();
});

/**
 * The vectors of the reference's contract, all of its table. Overruled, because this build matches words and not
 * substrings: `Improve the wording` was hard (im-prove) and code (im-pr-ove), and is neither. Its known quirks are
 * overruled alike: `5 filenames` were 5 files, `3 locations` 3 lines, `500-line` no lines, `latest` a tool.
 */
t.test('vectors of the contract', (t) => {
  expectRows(t, [
    [
      'Rename getCwd to getCurrentWorkingDirectory in 3 files, ~40 lines',
      { char_len: 65, verb_class: 'trivial', has_code: true, size_lines: 40, num_files: 3, lang: '', keywords: [] },
    ],
    ['Summarize what this project does.', { char_len: 33, est_input_tokens: 10 }],
    ['Update 3 files to use the new import pattern', { num_files: 3, est_input_tokens: 12013 }],
    ['Update 3-5 files with the new import pattern', { num_files: 5, est_input_tokens: 20013 }],
    ['Audit the entire repo for unsafe subprocess usage.', { est_input_tokens: 40014, keywords: ['audit'] }],
    ['Audit the single file for unsafe subprocess usage.', { est_input_tokens: 14 }],
    ['', { char_len: 0, est_input_tokens: 0, verb_class: 'unknown', has_code: false, needs_tools: true }],
    ['Please review this PR for security issues', { keywords: ['review'], has_code: true }],
    ['review and audit and inspect this', { keywords: ['audit', 'inspect', 'review'] }],
    ['Tasks:\n- a\n- b\n- c\n- d\n- e', { num_requirements: 5 }],
    ['1. one\n2. two\n3) three', { num_requirements: 3 }],
    ['Fix the FastAPI endpoint in users.py', { lang: 'python' }],
    ['Refactor the React component in Dashboard.tsx', { lang: 'typescript' }],
    ['Update the documentation', { lang: '' }],
    ['runtime error in the pool', { has_stacktrace: true }],
    ['boom\nruntime error here', { has_stacktrace: true }],
    ['RUNTIME ERROR: index out of range', { has_stacktrace: true }],
    ['Rename getCwd in utils.py', { verb_class: 'trivial', has_code: true, lang: 'python', est_input_tokens: 7 }],
    ['Debug a race condition across 300 files', { verb_class: 'hard', num_files: 300, est_input_tokens: 1_200_011 }],
    ['Improve the wording', { verb_class: 'unknown', has_code: false }],
    ['Hello world', { verb_class: 'unknown', has_code: false, keywords: [] }],
  ]);
  t.end();
});

t.test('structured output, whole repository, attachments', (t) => {
  const structured = [
    ...['Conform to this json schema', 'Return json for each row', 'Emit the result as json'],
    ...['Set response_format on the call', 'typed output only, please', 'follow the strict-schema mode'],
  ];
  expectRows(
    t,
    structured.map((task) => [task, { needs_structured_output: true }]),
  );
  const whole = [
    ...['the entire repository', 'the whole codebase', 'Every file', 'in all files', 'across the repo'],
    'across the repository',
  ];
  for (const task of whole) t.ok(extractSignals(task).est_input_tokens > 40_000, task);
  t.ok(extractSignals('the entire repo, the whole codebase, every file').est_input_tokens < 80_000, 'once');
  expectRows(t, [
    ['Was JSON ever a good idea?', { needs_structured_output: false }],
    [
      'Here is a screenshot.png plus another image.PNG, the server.log and the rest of the logs, a git diff, report.pdf and rows.csv',
      { attachment_kinds: ['csv', 'diff', 'image', 'log', 'pdf'] },
    ],
    ['check server.log', { attachment_kinds: ['log'] }],
    ['review the git diff', { attachment_kinds: ['diff'] }],
    ['apply diff --git a/x b/x', { attachment_kinds: ['diff'] }],
    ['scrape the html', { attachment_kinds: ['html'] }],
    ['attached screenshot', { attachment_kinds: ['image'], needs_vision: true }],
    ['icons as .svg and .gif', { attachment_kinds: ['image'], needs_vision: false }],
    ['log the catalogue', { attachment_kinds: [] }],
  ]);
  t.end();
});

t.test('the picture words of vision and of attachments agree', (t) => {
  for (const word of ['jpeg', 'jpg', 'png', 'screenshot', 'webp']) {
    for (const task of [`the ${word} here`, `two ${word}s`, `x.${word}`, `lib${word}-dev`, `${word}crush`]) {
      const { needs_vision, attachment_kinds } = extractSignals(task);
      t.equal(needs_vision, attachment_kinds.includes('image'), task);
    }
  }
  t.end();
});

t.test('tools', (t) => {
  const without = [
    ...['Why is my mutex approach slower than a spinlock?', 'What is a semaphore?'],
    ...['Explain the difference between optimistic and pessimistic locking', 'Tell me about the CAP theorem'],
    ...['Compare a mutex with a spinlock', 'Summarize why TCP slow start exists'],
    ...['Describe when a B-tree beats a hash index', 'What\u2019s a monad?', 'What is the latest consensus on sleep?'],
    ...['Explain the contest rules', 'Explain what Washington D.C. is'],
  ];
  const needed = [
    ...['explain what users.py does', 'what is in the repo root', 'why does router/signals.py import math'],
    ...['read the file and summarise it', 'explain the bug, then apply the fix', 'hmm', ''],
    ...['explain how to run it', 'what is in src/lib?', 'compare notes.md with the plan'],
  ];
  expectRows(t, [
    ...without.map((task): Row => [task, { needs_tools: false }]),
    ...needed.map((task): Row => [task, { needs_tools: true }]),
  ]);
  t.end();
});
