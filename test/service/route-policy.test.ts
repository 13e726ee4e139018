import { writeFileSync } from 'node:fs';
import t from 'tap';
import { openBlocklist } from '../../src/blocklist/blocklist.ts';
import type { ServiceContext } from '../../src/service/context.ts';
import { route } from '../../src/service/route.ts';
import { BASE_POLICY } from '../router/policies.ts';
import { type ContextOptions, openContext } from './context.ts';
import { hopsOf, recordsOf } from './routed.ts';

const HARD = 'Debug a race condition';

t.test('what is refused before anything is decided', async (t) => {
  const context = openContext(t);
  const wrong: readonly (readonly [object, Record<string, unknown>])[] = [
    [{}, { code: 'task_required' }],
    [{ task: 7 }, { code: 'task_not_text' }],
    [{ task: 'x'.repeat(1_048_577) }, { code: 'task_too_long' }],
    [{ task: 'x', context: 'c', promptText: 'p' }, { routeCode: 'context_and_prompt' }],
    [
      { task: 'x', model: 7 },
      { routeCode: 'invalid_field', message: 'model must be a string' },
    ],
    [
      { task: 'x', sessionId: 's'.repeat(201) },
      { routeCode: 'invalid_field', message: /session_id exceeds 200/ },
    ],
  ];
  for (const [raw, expected] of wrong) t.match(await failureOf(route(context, { task: undefined, ...raw })), expected);
  t.equal((await route(context, { task: `${HARD} ${'x'.repeat(9000)}` })).decision.matched_rule_id, 'hard-verbs');
  t.equal(recordsOf(context).length, 1, 'nothing of the rest is logged');
});

t.test('S8 no policy, or one that is switched off', async (t) => {
  const policies: readonly (readonly [ContextOptions['policy'], string])[] = [
    [null, 'no_policy'],
    ['rules: [', 'no_policy'],
    [{ ...BASE_POLICY, enabled: false }, 'routing_disabled'],
    [{ ...BASE_POLICY, enabled: undefined }, 'routing_disabled'],
  ];
  for (const [policy, routeCode] of policies)
    await t.test(JSON.stringify(policy).slice(0, 30), async (t) => {
      t.match(await failureOf(route(openContext(t, { policy }), { task: HARD })), { routeCode });
    });
});

t.test('S1 a broken file leaves decisions on the last good policy', async (t) => {
  const context = openContext(t);
  const { hash } = context.policy.read();
  for (const text of ['rules: [', JSON.stringify({ ...BASE_POLICY, default: { model: 'T9' }, rules: [] })]) {
    writeFileSync(context.policyFile, text);
    t.equal((await route(context, { task: HARD })).decision.matched_rule_id, 'hard-verbs');
    t.equal(recordsOf(context).at(-1)?.policy_hash, hash);
  }
});

t.test('S1 at a cold start a policy with errors is used as far as it goes, bans enforced', async (t) => {
  const policy = {
    ...BASE_POLICY,
    default: { model: 'T9' },
    blocklist: { manual_ban: [{ model: 'strong', provider: '' }, 'junk'] },
  };
  const body = await route(openContext(t, { policy }), { task: HARD });
  t.match(body.decision.output, { model: 'backup', blocked_model: 'strong' });
});

t.test('B-24 a failure counts at once, through a reload of the policy and a restart', async (t) => {
  const policy = { ...BASE_POLICY, blocklist: { auto_breaker: { enabled: true } } };
  const context = openContext(t, { policy });
  const head = async (on: ServiceContext) => hopsOf(await route(on, { task: HARD }))[0];
  t.equal(await head(context), 'strong@strong-rail');
  await context.blocklist.recordFailure(context.policy.read().document, 'strong', 'strong-rail', 'quota_exhausted');
  for (let i = 0; i < 50; i++) {
    if (i === 25) writeFileSync(context.policyFile, JSON.stringify({ ...policy, price_windows: {} }));
    t.equal(await head(context), 'backup@backup-rail');
  }
  const stateFile = `${context.paths.stateDir}/breaker-state.json`;
  t.equal(await head({ ...context, blocklist: openBlocklist({ stateFile, now: context.now }) }), 'backup@backup-rail');
});

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'no failure',
    (error: unknown) => error,
  );
}
