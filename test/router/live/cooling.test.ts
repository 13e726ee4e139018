import t from 'tap';
import { planChain } from '../../../src/chain/plan.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { vetRoute } from '../../../src/router/live/veto.ts';
import { openVetting } from '../../../src/router/live/vetting.ts';
import { BASE_POLICY, withTiers } from '../policies.ts';
import { withBans } from './bans.ts';
import { hopsOf, openRouter } from './parts.ts';

const HARD = 'Debug a race condition';

t.test('S7 the tail is only looked at: its probe is left for whoever needs it as a head', async (t) => {
  const policy = withBans(BASE_POLICY, []);
  const router = openRouter(t);
  for (const [model, provider] of [
    ['strong', 'strong-rail'],
    ['backup', 'backup-rail'],
  ])
    await router.parts.blocklist.recordFailure(policy, model, provider, 'quota_exhausted');
  router.clock.set(router.clock.now().getTime() / 1000 + 61);
  t.same(hopsOf(await router.decide(policy, { task: HARD })), ['strong@strong-rail', 'backup@backup-rail']);
  t.same(hopsOf(await router.decide(policy, { task: HARD })), ['backup@backup-rail']);
  t.equal((await router.decide(policy, { task: HARD })).decision.output.deny, true);
});

t.test('with two rails cooling the head is on the third, with its provider', async (t) => {
  const policy = withBans(
    withTiers({
      T4: {
        model: 'm',
        provider: 'a',
        fallback: [
          { model: 'm', provider: 'b' },
          { model: 'n', provider: 'c' },
        ],
      },
    }),
    [],
  );
  const router = openRouter(t);
  for (const provider of ['a', 'b'])
    await router.parts.blocklist.recordFailure(policy, 'm', provider, 'quota_exhausted');
  const result = await router.decide(policy, { task: HARD });
  t.match(result.decision.output, { model: 'n', provider: 'c', blocked_model: 'm' });
  t.same(hopsOf(result), ['n@c']);
});

t.test('B-06 when all are cooling the answer says how long to wait', async (t) => {
  const router = openRouter(t);
  const policy = withBans(BASE_POLICY, []);
  await router.parts.blocklist.recordFailure(policy, 'strong', 'strong-rail', 'quota_exhausted');
  router.clock.set(router.clock.now().getTime() / 1000 + 23.8);
  await router.parts.blocklist.recordFailure(policy, 'backup', 'backup-rail', 'quota_exhausted');
  router.clock.set(router.clock.now().getTime() / 1000 + 29);
  const { decision } = await router.decide(policy, { task: HARD });
  t.match(decision.output, { deny: true, blocked_model: 'strong', retry_after_s: 8, reason: /due in 8 s$/ });
  t.match(decision.chain_plan.blocked, [{ model: 'strong' }, { model: 'backup' }]);
});

t.test('S8 only hops that cool down are run all the same, and only where no model is named', async (t) => {
  const hops = [
    { model: 'x', provider: 'p' },
    { model: 'y', provider: 'p' },
  ];
  const policy = withBans(BASE_POLICY, [{ model: 'x', provider: 'p' }]);
  const router = openRouter(t);
  const output = { profile: 'coder', fallback: hops };
  const vet = (document: JsonObject) =>
    vetRoute(output, planChain(output, {}), document, openVetting(router.parts.blocklist, document));
  await router.parts.blocklist.recordFailure(policy, 'y', 'p', 'quota_exhausted');
  const bypassed = await vet(policy);
  t.same(bypassed.plan.chain, [{ model: 'y', provider: 'p' }], 'the banned one is not');
  t.match(bypassed.plan, { blocklist_bypassed: true, blocklist_widened: false, blocked: hops });
  const banned = await vet(withBans(BASE_POLICY, [{ model: '', provider: 'p' }]));
  t.match(banned, { output: { deny: true, blocked_model: 'x' }, plan: { chain: [] } });
});

t.test('B-01 of twenty decisions one takes each probe', async (t) => {
  const policy = withBans(BASE_POLICY, []);
  const router = openRouter(t);
  const { blocklist } = router.parts;
  await blocklist.recordFailure(policy, 'strong', 'strong-rail', 'quota_exhausted');
  await blocklist.recordFailure(policy, 'backup', 'backup-rail', 'quota_exhausted');
  router.clock.set(router.clock.now().getTime() / 1000 + 61);
  const results = await Promise.all(Array.from({ length: 20 }, () => router.decide(policy, { task: HARD })));
  const heads = results.map((result) => hopsOf(result)[0]);
  t.equal(heads.filter((head) => head === 'strong@strong-rail').length, 1);
  t.equal(
    heads.filter((head) => head === 'backup@backup-rail').length,
    1,
    'the next one is a replacement, and a probe too',
  );
  const refused = results.filter(({ decision }) => decision.output.deny === true);
  t.equal(refused.length, 18);
  for (const { decision } of refused) t.equal(decision.output.retry_after_s, 60);
  await blocklist.recordSuccess(policy, 'strong', 'strong-rail');
  t.equal(hopsOf(await router.decide(policy, { task: HARD }))[0], 'strong@strong-rail');
});

t.test('a requested pair is only looked at, unless it is the one that runs', async (t) => {
  const policy = withBans(BASE_POLICY, []);
  const router = openRouter(t);
  await router.parts.blocklist.recordFailure(policy, 'small', 'cheap', 'quota_exhausted');
  router.clock.set(router.clock.now().getTime() / 1000 + 61);
  const request = { task: HARD, model: 'small', provider: 'cheap' };
  for (let i = 0; i < 3; i++) t.equal((await router.decide(policy, request)).decision.matched_rule_id, 'hard-verbs');
});
