import fc from 'fast-check';
import t from 'tap';
import { explainTask } from '../../src/router/explain.ts';
import { ExplainInputError } from '../../src/router/input-error.ts';
import { BASE_POLICY, MONDAY_7, TIME_POLICY, withTiers } from './policies.ts';

const models = (rows: readonly object[]) => rows.map((row) => ('model' in row ? row.model : undefined));

t.test('a hard task runs on its tier, with the hop behind it', async (t) => {
  const answer = explainTask('Debug a race condition', BASE_POLICY);
  t.match(answer, {
    mode: 'deterministic_dry_run',
    requires_classifier: false,
    decision: {
      matched_rule_id: 'hard-verbs',
      cause: 'hard_rule',
      matched_clauses: { verb_class: { eq: 'hard' } },
      output: { profile: 'coder', model: 'strong', fallback: [{ provider: 'backup-rail' }] },
    },
    preview: { seed: 0, reproducible_within: 'utc_hour', sized_from: 'task', prompt_chars: 22 },
  });
  t.same(models(answer.chain_plan.chain), ['strong', 'backup']);
  t.same(answer.chain_plan.unknown, ['strong', 'backup']);
  t.notOk('if_unclassified' in answer);
  t.notOk('evaluated_at' in answer, 'without a clock there is no moment');
  t.ok(answer.chain_plan.time_agnostic);
});

t.test('a task that nothing matches goes to the classifier, and this is where it goes without one', async (t) => {
  const answer = explainTask('Summarize this note', BASE_POLICY);
  t.equal(answer.requires_classifier, true);
  t.same(answer.decision.output, { action: 'classify' });
  t.match(answer.decision, { matched_rule_id: null, cause: 'default_fallthrough', matched_clauses: {} });
  t.match(answer.if_unclassified, { profile: 'coder', model: 'strong', provider: 'safe-rail' });
  t.same(models(answer.if_unclassified?.chain_plan.chain ?? []), ['strong']);
});

t.test('S-13 the answer lists the rule, its clauses and every rule skipped with its reason', async (t) => {
  const rules = [
    { id: 'off', enabled: false, when: { verb_class: { eq: 'hard' } }, then: { model: 'T1' } },
    { id: 'huge', when: { est_input_tokens: { gt: 400_000 } }, then: { model: 'T3' } },
    ...BASE_POLICY.rules,
    { id: 'also', when: { has_stacktrace: { eq: false } }, then: { model: 'T1' } },
  ];
  const { decision, why_not: reasons } = explainTask('Debug a race condition', { ...BASE_POLICY, rules });
  t.equal(decision.matched_rule_id, 'hard-verbs');
  t.match(reasons.rules, [
    { rule_id: 'off', index: 0, clause: { field: 'enabled' }, nearest: /remove `enabled: false`/ },
    {
      rule_id: 'huge',
      index: 1,
      clause: { field: 'est_input_tokens', op: 'gt', target: 400_000 },
      nearest: /> 400000 \(is \d+\)/,
    },
  ]);
  t.equal(reasons.rules.length, 2);
  t.match(reasons.hops, [{ model: 'backup', provider: 'backup-rail', stage: 'order' }]);
});

const review = {
  id: 'review-request',
  when: { keywords: { contains: 'review' } },
  then: { profile: 'reviewer', action: 'classify' },
};

t.test('S-14 S-15 a rule that delegates the model keeps its id and its profile', async (t) => {
  const answer = explainTask('please review this pull req', { ...BASE_POLICY, rules: [review] });
  t.match(answer.decision, { matched_rule_id: 'review-request', cause: 'classifier' });
  t.match(answer.if_unclassified, { profile: 'reviewer', model: 'strong', provider: 'safe-rail' });
});

t.test('S-16 a default that names a model is an instruction, not a question', async (t) => {
  const policy = { ...BASE_POLICY, default: { model: 'cheap-1', provider: 'p' } };
  const answer = explainTask('Hello world', policy);
  t.match(answer, {
    requires_classifier: false,
    decision: { cause: 'default_fallthrough', output: { model: 'cheap-1' } },
  });
  t.same(models(answer.chain_plan.chain), ['cheap-1']);
  t.notOk('if_unclassified' in answer);
});

