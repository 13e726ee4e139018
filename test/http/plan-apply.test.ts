import { test } from 'tap';
import { type Json, type JsonObject, own } from '../../src/lib/json.ts';
import { editedApp, KNOBS, sha256 } from './editing.ts';
import { POLICY } from './listening.ts';

const rule = (then: Json): JsonObject => ({ id: 'hard-verbs', when: { verb_class: { eq: 'hard' } }, then });

test('a plan says what it would write, and writes nothing (spec: service 18.6)', async (t) => {
  const app = await editedApp(t);
  const plan = await app.plan({ default: { action: 'T1' } });
  t.match(plan, { valid: true, errors: [], no_op: false, base_hash: app.hash(), ignored: [], plan_id: /^pl_/ });
  t.match(
    plan.diff,
    /^--- router\.yaml \(current\)\n\+\+\+ router\.yaml \(proposed\)\n@@.*\n.*-default: \{action: classify\}\n\+default: \{action: T1\}\n/s,
  );
  t.strictSame(plan.preview, plan.policy);
  t.strictSame(own(plan.current as JsonObject, 'default'), { action: 'classify' });
  t.strictSame(Object.keys(plan.current as JsonObject), Object.keys(plan.policy as JsonObject));
  t.equal(app.text(), POLICY);
  t.equal(app.backup(), null);
});

test('what the write gate refuses (spec: service 18.6)', async (t) => {
  const app = await editedApp(t, KNOBS);
  const rows: readonly (readonly [JsonObject, RegExp])[] = [
    [{ rules: [rule({ profile: 'coder', model: 'T9' })] }, /T9/],
    [{ fail_safe: { model: '' } }, /fail_safe\.model/],
    [{ fail_safe: [] }, /fail_safe must be a mapping/],
    [{ fail_safe: { fallback: 'nope' } }, /fail_safe\.fallback must be a list/],
    [{ tiers: { T2: { fallback_strategy: 'round-robin' } } }, /fallback_strategy/],
    [{ tiers: { T4: null } }, /T4/],
    [{ tiers: null }, /tiers/],
    [{ tiers: { T2: { time_cap: { max_multiplier: 0.5 } } } }, /tiers?.*T2.*max_multiplier/],
    [{ tiers: { T2: { time_policy: { avoid_peak: 'zai' } } } }, /avoid_peak/],
    [{ compaction: { model: 'no-such-model', provider: 'zai' } }, /no-such-model/],
    [{ compaction: { model: 'glm-4.5-flash', provider: 'zai', fallback_mode: 'tier:T9' } }, /T9.*does not exist/],
  ];
  for (const [policy, error] of rows) {
    const plan = await app.plan(policy);
    t.match(plan, { valid: false, plan_id: null }, JSON.stringify(policy));
    t.match(String(plan.errors), error);
    const { status, json } = await app.post('/apply', { plan, policy });
    t.equal(status, 400);
    t.match(json, { ok: false, code: 'policy_rejected' });
    t.match(String(json.errors), error);
    t.equal(app.text(), KNOBS, 'nothing was written');
  }
  t.equal(app.backup(), null);
});

test('Y-02 what an apply writes is what the plan showed; revert is byte-identical', async (t) => {
  const app = await editedApp(t, KNOBS);
  const plan = await app.plan({ tiers: { T4: { model: 'stronger' } } });
  const { status, json } = await app.post('/apply', { plan, policy: { tiers: { T4: { model: 'stronger' } } } });
  t.equal(status, 200);
  t.strictSame(json, { ok: true, no_op: false, base_hash: app.hash() });
  t.equal(app.text(), KNOBS.replace('T4: {model: strong,', 'T4: {model: stronger,'));
  t.equal(app.backup(), KNOBS);
  t.equal((await app.plan({})).base_hash, json.base_hash, 'the next plan starts from there');
  t.strictSame((await app.post('/apply/revert', {})).json, {
    ok: true,
    reverted: true,
    base_hash: sha256(KNOBS),
    saved: 2,
  });
  t.equal(app.text(), KNOBS);
});

