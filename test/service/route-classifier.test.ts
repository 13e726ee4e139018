import t, { type Test } from 'tap';
import type { JsonObject } from '../../src/lib/json.ts';
import { readClassifierHealth } from '../../src/service/classifier-health.ts';
import { route } from '../../src/service/route.ts';
import { promptOf, says, standIn } from '../classifier/asking.ts';
import { answer, type Behaviour, completion, GRANTED, openOver, refusal, startStub } from '../llm/stub.ts';
import { BASE_POLICY } from '../router/policies.ts';
import { openContext } from './context.ts';
import { EXAMPLE, hopsOf, recordsOf } from './routed.ts';

const OPEN = 'Summarize this note';
const REVIEW = 'Review PR for security';

/** A home whose Hermes knows z.ai at a stub, with these grants. */
async function realClassifier(t: Test, plugins: JsonObject, ...answers: readonly [Behaviour, ...Behaviour[]]) {
  const stub = await startStub(t, ...answers);
  const env = `GLM_API_KEY=0123456789abcdef0123456789abcdef.abcdefghijklmnop\nGLM_BASE_URL=${stub.origin}/v1\n`;
  return { stub, ...openOver(t, { plugins }, { env }) };
}

t.test('the table of the README, live', async (t) => {
  const rules: readonly (readonly [string, object])[] = [
    [
      'Rename getCwd in utils.py',
      {
        matched_rule_id: 'trivial-mechanical-edit',
        output: { profile: 'coder', model: 'glm-5.3-flash', provider: 'zai' },
      },
    ],
    [
      'Debug race condition in pool',
      { matched_rule_id: 'hard-verbs', output: { profile: 'coder', model: 'gpt-5.5', provider: 'openai-codex' } },
    ],
  ];
  const safe = { profile: 'reviewer', model: 'glm-5.3-flash', provider: 'zai' };
  const reviewed = { matched_rule_id: 'review-request', cause: 'fail_safe_strong', output: safe };

  t.test('without a classifier', async (t) => {
    const context = openContext(t, { policy: EXAMPLE });
    for (const [task, expected] of rules) t.match((await route(context, { task })).decision, expected);
    const body = await route(context, { task: REVIEW });
    t.match(body.decision, reviewed);
    t.same(body.steps.at(-1)?.in, { reason: 'no_classifier' });
    t.same(hopsOf(body), ['glm-5.3-flash@zai', 'gpt-5.6-luna@openai-codex', 'mimo-v2.5@xiaomi']);
    t.match(readClassifierHealth(context), { state: 'unavailable' });
  });

  t.test('with a gate that refuses', async (t) => {
    const { llm, stub } = await realClassifier(t, {}, completion(says('T3')));
    t.test('decides', async (t) => {
      const context = openContext(t, { policy: EXAMPLE, llm });
      t.match(readClassifierHealth(context), { state: 'refused', last_50: {} }, 'known before anybody asked');
      for (const [task, expected] of rules) t.match((await route(context, { task })).decision, expected);
      const body = await route(context, { task: REVIEW });
      t.match(body.decision, reviewed);
      t.same(body.steps.at(-1)?.in, { reason: 'classifier_error', detail: 'refused' });
      t.match(readClassifierHealth(context), {
        state: 'refused',
        fix: 'plugins.entries.hermes-smart-router.llm.allow_provider_override: true\nplugins.entries.hermes-smart-router.llm.allow_model_override: true',
        last_50: { refused: 1 },
      });
      t.equal(stub.asked.length, 0);
    });
  });

  t.test('with a classifier that is granted', async (t) => {
    const { llm, stub } = await realClassifier(t, GRANTED, completion(`\`\`\`json\n${says('T3')}\n\`\`\``));
    t.test('decides', async (t) => {
      const context = openContext(t, { policy: EXAMPLE, llm });
      t.match(readClassifierHealth(context), { state: 'unused' });
      for (const [task, expected] of rules) t.match((await route(context, { task })).decision, expected);
      t.equal(stub.asked.length, 0);
      const body = await route(context, { task: REVIEW });
      t.match(body.decision, {
        matched_rule_id: 'review-request',
        cause: 'classifier',
        output: {
          profile: 'reviewer',
          model: 'gpt-5.6-terra',
          provider: 'openai-codex',
          requirements: { min_context: 200_000 },
        },
      });
      t.match(body.steps.at(-1), { stage: 'classifier', in: { tier: 'T3', confidence: 'high' } });
      t.match(stub.asked[0]?.body, { model: 'glm-5.3-flash', temperature: 0 });
      t.match(readClassifierHealth(context), { state: 'ok', fix: null, last_50: { answered: 1 } });
    });
  });

  t.test('with a classifier that fails', async (t) => {
    const { llm } = await realClassifier(t, GRANTED, completion(''), refusal(401), answer(200, '<html>'));
    t.test('decides', async (t) => {
      const context = openContext(t, { policy: EXAMPLE, llm });
      const body = await route(context, { task: REVIEW });
      t.match(body.decision, reviewed);
      t.same(body.steps.at(-1)?.in, { reason: 'classifier_error', detail: 'empty_reply' });
      t.match(readClassifierHealth(context), { state: 'failing', reason: /empty_reply.*no_credentials/ });
    });
  });
});

