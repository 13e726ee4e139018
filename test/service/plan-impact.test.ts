import { writeFileSync } from 'node:fs';
import t from 'tap';
import type { JsonObject } from '../../src/lib/json.ts';
import { REPLAYED_DECISIONS } from '../../src/router/replay/impact.ts';
import type { ServiceContext } from '../../src/service/context.ts';
import { type PlanBody, planPolicy } from '../../src/service/plan.ts';
import { route } from '../../src/service/route.ts';
import { says, standIn } from '../classifier/asking.ts';
import { openContext } from './context.ts';
import { EXAMPLE } from './routed.ts';

const NOBODY_WAS_ASKED = { not_replayed: [], complete: true, notes: [] };

/** A plan whose replay is never cut short, however busy the machine is. */
function plan(context: ServiceContext, changes: JsonObject): Promise<PlanBody> {
  return planPolicy(context, changes, { monotonic: () => 0 });
}

t.test('of 200 logged decisions a tier swap changes those on that tier, an unchanged policy none', async (t) => {
  const context = openContext(t, { policy: EXAMPLE });
  const tasks = [
    'Debug race condition in pool',
    'Rename getCwd in utils.py',
    'Implement a cache in src/cache.ts',
    'Review PR for security',
  ];
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => route(context, { task: `${tasks[index % 4]} (${index})` })),
  );
  const same = await plan(context, { default: { action: 'classify' } });
  t.match(same, {
    no_op: true,
    impact: { considered: 200, replayed: 200, changed: 0, changes: [], examples: [], ...NOBODY_WAS_ASKED },
  });
  const swapped = await plan(context, { tiers: { T4: { model: 'glm-5.2', provider: 'zai' } } });
  t.match(swapped.impact, { considered: REPLAYED_DECISIONS, replayed: 200, changed: 50, ...NOBODY_WAS_ASKED });
  t.equal(swapped.impact?.examples.length, 20);
  t.match(swapped.impact?.examples[0], {
    task: /Debug race/,
    from: { rule_id: 'hard-verbs', profile: 'coder', model: 'gpt-5.5', provider: 'openai-codex', outcome: 'run' },
    to: { rule_id: 'hard-verbs', profile: 'coder', model: 'glm-5.2', provider: 'zai', outcome: 'run' },
  });
  t.strictSame(
    swapped.impact?.changes.map(({ count, from, to }) => [count, from.split(' > ')[0], to.split(' > ')[0]]),
    [[50, 'profile coder, gpt-5.5@openai-codex', 'profile coder, glm-5.2@zai']],
  );
});

t.test('each kind of change is seen', async (t) => {
  const context = openContext(t, { policy: EXAMPLE });
  for (const task of ['Debug it in pool.ts', 'Rename getCwd in utils.py', 'Review PR for security'])
    await route(context, { task });
  const rules = (context.policy.read().document.rules as readonly JsonObject[]).map((row) => ({ ...row }));
  const changed = async (changes: JsonObject) => (await plan(context, changes)).impact?.changed;
  t.equal(
    await changed({ blocklist: { manual_ban: [{ provider: 'openai-codex' }] } }),
    3,
    'a ban, also of a hop further back',
  );
  t.equal(
    await changed({ rules: rules.map((row) => (row.id === 'hard-verbs' ? { ...row, enabled: false } : row)) }),
    1,
  );
  t.equal(
    await changed({ rules: rules.map((row) => (row.id === 'hard-verbs' ? { ...row, then: { deny: true } } : row)) }),
    1,
  );
  t.equal(
    await changed({
      rules: rules.map((row) => (row.id === 'hard-verbs' ? { ...row, then: { action: 'classify' } } : row)),
    }),
    1,
  );
  t.equal(await changed({ fail_safe: { model: 'glm-5.2' } }), 1, 'the review had no classifier');
  t.equal(await changed({ tiers: { T4: { fallback: [] } } }), 1);
  t.equal(await changed({ classifier: { timeout_seconds: 3 } }), 0);
  t.match((await plan(context, { signals: { hard: ['flaky'] } })).impact, { changed: 0, notes: [/signals/] });
  t.equal((await plan(context, { tiers: { T1: { model: 7 } } })).impact, null, 'a policy that cannot decide');
});

t.test('a decision from memory is replayed like the one that it remembers', async (t) => {
  const { llm, requests } = standIn(() => says('T3'));
  const context = openContext(t, { policy: EXAMPLE, llm });
  for (let n = 0; n < 2; n++) await route(context, { task: 'Review PR for security' });
  t.equal(requests.length, 1);
  t.match((await plan(context, { tiers: { T3: { model: 'other' } } })).impact, {
    ...{ considered: 2, replayed: 2, changed: 2, not_replayed: [] },
    changes: [{ count: 2 }],
  });
});

t.test('what cannot be replayed is counted with its reason', async (t) => {
  const context = openContext(t, { policy: EXAMPLE });
  const steps = (features: object) => [{ stage: 'signals', in: { task: 'x', seed: 1 }, out: features, cause: null }];
  const reviewed = { keywords: ['review'], has_code: false };
  const rows = [
    { ts: 1, cause: 'hard_rule', output: {}, task: 'foreign' },
    { ts: 2, cause: 'classifier', output: {}, task: 'by another program', steps: steps(reviewed) },
    {
      ts: 3,
      cause: 'classifier',
      output: {},
      task: 'classified',
      steps: [...steps(reviewed), { stage: 'classifier', in: {}, out: { effective_tier: 'T3' }, cause: 'classifier' }],
    },
    { ts: 4, cause: 'x', steps: 'torn' },
  ];
  writeFileSync(context.decisionLog.health().path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  t.match((await plan(context, { tiers: { T3: { model: 'other' } } })).impact, {
    considered: 4,
    replayed: 1,
    changed: 1,
    examples: [{ task: 'classified', from: { model: 'gpt-5.6-terra' }, to: { model: 'other' } }],
    not_replayed: [
      { reason: /keeps no features/, count: 2 },
      { reason: /verdict was not recorded/, count: 1 },
    ],
  });
});