test('lists are replaced, mappings are merged, null removes, {} does nothing', async (t) => {
  const app = await editedApp(t, KNOBS);
  const hops = [
    { model: 'c', provider: 'z' },
    { model: 'a', provider: 'x' },
  ];
  t.equal((await app.apply({ tiers: { T2: { fallback: hops } } })).status, 200);
  t.equal(
    app.text(),
    KNOBS.replace(
      '      - {model: a, provider: x}\n      - {model: b, provider: y}\n      - {model: c, provider: z}\n',
      '      - {model: c, provider: z}\n      - {model: a, provider: x}\n',
    ),
    'exactly as sent, and the comment kept',
  );
  const before = app.hash();
  const nothing = await app.plan({ tiers: { T2: { time_cap: {} } } });
  t.match(nothing, { valid: true, diff: '', no_op: true });
  t.strictSame((await app.apply({ tiers: { T2: { time_cap: {} } } })).json, {
    ok: true,
    no_op: true,
    base_hash: before,
  });
  const removal = await app.plan({ tiers: { T2: { time_cap: null } } });
  t.match(removal, { valid: true, no_op: false });
  t.strictSame(
    (await app.post('/apply', { plan: removal })).json,
    { ok: true, no_op: true, base_hash: before },
    'the plan itself cannot express a removal',
  );
  t.match(app.text(), /time_cap/);
  t.equal((await app.apply({ tiers: { T2: { time_cap: null } } })).status, 200);
  t.notMatch(app.text(), /time_cap/);
  t.match(app.text(), /time_policy/);
  t.equal((await app.apply({ blocklist: null })).status, 200);
  t.match(await app.plan({ blocklist: null }), { no_op: true, diff: '' });
  t.match(app.text(), /operator_note: mine/);
});

test('keys that are not editable are reported and not written', async (t) => {
  const app = await editedApp(t);
  const plan = await app.plan({ secrets: { a: 1 }, default: { action: 'T2' }, alignment: {}, shadow: null });
  t.match(plan, { valid: true, ignored: ['secrets', 'alignment', 'shadow'] });
  t.notOk('secrets' in (plan.policy as JsonObject));
  t.equal((await app.apply({ secrets: { a: 1 }, default: { action: 'T2' } })).status, 200);
  t.equal(app.text(), POLICY.replace('action: classify', 'action: T2'));
});

test('no secret of the file is served', async (t) => {
  const app = await editedApp(
    t,
    `${POLICY}secrets:\n  plain: hush-hush-1\nclassifier_api_key: hush-hush-2\nshadow: {api_key: hush-hush-3, max_tokens: 12}\n`,
  );
  const plan = await app.plan({ tiers: { T4: { model: 'stronger' } } });
  const policy = await app.get('/policy');
  for (const text of [JSON.stringify(plan), policy.body.toString()]) t.notMatch(text, /hush-hush/);
  t.match(plan.diff, /\+ {2}T4: \{model: stronger/);
  t.strictSame((plan.policy as JsonObject).shadow, { max_tokens: 12 });
  t.equal((await app.apply({ tiers: { T4: { model: 'stronger' } } })).status, 200);
  t.match(app.text(), /hush-hush-1.*hush-hush-2.*hush-hush-3/s);
});

test('D8 no rule is added, removed, or given another when', async (t) => {
  const app = await editedApp(
    t,
    POLICY.replace(
      '    then: {profile: coder, model: T4}\n',
      '    then: {profile: coder, model: T4}\n    note: kept\n  - id: second\n    when: {has_code: {eq: true}}\n    then: {model: T1}\n',
    ),
  );
  const first = rule({ profile: 'coder', model: 'T4' });
  const second = { id: 'second', when: { has_code: { eq: true } }, then: { model: 'T1' } };
  const before = app.text();
  for (const [rules, error] of [
    [[first], /'second' is missing/],
    [[], /'hard-verbs' is missing/],
    [[first, second, { ...second, id: 'third' }], /'third' is not in the file/],
    [[{ ...first, when: { verb_class: { eq: 'trivial' } } }, second], /'hard-verbs' has another 'when'/],
    [[first, second, second], /two rows have the id 'second'/],
    [[first, { when: second.when, then: second.then }], /no 'id'/],
    ['all', /complete list/],
    [null, /complete list/],
  ] as const) {
    const plan = await app.plan({ rules });
    t.match(plan, { valid: false, diff: '', no_op: false });
    t.match(String(plan.errors), error);
    t.equal((await app.post('/apply', { plan, policy: { rules } })).status, 400);
  }
  t.equal(app.text(), before);
  t.equal((await app.apply({ rules: [second, { ...first, enabled: false }] })).status, 200);
  t.match(app.text(), /- id: second\n.*\n.*\n {2}- id: hard-verbs\n.*\n.*\n {4}note: kept\n {4}enabled: false\n/);
  t.equal(
    (await app.apply({ rules: [second, first] })).status,
    200,
    'a row that comes back without `enabled` has lost it',
  );
  t.notMatch(app.text(), /enabled: false\n {0,4}[dr]/);
});
