import t from 'tap';
import { classifierSettings } from '../../../src/classifier/settings.ts';
import { cacheKey, createDecisionCache, taskKey } from '../../../src/router/live/decision-cache.ts';
import { taskSeed } from '../../../src/router/live/seed.ts';
import { createSessionPins } from '../../../src/router/live/session-pins.ts';
import { liftedTo } from '../../../src/router/live/tier-swap.ts';
import { says, standIn } from '../../classifier/asking.ts';
import { BASE_POLICY, withTiers } from '../policies.ts';
import { openRouter, stagesOf } from './parts.ts';

const OPEN = 'Summarize this note';
const TRIVIAL_RULE = {
  id: 'trivial-edit',
  when: { verb_class: { eq: 'trivial' } },
  then: { profile: 'coder', model: 'T1' },
};
const POLICY = { ...BASE_POLICY, rules: [...BASE_POLICY.rules, TRIVIAL_RULE] };

t.test('a task has one key however it is spaced and cased', async (t) => {
  const keys: readonly (readonly [string, string])[] = [
    ['hello', '2cf24dba5fb0a30e'],
    ['rename getcwd in utils.py', 'd694ec975a8b362b'],
    ['  Rename   getCwd to getCurrentWorkingDirectory  ', '79cefa747ac65c09'],
    ['rename getcwd to getcurrentworkingdirectory', '79cefa747ac65c09'],
    ['  hello  world  ', 'b94d27b9934d3e08'],
  ];
  for (const [task, key] of keys) t.equal(taskKey(task), key);
});

t.test('S5 all that an answer depends on is in its key, and nothing else', async (t) => {
  const settings = classifierSettings(POLICY, false);
  const base = { task: OPEN, features: { verb_class: 'hard', utc_hour: 3, char_len: 9 }, settings, policyHash: 'a' };
  const other = classifierSettings({ classifier: { model: 'm', provider: 'p' } }, false);
  for (const change of [
    { task: 'x' },
    { features: { verb_class: 'trivial' } },
    { settings: other },
    { policyHash: 'b' },
  ])
    t.not(cacheKey({ ...base, ...change }), cacheKey(base));
  t.equal(cacheKey({ ...base, features: { verb_class: 'hard', utc_hour: 4, char_len: 8 } }), cacheKey(base));
});

t.test('an answer is used again for an hour, then asked anew', async (t) => {
  const asked = standIn(() => says('T2'));
  const router = openRouter(t, asked);
  const first = await router.decide(POLICY, { task: 'Add a /health endpoint' });
  const second = await router.decide(POLICY, { task: '  Add   a /health endpoint  ' });
  t.same(stagesOf(first).at(-1), 'classifier');
  t.strictSame(second.steps.at(-1), {
    stage: 'cache',
    in: { task: '  Add   a /health endpoint  ' },
    out: { tier: 'T2', ...first.decision.output },
    cause: 'classifier',
  });
  t.same(second.decision.output, first.decision.output);
  router.clock.set(router.clock.now().getTime() / 1000 + 3599);
  await router.decide(POLICY, { task: 'Add a /health endpoint' });
  t.equal(asked.requests.length, 1);
  router.clock.set(router.clock.now().getTime() / 1000 + 2);
  await router.decide(POLICY, { task: 'Add a /health endpoint' });
  t.equal(asked.requests.length, 2);
});

t.test('a failure is not kept', async (t) => {
  const asked = standIn((_, count) => (count === 1 ? { fails: 'timeout' } : says('T1')));
  const router = openRouter(t, asked);
  t.equal((await router.decide(POLICY, { task: OPEN })).decision.cause, 'fail_safe_strong');
  t.equal((await router.decide(POLICY, { task: OPEN })).decision.cause, 'classifier');
});

t.test('a hit keeps the role of the rule and takes model and provider from the tier', async (t) => {
  const rules = [
    { id: 'r', when: { char_len: { gte: 0 } }, then: { profile: 'reviewer', provider: 'old', action: 'classify' } },
  ];
  const policy = { ...withTiers({ T4: { model: 'model-only' } }), rules };
  const router = openRouter(
    t,
    standIn(() => says('T4')),
  );
  for (const stage of ['classifier', 'cache']) {
    const result = await router.decide(policy, { task: OPEN });
    t.same(result.decision.output, { profile: 'reviewer', model: 'model-only' });
    t.equal(stagesOf(result).at(-1), stage);
  }
});

t.test('the cache is bounded', async (t) => {
  const cache = createDecisionCache();
  t.equal(cache.get('0'), null);
  for (let i = 0; i <= 5000; i++) cache.set(String(i), 'T1');
  t.equal(cache.get('0'), null);
  t.equal(cache.get('5000'), 'T1');
});

