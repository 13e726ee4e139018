import { test } from 'tap';
import { isMapping, type Json, type JsonObject } from '../../src/lib/json.ts';
import { editedApp, KNOBS, sha256 } from './editing.ts';

test("the console's own sequence, with every patch it posts (spec: http 4.4)", async (t) => {
  const app = await editedApp(t, KNOBS);
  const served = async (): Promise<JsonObject> => (await app.get('/policy')).json;
  const rows = async (): Promise<Json[]> => [...((await served()).rules as readonly Json[])];
  const patches: readonly (() => Promise<JsonObject>)[] = [
    async () => ({ rules: (await rows()).map((row) => (isMapping(row) ? { ...row, enabled: false } : row)) }),
    async () => ({
      rules: (await rows()).map((row) =>
        isMapping(row) ? { ...row, then: { profile: 'coder', action: 'classify' } } : row,
      ),
    }),
    async () => ({ tiers: { T2: { requirements: { min_context: 1000 } } } }),
    async () => ({ tiers: { T2: { requirements: null, time_cap: { max_multiplier: 3 }, billing_mode: 'plan' } } }),
    async () => ({ tiers: { T2: { fallback: [{ model: 'b', provider: 'y' }] } } }),
    async () => ({ default: { model: 'T2', action: null, deny: null } }),
    async () => ({ fail_safe: { model: 'strong', provider: 'safest' } }),
    async () => ({ classifier: { timeout_seconds: 9 } }),
    async () => ({ blocklist: { manual_ban: [{ model: 'tiny', reason: 'quota' }] } }),
    async () => ({ blocklist: { manual_ban: [] } }),
    async () => ({ enabled: false }),
    async () => ({ tiers: { T1: { fallback_strategy: 'random' }, T3: { pin_primary: true } } }),
    async () => ({ price_windows: { tiny: [{ hours_utc: [0, 6], multiplier: 0.5, weekdays: [0] }] } }),
    async () => ({ price_windows: { tiny: null } }),
    async () => ({ tiers: { T2: { fallback_strategy: 'cheapest_now', time_policy: { avoid_peak: ['x'] } } } }),
    async () => ({ tiers: { T2: { fallback_strategy: 'cheapest_now', time_policy: null } } }),
    async () => ({ compaction: { provider: 'zai', model: 'glm-4.5-flash' } }),
    async () => ({
      compaction: {
        model: 'glm-4.5-flash',
        provider: 'zai',
        fallback_mode: 'standalone',
        fallback_chain: [{ provider: 'x', model: 'a' }],
      },
    }),
    async () => {
      const { policy_in_use: _, ...whole } = await served();
      return { ...whole, enabled: true, blocklist: { fallback_chain: ['tiny'] } };
    },
  ];
  for (const make of patches) {
    const before = await served();
    t.strictSame(await served(), before, 'two reads of an unchanged file are equal');
    const policy = await make();
    const name = JSON.stringify(policy).slice(0, 80);
    const plan = await app.plan(policy);
    t.match(plan, { valid: true, errors: [] }, name);
    t.not(plan.diff, '', name);
    const { status, json } = await app.post('/apply', { plan, policy });
    t.strictSame([status, json.ok, json.no_op], [200, true, false], name);
    t.strictSame((await app.plan({})).current, plan.policy, `${name}: the file is what the plan said`);
    t.match(
      (await app.get('/status')).json,
      { valid: true, policy_in_use: { source: 'file', hash: app.hash() } },
      'and decides',
    );
  }
  t.match(app.text(), /# three of them/);
  t.match(app.text(), /operator_note: mine/);
});

test('revert goes back step by step, and keeps what it replaces (product: D9, S34)', async (t) => {
  const app = await editedApp(t);
  const texts = [app.text()];
  for (const model of ['one', 'two', 'three']) {
    t.equal((await app.apply({ tiers: { T1: { model } } })).status, 200);
    texts.push(app.text());
  }
  t.match((await app.post('/apply/revert', { base_hash: sha256('another') })).json, {
    ok: false,
    conflict: true,
    base_hash: app.hash(),
  });
  t.equal((await app.post('/apply/revert', { base_hash: 'x' })).status, 400);
  for (const [index, saved] of [
    [2, 4],
    [1, 5],
    [0, 6],
  ] as const) {
    const { json } = await app.post('/apply/revert', { base_hash: app.hash() });
    t.strictSame(json, { ok: true, reverted: true, base_hash: sha256(texts[index] ?? ''), saved });
    t.equal(app.text(), texts[index]);
  }
  t.strictSame((await app.post('/apply/revert', {})).json, { ok: false, error: 'no snapshot' });
  t.equal(app.text(), texts[0]);
  await app.apply({ tiers: { T1: { model: 'four' } } });
  await app.post('/apply/revert', {});
  t.equal(app.text(), texts[0], 'a new edit after reverts is one step');
});
