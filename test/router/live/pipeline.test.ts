import t from 'tap';
import { withChain } from '../../../src/router/live/decide.ts';
import { taskSeed } from '../../../src/router/live/seed.ts';
import { says, standIn } from '../../classifier/asking.ts';
import { BASE_POLICY, withTiers } from '../policies.ts';
import { hopsOf, openRouter, stagesOf } from './parts.ts';

const HARD = 'Debug a race condition';
const OPEN = 'Summarize this note';

t.test('a rule decides: blocklist, signals, rules', async (t) => {
  const result = await openRouter(t).decide(BASE_POLICY, { task: HARD });
  t.match(result.decision, {
    matched_rule_id: 'hard-verbs',
    output: { profile: 'coder', model: 'strong', provider: 'strong-rail' },
    matched_clauses: { verb_class: { eq: 'hard' } },
    cause: 'hard_rule',
  });
  t.same(hopsOf(result), ['strong@strong-rail', 'backup@backup-rail']);
  const features = result.features ?? {};
  t.strictSame(result.steps, [
    { stage: 'blocklist', in: { model: null, provider: null }, out: { blocked: false }, cause: null },
    { stage: 'signals', in: { task: HARD, seed: taskSeed(HARD) }, out: features, cause: null },
    {
      stage: 'rules',
      in: { features },
      out: { output: result.decision.output, rule_id: 'hard-verbs' },
      cause: 'hard_rule',
    },
  ]);
  t.match(features, { utc_hour: 12, utc_weekday: 0 });
  t.notOk('assignee' in features);
});

t.test('the role that the caller fixed is a feature', async (t) => {
  const rules = [{ id: 'mine', when: { assignee: { eq: 'reviewer' } }, then: { profile: 'reviewer', model: 'T1' } }];
  const router = openRouter(t);
  const policy = { ...BASE_POLICY, rules };
  t.equal((await router.decide(policy, { task: OPEN, assignee: 'reviewer' })).decision.matched_rule_id, 'mine');
  t.equal((await router.decide(policy, { task: OPEN })).decision.matched_rule_id, null);
});

t.test('an answer of the classifier decides: the rule keeps its role, the tier brings the route', async (t) => {
  const asked = standIn(() => says('T3'));
  const rules = [
    {
      id: 'review-request',
      when: { char_len: { gte: 0 } },
      then: { profile: 'reviewer', action: 'classify', note: 'kept' },
    },
  ];
  const result = await openRouter(t, asked).decide({ ...BASE_POLICY, rules }, { task: OPEN });
  t.same(result.decision.output, { profile: 'reviewer', note: 'kept', model: 'medium', provider: 'strong-rail' });
  t.equal(result.decision.cause, 'classifier');
  t.equal(result.decision.matched_rule_id, 'review-request');
  t.same(stagesOf(result), ['blocklist', 'signals', 'rules', 'classifier']);
  t.match(result.steps[2], { cause: 'keyword_match' }, 'the rules step has the label of its rule');
  t.strictSame(result.steps[3], {
    stage: 'classifier',
    in: { tier: 'T3', confidence: 'high' },
    out: { effective_tier: 'T3', model: 'medium' },
    cause: 'classifier',
  });
});

t.test('the classifier sees the goal alone, the rules see the whole prompt', async (t) => {
  const asked = standIn(() => says('T1'));
  const policy = {
    ...BASE_POLICY,
    rules: [{ id: 'huge-context', when: { est_input_tokens: { gt: 20_000 } }, then: { model: 'T2' } }],
  };
  const router = openRouter(t, asked);
  const text = `Context: ${'lorem '.repeat(20_000)}\n\nTask: ${OPEN}`;
  t.equal((await router.decide(policy, { task: OPEN })).decision.cause, 'classifier');
  t.match((await router.decide(policy, { task: OPEN, text })).decision, {
    cause: 'size_rule',
    output: { model: 'small' },
  });
  t.equal(asked.requests.length, 1);
});

t.test('S6 without an answer the fail-safe decides, and says why', async (t) => {
  const safe = { profile: 'coder', model: 'strong', provider: 'safe-rail' };
  const none = await openRouter(t).decide(BASE_POLICY, { task: OPEN });
  t.same(none.decision.output, safe);
  t.equal(none.decision.cause, 'fail_safe_strong');
  t.strictSame(none.steps.at(-1), {
    stage: 'fail_safe',
    in: { reason: 'no_classifier' },
    out: safe,
    cause: 'fail_safe_strong',
  });
  for (const code of ['refused', 'timeout', 'empty_reply', 'truncated', 'no_credentials'] as const) {
    const asked = standIn(() => ({ fails: code }));
    for (const on_total_failure of ['heuristic', 'fail_safe']) {
      const policy = { ...BASE_POLICY, classifier: { ...BASE_POLICY.classifier, on_total_failure } };
      const { decision, steps } = await openRouter(t, asked).decide(policy, { task: OPEN });
      t.same(decision.output, safe);
      t.same(steps.at(-1)?.in, { reason: 'classifier_error', detail: code });
    }
  }
  const mute = await openRouter(
    t,
    standIn(() => 'I would say T2'),
  ).decide(BASE_POLICY, { task: OPEN });
  t.same(mute.steps.at(-1)?.in, { reason: 'classifier_error', detail: 'bad_reply' });
});