t.test('S-18 a rule switched off with a word is refused, not taken for off', async (t) => {
  const rules = [{ ...BASE_POLICY.rules[0], enabled: 'no' }];
  t.throws(() => explainTask('Debug it', { ...BASE_POLICY, rules }), { code: 'policy_invalid' });
});

const banned = (...rows: object[]) => ({ ...BASE_POLICY.blocklist, manual_ban: rows });

t.test('B-12 a banned model is labelled on every path that resolves to it', async (t) => {
  const m1 = { model: 'm1', provider: 'p' };
  const base = { ...withTiers({ T1: { ...m1, fallback: [{ model: 'm2', provider: 'p' }] } }), fail_safe: m1 };
  const paths: readonly (readonly [string, object, string])[] = [
    ['a rule', { rules: [{ id: 'r', when: { verb_class: { eq: 'hard' } }, then: m1 }] }, 'Debug it'],
    ['a tier', { rules: [{ id: 'r', when: { verb_class: { eq: 'hard' } }, then: { model: 'T1' } }] }, 'Debug it'],
    ['the default', { default: m1 }, 'Hello'],
  ];
  const bans = [{ model: 'M1' }, { model: 'm1', provider: 'P' }];
  for (const ban of bans) {
    for (const [name, part, task] of paths) {
      const answer = explainTask(task, { ...base, ...part, blocklist: banned(ban) });
      t.match(answer.chain_plan.blocked, [{ model: 'm1', reject_reason: 'blocked' }], name);
      t.equal(answer.chain_plan.blocked_source, 'preview_label');
      t.equal(answer.chain_plan.chain[0]?.model, 'm1', 'labelled, not vetted');
      t.notOk('blocked' in answer.decision.chain_plan, 'the decision itself stays as planned');
      t.match(answer.why_not.hops[0], { model: 'm1', stage: 'blocklist', reason: 'manual_ban' });
    }
    const answer = explainTask('Hello', { ...base, blocklist: banned(ban) });
    t.match(answer.if_unclassified?.chain_plan.blocked, [{ model: 'm1' }], 'the fail-safe too');
  }
  const free = explainTask('Hello', { ...base, default: m1, blocklist: banned({ model: 'm1', provider: 'other' }) });
  t.notOk('blocked' in free.chain_plan || 'blocked_source' in free.chain_plan, 'banned on another rail');
});

t.test('the prompt is what is measured, if there is one', async (t) => {
  const rules = [{ id: 'huge-context-read', when: { est_input_tokens: { gt: 400_000 } }, then: { model: 'T3' } }];
  const prompt = 'word '.repeat(200_000).slice(0, 1_000_000);
  const policy = { ...BASE_POLICY, rules };
  const answer = explainTask('Read it', policy, { promptText: `${prompt}${prompt.slice(0, 48_000)}` });
  t.match(answer.preview, { sized_from: 'prompt_text', prompt_chars: 1_048_000 });
  const small = explainTask('Read it', policy, { promptText: '' });
  t.match(small.preview, { sized_from: 'task', prompt_chars: 7 });
  t.ok(answer.features.est_input_tokens > small.features.est_input_tokens);
});

const PLAIN = 'Write a poem about the sea';
const HARD = 'Debug a race condition';
const TRIVIAL = 'Rename getCwd in utils.py';

