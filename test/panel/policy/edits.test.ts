import t from 'tap';
import { applyEdits, type Edit } from '../../../src/panel/page/views/policy/edit.ts';
import { rebase, withEdit, withoutEdit } from '../../../src/panel/page/views/policy/edits.ts';
import { policyBase } from './base.ts';

const base = policyBase();
const draft = (...edits: readonly Edit[]) =>
  edits.reduce<readonly Edit[]>((list, edit) => withEdit(base, list, edit), []);
const cap = (value: number | null): Edit => ({
  kind: 'set',
  path: ['tiers', 'T2', 'time_cap', 'max_multiplier'],
  value,
  label: 'Cap of T2',
});
const move = (id: string, before: string | null): Edit => ({ kind: 'move-rule', id, before });
const enable = (id: string, enabled: boolean): Edit => ({ kind: 'enable-rule', id, enabled });
const ban = (...models: readonly string[]): Edit => ({
  kind: 'set',
  path: ['blocklist', 'manual_ban'],
  value: models.map((model) => ({ model })),
  label: 'Bans',
});
const T2: Edit = { kind: 'set', path: ['tiers', 'T2'], value: { model: 'm3', provider: 'p3' }, label: 'T2' };

t.test('a later edit of the same thing takes the place of the earlier', async (t) => {
  t.strictSame(draft(cap(3), enable('a', false), cap(4)), [enable('a', false), cap(4)]);
  t.strictSame(draft(cap(3), T2), [T2], 'and of a part of it');
  t.strictSame(draft(move('a', 'c'), move('a', null)), [move('a', null)], 'a rule that moves on');
  t.strictSame(draft(move('a', 'c'), enable('b', true), move('a', null)), [enable('b', true), move('a', null)]);
  t.equal(draft(move('a', 'c'), move('b', null), move('a', null)).length, 3, 'but not where another moved in between');
});

t.test('an edit that equals the file disappears', async (t) => {
  t.strictSame(draft(cap(3), cap(2)), []);
  t.strictSame(draft(enable('a', false), enable('a', true)), []);
  t.strictSame(draft(move('a', 'c'), move('a', 'b')), []);
  t.strictSame(draft(ban('m1'), ban()), []);
});

t.test('one edit is undone and the others stay', async (t) => {
  t.strictSame(withoutEdit(base, draft(cap(3), enable('a', false)), 0), [enable('a', false)]);
  const made: Edit = { kind: 'set', path: ['tiers', 'T9'], value: { model: 'm', provider: 'p' }, label: 'T9' };
  const part: Edit = { kind: 'set', path: ['tiers', 'T9', 'fallback'], value: [], label: 'Fallbacks of T9' };
  const left = withoutEdit(base, draft(made, part), 0);
  t.strictSame(left, [part], 'what it made possible stays in sight');
  t.strictSame(applyEdits(base, left).lost, [part]);
});

t.test('edits go over to a file that changed elsewhere', async (t) => {
  const edits = draft(cap(3), move('c', 'a'), enable('b', true));
  const fresh = policyBase({ default: { model: 'T1' } });
  t.strictSame(rebase(base, fresh, edits), { kept: edits, lost: [] });
});

t.test('an edit of what the file changed too is lost, so that the change stays', async (t) => {
  const theirs = policyBase({}, [{ model: 'm7' }]);
  t.strictSame(rebase(base, theirs, draft(ban('m1'), cap(3))), { kept: [cap(3)], lost: [ban('m1')] });
  const then: Edit = { kind: 'set-then', id: 'a', then: { deny: true } };
  const a = { id: 'a', when: { lang: { eq: 'a' } }, then: { model: 'T2' }, status: 'stable' };
  t.strictSame(rebase(base, policyBase({ rules: [a] }), draft(then)).lost, [then]);
});

t.test('an edit that the file has already is neither kept nor lost', async (t) => {
  t.strictSame(rebase(base, policyBase({}, [{ model: 'm1' }]), draft(ban('m1'))), { kept: [], lost: [] });
});

t.test('an edit of a rule that was removed is lost', async (t) => {
  const fresh = policyBase({ rules: [{ id: 'a', when: {}, then: {} }] });
  const edits = draft(enable('b', true), move('c', 'a'));
  t.strictSame(rebase(base, fresh, edits), { kept: [], lost: edits });
});
