import t from 'tap';
import { explainTask } from '../../src/router/explain.ts';
import { ExplainInputError } from '../../src/router/input-error.ts';
import { BASE_POLICY, MONDAY_7, withTiers } from './policies.ts';

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

const HARD = 'Debug a race condition';

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