const hours: readonly (readonly [string, string, string, object])[] = [
  [
    'a plain task in the peak',
    PLAIN,
    '2026-08-17T07:00:00Z',
    { rule: 'peak-hours', chain: ['glm-4.6'], capped: ['deepseek-v4-pro'] },
  ],
  [
    'a plain task off the peak',
    PLAIN,
    '2026-08-17T15:00:00Z',
    { rule: null, chain: ['MiniMax-M3', 'deepseek-v4-pro', 'glm-4.6'], reasons: ['cheapest_now'] },
  ],
  [
    'a plain task in the night peak',
    PLAIN,
    '2026-08-17T03:00:00Z',
    { chain: ['MiniMax-M3', 'glm-4.6', 'deepseek-v4-pro'], reasons: ['cheapest_now', 'price_window'] },
  ],
  [
    'a plain task an hour later',
    PLAIN,
    '2026-08-17T04:00:00Z',
    { chain: ['MiniMax-M3', 'deepseek-v4-pro', 'glm-4.6'], reasons: ['cheapest_now'] },
  ],
  [
    'a trivial task whose cap would leave nothing',
    TRIVIAL,
    '2026-08-17T02:00:00Z',
    {
      bypassed: true,
      chain: ['deepseek-v4-pro', 'deepseek-v4-flash'],
      capped: ['deepseek-v4-pro', 'deepseek-v4-flash'],
      reasons: ['time_cap', 'price_window'],
    },
  ],
  [
    'a hard task in the peak',
    HARD,
    '2026-08-17T07:00:00Z',
    { demoted: ['deepseek-v4-pro'], chain: ['glm-4.6', 'deepseek-v4-pro'], reasons: ['time_policy', 'price_window'] },
  ],
  [
    'a hard task off the peak',
    HARD,
    '2026-08-17T15:00:00Z',
    { demoted: [], chain: ['deepseek-v4-pro', 'glm-4.6'], reasons: ['time_policy'] },
  ],
];

for (const [name, task, at, expected] of hours) {
  t.test(`${name} (${at})`, async (t) => {
    const { chain_plan: plan, decision, preview } = explainTask(task, TIME_POLICY, { at: new Date(at) });
    const seen = {
      rule: decision.matched_rule_id,
      chain: models(plan.chain),
      capped: models(plan.capped),
      demoted: plan.demoted,
      bypassed: plan.time_cap_bypassed,
      reasons: preview.time_relative_reasons,
    };
    t.match(seen, expected);
    t.equal(preview.time_relative, seen.reasons.length > 0);
  });
}

t.test('the clock is that of the hour, on weekdays and weekends', async (t) => {
  const policy = withTiers({ T4: { model: 'glm-5.3-flash', provider: 'zai' } });
  const monday = explainTask(HARD, policy, { at: new Date('2026-08-17T07:42:17.5Z') });
  t.same(monday.evaluated_at, {
    at: '2026-08-17T07:00:00+00:00',
    at_source: 'explicit',
    utc_hour: 7,
    utc_weekday: 0,
    time_aware: true,
  });
  t.match(monday.features, { utc_hour: 7, utc_weekday: 0 });
  t.match(monday.chain_plan.multipliers, { 'glm-5.3-flash': 2 });
  const saturday = explainTask(HARD, policy, { at: new Date('2026-08-22T07:00:00Z') });
  t.match(saturday, { evaluated_at: { utc_weekday: 5 }, preview: { time_relative: false, time_relative_reasons: [] } });
  t.match(saturday.chain_plan.multipliers, { 'glm-5.3-flash': 1 });
});

t.test('the same task, policy and hour give the same bytes, also where the order is drawn', async (t) => {
  const hops = ['glm-5.3', 'glm-4.6v', 'gpt-5.6-luna', 'mimo-v2.5'].map((model) => ({
    model,
    provider: `rail-${model}`,
  }));
  const [primary, ...fallback] = hops;
  const policy = withTiers({ T4: { ...primary, fallback, fallback_strategy: 'random', pin_primary: false } });
  const task = 'Debug the crash shown in this screenshot';
  const first = explainTask(task, policy, { at: new Date('2026-08-17T07:00:00Z') });
  t.match(first.chain_plan.rejected, [{ model: 'glm-5.3', reject_reason: 'no_vision' }]);
  t.equal(first.chain_plan.chain.length, 3);
  t.equal(first.chain_plan.independent_rails, 3);
  const again = explainTask(task, structuredClone(policy), { at: new Date('2026-08-17T07:59:59Z') });
  t.equal(JSON.stringify(again), JSON.stringify(first));
});

