import { rmSync, writeFileSync } from 'node:fs';
import { test } from 'tap';
import { editedApp } from './editing.ts';
import { POLICY } from './listening.ts';
import { exchange, requestText } from './raw.ts';

test('a stale hash is a conflict that names the real one', async (t) => {
  const app = await editedApp(t);
  const { status, json } = await app.post('/apply', {
    plan: { base_hash: 'deadbeef'.repeat(8) },
    policy: { enabled: false },
  });
  t.equal(status, 409);
  t.match(json, { ok: false, conflict: true, base_hash: app.hash(), code: 'policy_changed' });
  t.equal(app.text(), POLICY);
});

test('Y-17 no form of a missing hash passes as no check', async (t) => {
  const app = await editedApp(t);
  const hash = app.hash();
  for (const base_hash of [undefined, null, '', '*', hash.toUpperCase(), `"${hash}"`, 'x', 1, [hash]]) {
    const { status, json } = await app.post('/apply', { plan: { base_hash }, policy: { enabled: false } });
    t.equal(status, 400, String(base_hash));
    t.match(json, { error: 'apply requires plan.base_hash', code: 'base_hash_required' });
  }
  for (const [body, error] of [
    [{}, "apply requires the 'plan' returned by /plan"],
    [{ policy: {} }, "apply requires the 'plan' returned by /plan"],
    [{ plan: [] }, "apply requires the 'plan' returned by /plan"],
    [{ plan: { base_hash: hash }, policy: 'not-a-dict' }, "apply requires a 'policy' object"],
    [{ plan: { base_hash: hash } }, "apply requires a 'policy' object"],
  ] as const)
    t.strictSame([(await app.post('/apply', body)).status, (await app.post('/apply', body)).json.error], [400, error]);
  for (const body of [{}, { policy: [] }, { policy: null, changes: {} }])
    t.match((await app.post('/plan', body)).json, { error: "plan requires a 'policy' object" });
  t.match((await app.post('/plan', { changes: { enabled: false } })).json, { valid: true }, 'the older name');
  t.equal(app.text(), POLICY);
});

test('If-Match must be the base hash, as the ETag of /policy has it', async (t) => {
  const app = await editedApp(t);
  const etag = (await app.get('/policy')).headers.etag ?? '';
  t.equal(etag, `"${app.hash()}"`);
  const body = { plan: { base_hash: app.hash() }, policy: { enabled: false } };
  for (const wrong of ['*', app.hash(), `W/${etag}`, `"${'0'.repeat(64)}"`]) {
    const { status, json } = await app.post('/apply', body, { 'If-Match': wrong });
    t.strictSame([status, json.code], [400, 'if_match_mismatch'], wrong);
  }
  t.equal((await app.post('/apply', body, { 'If-Match': etag })).status, 200);
  t.equal((await app.get('/policy')).headers.etag, `"${app.hash()}"`);
});

test('a plan id applies its plan, once', async (t) => {
  const app = await editedApp(t);
  const plan = await app.plan({ tiers: { T1: { model: 'tinier' } } });
  t.strictSame((await app.post('/apply', { plan_id: plan.plan_id })).json, {
    ok: true,
    no_op: false,
    base_hash: app.hash(),
  });
  t.match(app.text(), /tinier/);
  for (const plan_id of [plan.plan_id, 'pl_unknown', '', 7])
    t.match((await app.post('/apply', { plan_id })).json, { code: 'plan_id_unknown' });
  const late = await app.plan({ enabled: false });
  writeFileSync(app.policyFile, `${app.text()}# mine\n`);
  const { status, json } = await app.post('/apply', { plan_id: late.plan_id });
  t.strictSame([status, json.base_hash], [409, app.hash()], 'bound to the bytes it was made from');
  t.match(app.text(), /# mine\n$/);
});

test('files that are none', async (t) => {
  const app = await editedApp(t, 'just text\n');
  const apply = () => app.post('/apply', { plan: { base_hash: app.hash() }, policy: { enabled: true } });
  t.match(await app.plan({ enabled: true }), {
    valid: false,
    diff: '',
    no_op: false,
    preview: {},
    policy: {},
    current: {},
    base_hash: '',
  });
  t.match((await apply()).json, { ok: false, errors: [/^could not parse router config/] });
  // Y-14: a save after a parse failure must not leave the edited key alone in the file.
  writeFileSync(app.policyFile, 'rules: [\n# my notes\n');
  t.match((await apply()).json, { ok: false, errors: [/^could not parse router config/] });
  t.equal(app.text(), 'rules: [\n# my notes\n');
  const hash = app.hash();
  rmSync(app.policyFile);
  t.match(String((await app.plan({})).errors), /^could not read router config/);
  t.match((await app.post('/apply', { plan: { base_hash: hash }, policy: {} })).json, {
    ok: false,
    errors: [/^could not read router config/],
  });
  t.strictSame((await app.post('/apply/revert', {})).json, { ok: false, error: 'no snapshot' });
});

test('without the token nothing is planned or written', async (t) => {
  const app = await editedApp(t);
  for (const path of ['/plan', '/apply', '/apply/revert'])
    t.equal((await exchange(app.port, requestText(`POST ${path}`, app.port, {}, '{}'))).status, 401, path);
  for (const path of ['/plan', '/apply', '/apply/revert']) t.equal((await app.get(path)).status, 405, path);
});
