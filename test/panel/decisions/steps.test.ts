import { test } from 'tap';
import { attemptsOf, isCut, jobOf } from '../../../src/panel/page/views/decisions/record.ts';
import { outputWords, stepWords } from '../../../src/panel/page/views/decisions/step-words.ts';

const SIGNALS = { stage: 'signals', in: { task: 'Debug it', seed: 1 }, out: { verb_class: 'hard', has_code: false } };

test('each stage reads in words; the last with a cause decided', async (t) => {
  const output = { profile: 'coder', model: 'gpt-5.5', provider: 'openai-codex' };
  const steps = stepWords(
    [
      { stage: 'blocklist', in: { model: null, provider: null }, out: { blocked: false }, cause: null },
      { ...SIGNALS, cause: null },
      { stage: 'rules', in: { features: {} }, out: { output, rule_id: 'hard-verbs' }, cause: 'hard_rule' },
      { stage: 'session_pin', in: { pin: 'T4' }, out: output, cause: 'session_pin' },
    ],
    'hard-verbs',
  );
  t.strictSame(
    steps.map(({ given, made }) => `${given} ${made}`.trim()),
    [
      'No model was asked for. Nothing stands against it.',
      'Task: Debug it kind of its verbs: hard.',
      'The rule hard-verbs matched. Profile coder: gpt-5.5 @ openai-codex.',
      'The session is on T4. Lifted to it. Profile coder: gpt-5.5 @ openai-codex.',
    ],
  );
  t.strictSame(
    steps.map(({ decided }) => decided),
    [false, false, false, true],
  );
  t.ok(steps[1]?.features);
});

test('the classifier, the cache, the last resort and the veto', async (t) => {
  const step = (stage: string, input: object, out: object) => {
    const [words] = stepWords([{ stage, in: input, out, cause: null }], null);
    return `${words?.given} ${words?.made}`.trim();
  };
  const classified = (tier: string, confidence: string, effective_tier: string) =>
    step('classifier', { tier, confidence }, { effective_tier, model: 'm' });
  t.match(classified('T2', 'high', 'T2'), /^It answered T2, with confidence high\. Tier T2: m\.$/);
  t.match(classified('T2', 'low', 'T3'), /Tier T3: m\. An unsure or unknown answer/);
  t.match(step('cache', { task: 'x' }, { model: 'm' }), /^Classified within the last hour/);
  t.match(step('fail_safe', { reason: 'fallthrough' }, { model: 'm' }), /^The rule names an action/);
  t.equal(
    step('veto', { model: 'm' }, { deny: true, reason: 'm is blocked by a manual ban' }),
    'Model: m. Refused: m is blocked by a manual ban.',
  );
  t.equal(step('blocklist', { model: 'm', provider: 'p' }, { blocked: true }), 'Asked for: m @ p. It is blocked.');
  t.match(step('new_stage', { a: 1 }, { b: 2 }), /"a":1.*"b":2/, 'a stage of a later version shows what it has');
});

test('steps that are no steps are none', async (t) => {
  for (const odd of [undefined, null, 'x', {}, [1, null, 'x']]) t.strictSame(stepWords(odd, null), []);
  const [bare] = stepWords([{}], null);
  t.equal(bare?.stage, 'unknown');
});

test('outputs in words', async (t) => {
  for (const [output, expected] of [
    [{ deny: true }, 'Refused.'],
    [{ action: 'classify', profile: 'reviewer' }, 'Profile reviewer: the tier is for the classifier to pick.'],
    [{}, 'No profile named: no model is named.'],
    [{ model: 'a', blocked_model: 'b' }, 'No profile named: a, in place of b, which is blocked.'],
  ] as const)
    t.equal(outputWords(output), expected);
});

test('attempts that nobody reported are not attempts that did not happen', async (t) => {
  t.equal(attemptsOf({}), null);
  t.strictSame(attemptsOf({ attempts: [] }), []);
  const error = { code: 'http_500', message: '<b>no</b>' };
  const [first, second] =
    attemptsOf({
      attempts: [
        { n: 1, model: 'a', provider: 'b', started_at: 1, duration_ms: 812, outcome: 'failed', error },
        { n: 2, model: 'c', provider: 'd', started_at: 2, duration_ms: 65_000, outcome: 'served' },
      ],
    }) ?? [];
  t.strictSame([first?.took, first?.error], ['812 ms', 'http_500: <b>no</b>']);
  t.strictSame([second?.took, second?.error], ['1 min 5 s', '']);
});

test('what the log cut, and what is a job', async (t) => {
  t.notOk(isCut('x'.repeat(119)));
  t.ok(isCut('🚦'.repeat(120)));
  t.notOk(isCut('🚦'.repeat(60)), 'code points are counted, not UTF-16 units');
  t.equal(jobOf('dp_0123456789ab'), 'dp_0123456789ab');
  for (const odd of ['card-7', 'dp_xyz', '', null, 7]) t.equal(jobOf(odd), null);
});