t.test('a changed answer changes no policy and no later answer', async (t) => {
  const before = JSON.stringify(BASE_POLICY);
  const answer = explainTask('Hello', BASE_POLICY, { at: MONDAY_7 });
  const again = JSON.stringify(answer);
  Object.assign(answer.if_unclassified?.chain_plan.chain[0] ?? {}, { model: 'changed' });
  t.equal(JSON.stringify(BASE_POLICY), before);
  t.equal(JSON.stringify(explainTask('Hello', BASE_POLICY, { at: MONDAY_7 })), again);
});

t.test('fail_safe and compaction errors do not block an answer', async (t) => {
  const policy = { ...BASE_POLICY, fail_safe: { model: 7 }, compaction: { model: '' } };
  t.equal(explainTask(HARD, policy).decision.output.model, 'strong');
});

const invalid: readonly unknown[] = [undefined, null, 'text', [], {}, { enabled: true }, { ...BASE_POLICY, tiers: {} }];

for (const policy of invalid) {
  t.test(`refuses the policy ${JSON.stringify(policy)?.slice(0, 30)}`, async (t) => {
    const error = t.throws(() => explainTask('Hello', policy));
    t.ok(error instanceof ExplainInputError);
    t.match(error, { code: 'policy_invalid', message: 'router policy is invalid' });
    t.ok(error instanceof ExplainInputError && error.problems.length > 0);
  });
}

t.test('the task is judged before the policy', async (t) => {
  t.throws(() => explainTask('  ', {}), { code: 'task_required' });
});

t.test('whatever the task and the policy are, only the one typed error is thrown', async (t) => {
  const scalars = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('T1', 'T9', 'glm-5.3-flash', 'classify', true),
  );
  const part = fc.record(
    {
      rules: fc.oneof(
        scalars,
        fc.array(fc.record({ id: scalars, when: scalars, then: scalars }, { requiredKeys: [] })),
      ),
      default: scalars,
      tiers: scalars,
      fail_safe: scalars,
      classifier: scalars,
      blocklist: scalars,
      price_windows: scalars,
      signals: scalars,
    },
    { requiredKeys: [] },
  );
  const task = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(HARD, TRIVIAL, PLAIN));
  const at = fc.option(fc.date({ noInvalidDate: false }));
  const onlyTyped = (text: string, policy: unknown, moment: Date | null, prompt: string): void => {
    try {
      JSON.stringify(explainTask(text, policy, { at: moment, promptText: prompt }));
    } catch (error) {
      if (!(error instanceof ExplainInputError)) throw error;
    }
  };
  const property = fc.property(task, fc.oneof(part, scalars), at, fc.string(), (text, policy, moment, prompt) => {
    onlyTyped(text, policy, moment, prompt);
    if (policy !== null && typeof policy === 'object') onlyTyped(text, { ...BASE_POLICY, ...policy }, moment, prompt);
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 500 }));
});

t.test('the chain and the hops left out are a permutation of what the tier declares', async (t) => {
  const names = ['glm-5.3', 'glm-4.6', 'deepseek-v4-pro', 'MiniMax-M3', 'gpt-5.6-luna', 'house'];
  const queue = fc.shuffledSubarray(names, { minLength: 1 });
  const knobs = fc.record({
    fallback_strategy: fc.constantFrom('sequential', 'random', 'cheapest_now'),
    pin_primary: fc.boolean(),
  });
  const task = fc.constantFrom(HARD, 'Debug the screenshot', 'Debug 300 files');
  const property = fc.property(queue, knobs, task, fc.integer({ min: 0, max: 167 }), (queued, knob, text, hour) => {
    const [first = '', ...rest] = queued;
    const fallback = rest.map((model) => ({ model, provider: `rail-${model}` }));
    const policy = withTiers({ T4: { model: first, provider: 'p', fallback, ...knob } });
    const answer = explainTask(text, policy, { at: new Date(Date.UTC(2026, 7, 17, hour)) });
    const { chain, rejected, bypassed } = answer.chain_plan;
    const seen = [...models(chain), ...(bypassed ? [] : models(rejected))];
    return JSON.stringify(seen.toSorted()) === JSON.stringify(queued.toSorted());
  });
  t.doesNotThrow(() => fc.assert(property));
});
