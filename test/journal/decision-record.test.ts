import t from 'tap';
import { attemptedOf, planHead } from '../../src/journal/attempted-head.ts';
import { decisionLine } from '../../src/journal/decision-line.ts';
import { type DecisionFacts, decisionRecord, newDecisionId, taskPreview } from '../../src/journal/decision-record.ts';
import { isMapping, type Json, type JsonObject, own } from '../../src/lib/json.ts';
import { codePointLength } from '../../src/lib/text.ts';
import { CAUSES } from '../../src/rules/cause.ts';

const KEY = `sk-ant-${'a1b2c3d4'.repeat(5)}`;

function facts(more: Partial<DecisionFacts> = {}): DecisionFacts {
  return {
    id: 'rt_0123456789ab',
    at: new Date(1_700_000_000_250),
    cause: 'hard_rule',
    output: { profile: 'coder', model: 'glm-5.3' },
    ruleId: 'hard-verbs',
    task: 'Debug a race condition in the cache',
    policyHash: 'ab12',
    ...more,
  };
}

t.test('keys in the order of the contract, ours behind them', async (t) => {
  const small = decisionRecord(facts());
  t.same(Object.keys(small), ['ts', 'cause', 'output', 'rule_id', 'task', 'id', 'policy_hash']);
  t.equal(small.ts, 1_700_000_000.25);
  const full = decisionRecord(
    facts({ source: 'delegate', steps: [], chainPlan: { chain: [] }, taskId: 't1', runId: 7 }),
  );
  t.same(Object.keys(full), [
    ...['ts', 'cause', 'output', 'rule_id', 'task', 'source', 'steps', 'chain_plan', 'task_id', 'run_id'],
    ...['id', 'policy_hash'],
  ]);
  t.same(decisionRecord(facts({ ruleId: null, policyHash: null })), { ...small, rule_id: null, policy_hash: null });
});

t.test('source is kept only when it is a known one; a plan only when it is a mapping', async (t) => {
  for (const source of ['kanban', 'chat', 'delegate']) t.equal(decisionRecord(facts({ source })).source, source);
  for (const source of ['bogus', '', null]) t.notOk('source' in decisionRecord(facts({ source })));
  for (const chainPlan of [null, undefined, [], 'plan', 7])
    t.notOk('chain_plan' in decisionRecord(facts({ chainPlan })));
});

t.test('causes are closed: anything else is unknown_cause', async (t) => {
  for (const cause of CAUSES) t.equal(decisionRecord(facts({ cause })).cause, cause);
  for (const cause of ['not-a-real-cause', '', 'blocklist_substituted', 'Hard_Rule'])
    t.equal(decisionRecord(facts({ cause })).cause, 'unknown_cause');
});

t.test('the stored task is 120 code points, without secrets', async (t) => {
  const table: [task: string, stored: string][] = [
    ['a'.repeat(200), 'a'.repeat(120)],
    ['😀'.repeat(200), '😀'.repeat(120)],
    ['', ''],
    [`${'a'.repeat(110)} ${KEY}`, `${'a'.repeat(110)} [redacted`],
    [`use ${KEY} now`, 'use [redacted:anthropic-key] now'],
    ['x\ud800', 'x\ufffd'],
  ];
  for (const [task, stored] of table) {
    t.equal(decisionRecord(facts({ task })).task, stored);
    t.ok(codePointLength(taskPreview(task)) <= 120);
    t.equal(taskPreview(taskPreview(task)), taskPreview(task), 'a preview of a preview is the same');
  }
});

t.test('steps are stored without secrets and without more of the task', async (t) => {
  const steps: Json[] = [
    {
      stage: 'signals',
      in: { task: `${KEY} ${'b'.repeat(300)}`, seed: '17' },
      out: { has_code: true, n: 5 },
      cause: null,
    },
    { stage: 'classifier', in: { tier: 'T2' }, out: { detail: `401 for ${KEY}` }, cause: 'classifier' },
    'not a step',
  ];
  const stored = decisionRecord(facts({ steps })).steps;
  t.notMatch(JSON.stringify(stored), /sk-ant-/);
  t.match(stored, [
    { in: { task: /^\[redacted:anthropic-key] b{95}$/, seed: '17' }, out: { has_code: true, n: 5 } },
    { in: { tier: 'T2' }, out: { detail: '401 for [redacted:anthropic-key]' } },
    'not a step',
  ]);
  t.match(JSON.stringify(steps), /sk-ant-/, "the caller's steps are not changed");
});