t.test('a policy without any tier of use cannot use an answer', async (t) => {
  const asked = standIn(() => says('T1'));
  const { decision, steps } = await openRouter(t, asked).decide({ ...BASE_POLICY, tiers: {} }, { task: OPEN });
  t.equal(decision.output.model, 'strong');
  t.same(steps.at(-1)?.in, { reason: 'classifier_error', detail: 'no_tier' });
});

t.test('an action nobody knows goes to the fail-safe, without the role of its rule', async (t) => {
  const rules = [{ id: 'odd', when: { char_len: { gte: 0 } }, then: { profile: 'x', model: 'T1', action: 'ponder' } }];
  const { decision, steps } = await openRouter(t).decide({ ...BASE_POLICY, rules }, { task: OPEN });
  t.match(decision, {
    matched_rule_id: 'odd',
    cause: 'fail_safe_strong',
    output: { profile: 'coder', model: 'strong' },
  });
  t.same(steps.at(-1)?.in, { reason: 'fallthrough' });
});

t.test('S-14 S-15 the fail-safe keeps the rule and the role that a rule had decided', async (t) => {
  const rules = [
    {
      id: 'review-request',
      when: { keywords: { contains: 'review' } },
      then: { profile: 'reviewer', action: 'classify' },
    },
  ];
  const policy = { ...BASE_POLICY, rules };
  for (const asked of [undefined, standIn(() => ({ fails: 'timeout' }) as const)]) {
    const { decision } = await openRouter(t, asked).decide(policy, { task: 'please review this pull req' });
    t.match(decision, {
      matched_rule_id: 'review-request',
      cause: 'fail_safe_strong',
      output: { profile: 'reviewer', model: 'strong', provider: 'safe-rail' },
    });
  }
});

t.test('S-16 a default that names a route is an instruction', async (t) => {
  for (const asked of [undefined, standIn(() => says('T4'))]) {
    for (const [route, expected] of [
      [{ model: 'T2' }, { model: 'small', provider: 'cheap' }],
      [{ model: 'cheap-1' }, { model: 'cheap-1' }],
    ] as const) {
      const { decision } = await openRouter(t, asked).decide({ ...BASE_POLICY, default: route }, { task: OPEN });
      t.same(decision.output, expected);
      t.equal(decision.cause, 'default_fallthrough');
    }
    t.equal(asked?.requests.length ?? 0, 0);
  }
});

t.test('C-16 model and provider both come from the tier', async (t) => {
  const policy = {
    ...withTiers({ T1: { model: 'm1', provider: 'alpha' }, T2: { model: 'm2' } }),
    default: { provider: 'zeta', action: 'classify', fallback: [{ model: 'old', provider: 'zeta' }] },
  };
  const one = await openRouter(
    t,
    standIn(() => says('T1')),
  ).decide(policy, { task: OPEN });
  t.same(one.decision.output, { profile: 'coder', model: 'm1', provider: 'alpha' });
  t.same(hopsOf(one), ['m1@alpha']);
  const two = await openRouter(
    t,
    standIn(() => says('T2')),
  ).decide(policy, { task: OPEN });
  t.same(two.decision.output, { profile: 'coder', model: 'm2' }, 'a tier without a provider removes the old one');
});

t.test('D6 a rule that denies is the end', async (t) => {
  const asked = standIn(() => says('T1'));
  for (const then of [{ deny: true }, { deny: true, model: 'T1' }, { deny: true, action: 'classify' }]) {
    const policy = { ...BASE_POLICY, rules: [{ id: 'never', when: { char_len: { gte: 0 } }, then }] };
    const result = await openRouter(t, asked).decide(policy, { task: OPEN });
    t.match(result.decision, { matched_rule_id: 'never', cause: 'blocklist_veto', output: { deny: true } });
    t.same(hopsOf(result), []);
    t.same(stagesOf(result), ['blocklist', 'signals', 'rules']);
  }
  t.equal(asked.requests.length, 0);
});

t.test('S12 the same task draws the same order everywhere, another task another one', async (t) => {
  const fallback = Array.from({ length: 8 }, (_, index) => ({ model: `m${index}`, provider: 'p' }));
  const policy = withTiers({ T4: { model: 'strong', provider: 'strong-rail', fallback, fallback_strategy: 'random' } });
  const draw = async (task: string) => hopsOf(await openRouter(t).decide(policy, { task }));
  t.same(await draw(HARD), await draw(HARD));
  const orders = new Set<string>();
  for (let i = 0; i < 5; i++) orders.add((await draw(`${HARD} ${i}`)).join());
  t.ok(orders.size > 1);
});

t.test('the result carries a chain only where model and fallback would mislead', async (t) => {
  const { decision } = await openRouter(t).decide(BASE_POLICY, { task: HARD });
  t.notOk('chain' in withChain(decision.output, decision.chain_plan));
  const reordered = { ...decision.chain_plan, chain: decision.chain_plan.chain.toReversed() };
  t.same(withChain(decision.output, reordered).chain, reordered.chain);
  t.notOk('chain' in withChain({ deny: true }, reordered));
});
