import t from 'tap';
import type { JsonObject } from '../../../../src/lib/json.ts';
import type { Edit } from '../../../../src/panel/page/views/policy/edit.ts';
import { diffCounts, diffLines } from '../../../../src/panel/page/views/policy/save/diff-lines.ts';
import { driftWords } from '../../../../src/panel/page/views/policy/save/drift-words.ts';
import { editWords } from '../../../../src/panel/page/views/policy/save/edit-words.ts';
import { writeFailureWords } from '../../../../src/panel/page/views/policy/save/write-words.ts';
import type { Failure } from '../../../../src/panel/page/wire/call.ts';
import { policyBase } from '../base.ts';

const EDITS: readonly [edit: Edit, words: string][] = [
  [{ kind: 'move-rule', id: 'a', before: 'c' }, 'a: moved before c'],
  [{ kind: 'move-rule', id: 'a', before: null }, 'a: moved to the end'],
  [{ kind: 'enable-rule', id: 'a', enabled: false }, 'a: switched off'],
  [{ kind: 'set-then', id: 'a', then: { model: 'T2' } }, 'a: tier T2 (was profile coder, tier T1)'],
  [{ kind: 'set-then', id: 'z', then: { deny: true } }, 'z: refused'],
  [
    { kind: 'set', path: ['default'], value: { model: 'T1' }, label: 'Default' },
    'Default: tier T1 (was the classifier picks the tier)',
  ],
  [{ kind: 'set', path: ['enabled'], value: false, label: 'Routing' }, 'Routing: no (was yes)'],
  [{ kind: 'set', path: ['tiers', 'T2', 'time_cap'], value: null, label: 'Cap of T2' }, 'Cap of T2: removed'],
  [{ kind: 'set', path: ['price_windows', 'm'], value: [], label: 'Windows of m' }, 'Windows of m: added'],
  [{ kind: 'set', path: ['tiers', 'T1', 'fallback'], value: [], label: 'Fallbacks of T1' }, 'Fallbacks of T1: changed'],
];

t.test('edits in words', async (t) => {
  for (const [edit, words] of EDITS) t.equal(editWords(edit, policyBase()), words);
});

const rule = (id: string, then: JsonObject = {}) => ({ id, when: {}, then });
const rules = (...list: readonly JsonObject[]) => policyBase({ rules: list });

t.test('what somebody else changed, thing by thing', async (t) => {
  const from = rules(rule('a'), rule('b'), rule('c'));
  const words = (to: Parameters<typeof driftWords>[1]) => driftWords(from, to);
  t.strictSame(words(from), []);
  t.strictSame(words(rules(rule('b'), rule('a'), rule('c'))), ['the order of the rules was changed']);
  t.strictSame(words(rules(rule('a'), rule('c', { deny: true }), rule('d'))), [
    'rule b was removed',
    'rule d was added',
    'rule c was changed',
  ]);
  t.strictSame(driftWords(policyBase(), policyBase({ tiers: { T1: {}, T3: {} }, default: {} }, [{ model: 'm' }])), [
    'tier T1 was changed',
    'tier T2 was removed',
    'tier T3 was added',
    'the list of bans was changed',
    'the default was changed',
  ]);
});

const refused = (status: number, code: string, message: string, body: JsonObject = {}): Failure => ({
  ...{ kind: 'failed', cause: 'refused', status, code, message, hint: 'The hint.', retryAfter: null, body },
});

t.test('a write that failed says what became of the file and the draft', async (t) => {
  const errors = ['rule a is wrong', 'rule b too'];
  const rejected = writeFailureWords(refused(400, 'policy_rejected', errors.join('; '), { errors }), 'apply', 'framed');
  t.strictSame([rejected.errors, rejected.outcome], [errors, 'Nothing was written, and the draft is kept.']);
  const locked = writeFailureWords(refused(503, 'policy_locked', 'busy', { errors: ['busy'] }), 'apply', 'framed');
  t.strictSame([locked.what, locked.cure, locked.errors], ['Busy.', 'The hint.', []], 'one reason is said once');
  const csrf = writeFailureWords(refused(403, '', 'Session expired - reload the page'), 'apply', 'framed');
  t.match(csrf.what, /Hermes One refused the request/);
  const gone: Failure = { ...refused(0, '', ''), cause: 'unreachable', body: null };
  t.match(writeFailureWords(gone, 'apply', 'alone').outcome, /not known whether the file was written/);
  for (const [status, code] of [
    [500, ''],
    [500, 'internal'],
    [502, ''],
    [504, ''],
  ] as const)
    t.match(
      writeFailureWords(refused(status, code, 'broken'), 'apply', 'framed').outcome,
      /not known/,
      `${status} ${code}`,
    );
  for (const [status, code] of [
    [500, 'policy_write_failed'],
    [503, ''],
  ] as const)
    t.match(
      writeFailureWords(refused(status, code, 'no'), 'apply', 'framed').outcome,
      /Nothing was/,
      `${status} ${code}`,
    );
  t.match(writeFailureWords(gone, 'plan', 'alone').outcome, /Nothing was written/);
  t.match(writeFailureWords(gone, 'revert', 'alone').outcome, /not known whether the step was made/);
});

t.test('the lines of a diff', async (t) => {
  const lines = diffLines('--- router.yaml (current)\n+++ router.yaml (proposed)\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n');
  t.strictSame(
    lines.map(({ kind }) => kind),
    ['place', 'same', 'removed', 'added'],
  );
  t.strictSame(diffCounts(lines), { added: 1, removed: 1 });
});