t.test('the attempted head: written whenever there is one, read back by the same rule', async (t) => {
  const table: [name: string, chain: Json, written: JsonObject, read: [string, string]][] = [
    [
      'another model',
      [{ model: 'gpt-5.6-luna', provider: 'openai-codex' }],
      { attempted_model: 'gpt-5.6-luna', attempted_provider: 'openai-codex' },
      ['gpt-5.6-luna', 'openai-codex'],
    ],
    [
      'the declared one',
      [{ model: 'glm-5.3', provider: 'zai' }],
      { attempted_model: 'glm-5.3', attempted_provider: 'zai' },
      ['glm-5.3', 'zai'],
    ],
    ['no provider', [{ model: 'railless' }], { attempted_model: 'railless' }, ['railless', '']],
    ['blank provider', [{ model: 'railless', provider: '' }], { attempted_model: 'railless' }, ['railless', '']],
    [
      'first real hop',
      [null, 'x', {}, { model: '' }, { model: 'b', provider: 'p' }],
      { attempted_model: 'b', attempted_provider: 'p' },
      ['b', 'p'],
    ],
    ['empty chain', [], {}, ['glm-5.3', 'declared']],
    ['no list', { model: 'x' }, {}, ['glm-5.3', 'declared']],
  ];
  for (const [name, chain, written, read] of table) {
    const output = { model: 'glm-5.3', provider: 'declared' };
    const stored = decisionRecord(facts({ output, chainPlan: { chain } })).output;
    t.same(stored, { ...output, ...written }, name);
    t.same(Object.values(attemptedOf(stored)), read, `${name}: read back`);
    t.same(output, { model: 'glm-5.3', provider: 'declared' }, 'the caller keeps its object');
  }
  for (const output of [null, undefined, [], 'x', { deny: true }, { attempted_model: 5, model: {} }])
    t.same(attemptedOf(output), { model: '', provider: '' });
  for (const plan of [null, undefined, 7, {}, { chain: 'x' }]) t.equal(planHead(plan), null);
});

t.test('decision ids are distinct and plain', async (t) => {
  const ids = new Set(Array.from({ length: 1000 }, newDecisionId));
  t.equal(ids.size, 1000);
  for (const id of ids) t.match(id, /^rt_[0-9a-f]{12}$/);
});

t.test('the greppable line', async (t) => {
  const rejected = Array.from({ length: 11 }, (_, n) => ({ model: `m${n}`, reject_reason: 'no_vision' }));
  const plan = {
    chain: [{ model: 'b', provider: 'p' }, { model: 'c' }],
    rejected,
    strategy: 'sequential',
    independent_rails: 2,
  };
  const planned = decisionRecord(facts({ chainPlan: plan }));
  const same = decisionRecord(facts({ chainPlan: { ...plan, chain: [{ model: 'glm-5.3' }] } }));
  const table: [JsonObject, string][] = [
    [
      planned,
      'cause=hard_rule rule=hard-verbs profile=coder model=glm-5.3 chain=2 rejected=11 strategy=sequential rails=2 attempted=b@p task="Debug a race condition in the cache"',
    ],
    [
      same,
      'cause=hard_rule rule=hard-verbs profile=coder model=glm-5.3 chain=1 rejected=11 strategy=sequential rails=2 task="Debug a race condition in the cache"',
    ],
    [
      decisionRecord(
        facts({
          ruleId: null,
          output: { deny: true },
          cause: 'blocklist_veto',
          task: 'a "b"\nc\x1b[31m\u0085\u2028\u202e',
        }),
      ),
      'cause=blocklist_veto rule=- profile=- model=- task="a \\"b\\"\\nc\\u001b[31m\\u0085\\u2028\\u202e"',
    ],
    [{}, 'cause=- rule=- profile=- model=- task=""'],
    [
      { rule_id: 'two words', output: { profile: 7 }, chain_plan: [] },
      'cause=- rule="two words" profile=7 model=- task=""',
    ],
  ];
  for (const [record, line] of table) t.equal(decisionLine(record), line);
  const stored = own(planned, 'chain_plan');
  t.match(isMapping(stored) ? [own(stored, 'rejected'), own(stored, 'rejected_truncated')] : [], [
    rejected.slice(0, 8),
    3,
  ]);
});
