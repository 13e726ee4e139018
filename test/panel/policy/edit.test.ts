import t from 'tap';
import type { JsonObject } from '../../../src/lib/json.ts';
import { applyEdits, type Edit, rulesOf } from '../../../src/panel/page/views/policy/edit.ts';
import { policyBase } from './base.ts';

const BAN = { model: 'm1', provider: 'p1', reason: 'quota' };
const set = (path: readonly string[], value: Extract<Edit, { kind: 'set' }>['value']): Edit => ({
  kind: 'set',
  path,
  value,
  label: path.join(' '),
});
const order = (policy: JsonObject) => rulesOf(policy).map(({ id }) => id);
const [ruleA = {}, ruleB = {}, ruleC = {}] = rulesOf(applyEdits(policyBase(), []).policy);

const PATCHES: readonly [name: string, edits: readonly Edit[], patch: JsonObject][] = [
  ['no edit', [], {}],
  ['a move before', [{ kind: 'move-rule', id: 'c', before: 'a' }], { rules: [ruleC, ruleA, ruleB] }],
  ['a move to the end', [{ kind: 'move-rule', id: 'a', before: null }], { rules: [ruleB, ruleC, ruleA] }],
  ['a move nowhere', [{ kind: 'move-rule', id: 'a', before: 'b' }], {}],
  ['a move before itself', [{ kind: 'move-rule', id: 'a', before: 'a' }], {}],
  ['off', [{ kind: 'enable-rule', id: 'a', enabled: false }], { rules: [{ ...ruleA, enabled: false }, ruleB, ruleC] }],
  ['on', [{ kind: 'enable-rule', id: 'b', enabled: true }], { rules: [ruleA, { ...ruleB, enabled: true }, ruleC] }],
  ['on already', [{ kind: 'enable-rule', id: 'a', enabled: true }], {}],
  [
    'a destination',
    [{ kind: 'set-then', id: 'a', then: { profile: 'coder', action: 'classify' } }],
    { rules: [{ ...ruleA, then: { profile: 'coder', action: 'classify' } }, ruleB, ruleC] },
  ],
  ['a tier: touched keys only', [set(['tiers', 'T1', 'fallback'], [])], { tiers: { T1: { fallback: [] } } }],
  ['emptied requirements', [set(['tiers', 'T1', 'requirements'], null)], { tiers: { T1: { requirements: null } } }],
  [
    'a whole tier without a key',
    [set(['tiers', 'T2'], { model: 'm3', provider: 'p2' })],
    { tiers: { T2: { time_cap: null, model: 'm3' } } },
  ],
  [
    'the cap of a tier',
    [set(['tiers', 'T2', 'time_cap', 'max_multiplier'], 3)],
    { tiers: { T2: { time_cap: { max_multiplier: 3 } } } },
  ],
  ['the default', [set(['default'], { model: 'T2' })], { default: { action: null, model: 'T2' } }],
  ['the last resort', [set(['fail_safe', 'profile'], 'writer')], { fail_safe: { profile: 'writer' } }],
  ['the classifier', [set(['classifier', 'timeout_seconds'], 20)], { classifier: { timeout_seconds: 20 } }],
  ['a ban', [set(['blocklist', 'manual_ban'], [BAN])], { blocklist: { manual_ban: [BAN] } }],
  ['the switch', [set(['enabled'], false)], { enabled: false }],
  [
    'a price window',
    [set(['price_windows', 'm1'], [{ hours_utc: [6, 10], multiplier: 2 }])],
    { price_windows: { m1: [{ hours_utc: [6, 10], multiplier: 2 }] } },
  ],
  [
    'compaction',
    [set(['compaction'], { provider: 'p1', model: 'm1' })],
    { compaction: { provider: 'p1', model: 'm1' } },
  ],
  ['the removal of what is not there', [set(['price_windows', 'm1'], null)], {}],
];

for (const [name, edits, patch] of PATCHES)
  t.test(`the patch of ${name}`, async (t) => {
    const edited = applyEdits(policyBase(), edits);
    t.strictSame(edited.patch, patch);
    t.strictSame(edited.kept, Object.keys(patch).length === 0 ? [] : edits);
    t.strictSame(edited.lost, []);
  });

t.test('edits of one thing after another are applied in order', async (t) => {
  const { policy, patch } = applyEdits(policyBase(), [
    { kind: 'move-rule', id: 'c', before: 'a' },
    { kind: 'move-rule', id: 'b', before: 'c' },
    { kind: 'enable-rule', id: 'b', enabled: true },
    set(['tiers', 'T2'], { model: 'm9', provider: 'p9' }),
    set(['tiers', 'T2', 'fallback'], [{ model: 'm1', provider: 'p1' }]),
  ]);
  t.strictSame(order(policy), ['b', 'c', 'a']);
  t.strictSame(Object.keys(patch), ['rules', 'tiers']);
  t.match(policy.tiers, { T2: { model: 'm9', fallback: [{ model: 'm1' }] } });
});

t.test('moves that come back to the order of the file are no change', async (t) => {
  const edits: Edit[] = [
    { kind: 'move-rule', id: 'a', before: null },
    { kind: 'move-rule', id: 'b', before: null },
    { kind: 'move-rule', id: 'c', before: null },
  ];
  const { patch, kept } = applyEdits(policyBase(), edits);
  t.strictSame([patch, kept], [{}, []]);
});

const LOST: readonly [name: string, edit: Edit][] = [
  ['a move of a rule that is gone', { kind: 'move-rule', id: 'z', before: 'a' }],
  ['a move before a rule that is gone', { kind: 'move-rule', id: 'a', before: 'z' }],
  ['a switch of a rule that is gone', { kind: 'enable-rule', id: 'z', enabled: false }],
  ['a destination of a rule that is gone', { kind: 'set-then', id: 'z', then: { deny: true } }],
  ['a part of a tier that is gone', set(['tiers', 'T9', 'fallback'], [])],
  ['a path through a list', set(['tiers', 'T1', 'fallback', 'x'], 1)],
  ['a rule as a value', set(['rules'], [])],
  ['no path', set([], 1)],
];
for (const [name, edit] of LOST)
  t.test(`lost: ${name}`, async (t) => {
    const edited = applyEdits(policyBase(), [edit, set(['enabled'], false)]);
    t.strictSame(edited.lost, [edit]);
    t.strictSame(edited.patch, { enabled: false }, 'the others are applied');
  });