t.test('S-20 fifty decisions wait for one slow classifier, and all are made', async (t) => {
  let release = (): void => undefined;
  const gate = new Promise<void>((settle) => {
    release = settle;
  });
  const { llm } = standIn(async () => {
    await gate;
    return says('T2');
  });
  const context = openContext(t, { llm });
  const all = Array.from({ length: 50 }, (_, index) => route(context, { task: `${OPEN} ${index}` }));
  release();
  const bodies = await Promise.all(all);
  t.same(new Set(bodies.map(({ decision }) => decision.cause)), new Set(['classifier']));
  t.equal(new Set(recordsOf(context).map(({ id }) => id)).size, 50);
});

t.test('S6 the budget of a face, and the whole one of the policy', async (t) => {
  const budgets = [
    [undefined, 15, 6500],
    [undefined, 3, 3000],
    [Number.POSITIVE_INFINITY, 15, 15_000],
  ] as const;
  for (const [limit, seconds, expected] of budgets) {
    await t.test(`${limit} ${seconds}`, async (t) => {
      const asked = standIn(() => says('T1'));
      const policy = { ...BASE_POLICY, classifier: { ...BASE_POLICY.classifier, timeout_seconds: seconds } };
      const context = openContext(t, { policy, llm: asked.llm });
      await route(context, { task: OPEN }, limit === undefined ? {} : { classifierBudgetMs: limit });
      const timeout = asked.requests[0]?.timeoutMs ?? 0;
      t.ok(timeout <= expected && timeout > expected - 2500, String(timeout));
    });
  }
});

t.test('what is measured is what the model will read; what is classified is the task', async (t) => {
  const asked = standIn(() => says('T1'));
  const context = openContext(t, { llm: asked.llm });
  const measured = async (raw: object): Promise<unknown> =>
    (await route(context, { task: OPEN, ...raw })).steps[1]?.out.char_len;
  t.equal(await measured({}), OPEN.length);
  t.equal(await measured({ context: ' ctx ' }), `Context: ctx\n\nTask: ${OPEN}`.length);
  t.equal(await measured({ promptText: 'x'.repeat(500) }), 500);
  t.equal(await measured({ context: '' }), OPEN.length);
  t.notMatch(promptOf(asked.requests[0]), 'ctx');
});

t.test('S16 the auxiliary task is used where the policy names no classifier', async (t) => {
  const { classifier: _, ...policy } = BASE_POLICY;
  const asked = standIn(() => says('T1'));
  const config = JSON.stringify({ auxiliary: { classifier: { provider: 'zai', model: 'glm-4.5-flash' } } });
  await route(openContext(t, { policy, config, llm: asked.llm }), { task: OPEN });
  t.match(asked.requests, [{ task: 'classifier' }]);
});

t.test('a provider that never answers costs no more than the budget', async (t) => {
  const { llm, stub } = await realClassifier(t, GRANTED, () => undefined);
  t.test('decides', async (t) => {
    const context = openContext(t, { policy: EXAMPLE, llm });
    const started = performance.now();
    const body = await route(context, { task: REVIEW }, { classifierBudgetMs: 300 });
    t.ok(performance.now() - started < 6000, 'with room for a busy machine, and far from the 15 s of the policy');
    t.same(body.steps.at(-1)?.in, { reason: 'classifier_error', detail: 'timeout' });
    t.equal(stub.asked.length, 1);
  });
});
