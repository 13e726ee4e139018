import t from 'tap';
import { CAUSES, displayCause, knownCause, labelCause } from '../../src/rules/cause.ts';

t.test('the label of a rule', async (t) => {
  const table: [unknown, unknown, string][] = [
    ['anything', { deny: true }, 'blocklist_veto'],
    [null, {}, 'default_fallthrough'],
    ['huge-context-read', {}, 'size_rule'],
    ['cross-file-or-protocol', {}, 'size_rule'],
    ['vision-required', {}, 'keyword_match'],
    ['standard-implementation', {}, 'has_code_rule'],
    ['trivial-mechanical-edit', {}, 'has_code_rule'],
    ['adversarial-review', {}, 'keyword_match'],
    ['hard-verbs', {}, 'hard_rule'],
    ['review-request', { action: 'classify' }, 'keyword_match'],
    ['HARD-Verbs', {}, 'hard_rule'],
    ['hard-size', {}, 'size_rule'],
    ['other', {}, 'default_fallthrough'],
    [7, {}, 'default_fallthrough'],
    [['hard'], {}, 'default_fallthrough'],
    ['toString', null, 'default_fallthrough'],
  ];
  for (const [id, output, cause] of table) t.equal(labelCause(id, output), cause, String(id));
});

t.test('what a display adds', async (t) => {
  t.equal(displayCause('review-request', { action: 'classify' }, true), 'classifier');
  t.equal(displayCause(null, { action: 'classify' }, false), 'default_fallthrough');
  t.equal(displayCause(null, { deny: true }, false), 'blocklist_veto');
  t.equal(displayCause('hard-verbs', { model: 'm' }, true), 'hard_rule');
});

t.test('the set is closed', async (t) => {
  t.equal(CAUSES.length, 14);
  t.equal(knownCause('session_pin'), 'session_pin');
  t.equal(knownCause('blocklist_substituted'), 'unknown_cause');
  t.equal(knownCause(null), 'unknown_cause');
});