t.test('a pin only rises, and ends after half an idle hour', async (t) => {
  let now = 0;
  const pins = createSessionPins(() => now);
  t.equal(pins.tier('s'), null);
  t.equal(pins.raise('s', 'T3'), 'T3');
  t.equal(pins.raise('s', 'T1'), 'T3');
  t.equal(pins.raise('s', 'T4'), 'T4');
  t.equal(pins.tier('other'), null);
  t.equal(pins.raise('', 'T4'), 'T4');
  t.equal(pins.tier(''), null, 'no session, no pin');
  now = 1_799_000;
  t.equal(pins.tier('s'), 'T4');
  now += 1_799_000;
  t.equal(pins.tier('s'), 'T4', 'reading counted as activity');
  now += 1_801_000;
  t.equal(pins.tier('s'), null);
  for (let i = 0; i <= 10_000; i++) pins.raise(`s${i}`, 'T2');
  t.equal(pins.tier('s0'), null);
  t.equal(pins.tier('s10000'), 'T2');
});

t.test('a lower tier is lifted to the pin with its whole policy; what has no tier is not', async (t) => {
  const tiers = {
    T1: { model: 'small', time_cap: { max_multiplier: 1.5 }, fallback: [{ model: 'f', provider: 'p' }] },
    T2: { model: 'medium' },
    T5: { model: 'odd' },
  };
  const output = { profile: 'p', model: 'small', provider: 'old', time_cap: { max_multiplier: 1.5 }, fallback: [] };
  t.same(liftedTo('T2', output, 'T1', tiers), { profile: 'p', model: 'medium' });
  t.equal(liftedTo('T2', { model: 'medium' }, 'T2', tiers), null);
  t.equal(liftedTo('T2', { model: 'external' }, null, tiers), null);
  t.equal(liftedTo(null, output, 'T1', tiers), null);
  t.equal(liftedTo('T4', output, 'T1', tiers), null, 'a pin on a tier that is gone lifts nothing');
});

t.test('within a session nothing runs lower than the classifier once said', async (t) => {
  const tiers: Record<string, string> = { [OPEN]: 'T4', 'Order the notes': 'T1' };
  const asked = standIn(({ messages }) => {
    const task = Object.keys(tiers).find((name) => JSON.stringify(messages).includes(name)) ?? '';
    return says(tiers[task] ?? 'T1');
  });
  const router = openRouter(t, asked);
  const rename = 'Rename getCwd in utils.py';
  const before = await router.decide(POLICY, { task: rename, sessionId: 's' });
  t.match(before.decision, { cause: 'has_code_rule', output: { model: 'tiny' } });
  t.equal((await router.decide(POLICY, { task: OPEN, sessionId: 's' })).decision.output.model, 'strong');
  const low = await router.decide(POLICY, { task: 'Order the notes', sessionId: 's' });
  t.match(low.decision, { cause: 'classifier', output: { model: 'strong' } });
  t.match(low.steps.at(-1), { in: { tier: 'T1' }, out: { effective_tier: 'T4' } });
  const pinned = await router.decide(POLICY, { task: rename, sessionId: 's' });
  t.match(pinned.decision, {
    cause: 'session_pin',
    matched_rule_id: 'trivial-edit',
    output: { model: 'strong', profile: 'coder' },
  });
  t.strictSame(pinned.steps.at(-1), {
    stage: 'session_pin',
    in: { pin: 'T4' },
    out: pinned.decision.output,
    cause: 'session_pin',
  });
  const elsewhere = await router.decide(POLICY, { task: 'Order the notes', sessionId: 'other' });
  t.match(
    elsewhere.decision,
    { cause: 'classifier', output: { model: 'tiny' } },
    'the cache holds what was said, not the pin',
  );
  t.equal(stagesOf(elsewhere).at(-1), 'cache');
  const cached = await router.decide(POLICY, { task: 'Order the notes', sessionId: 's' });
  t.match(cached.decision, { cause: 'session_pin', output: { model: 'strong' } });
});

t.test('S5 the tier is the one that was written, not the first one with that model', async (t) => {
  const same = { model: 'one', provider: 'p' };
  const rules = [
    { id: 'hard-up', when: { verb_class: { eq: 'hard' } }, then: { model: 'T4' } },
    { id: 'named', when: { verb_class: { eq: 'trivial' } }, then: { model: 'one', provider: 'q' } },
  ];
  const policy = { ...withTiers({ T1: same, T3: { model: 'three', provider: 'p' }, T4: same }), rules };
  const router = openRouter(
    t,
    standIn(() => says('T3')),
  );
  await router.decide(policy, { task: OPEN, sessionId: 's' });
  t.match((await router.decide(policy, { task: 'Debug a race', sessionId: 's' })).decision, {
    cause: 'hard_rule',
    output: same,
  });
  t.match((await router.decide(policy, { task: 'Rename it', sessionId: 's' })).decision.output, {
    model: 'one',
    provider: 'q',
  });
});

t.test('S12 the seed is 53 bits of the sha256 of the task', async (t) => {
  // sha256('hello') = 2cf24dba5fb0a30e...
  t.equal(taskSeed('hello'), Number(0x2cf24dba5fb0a30en >> 11n));
  t.ok(Number.isSafeInteger(taskSeed('hello')));
});
