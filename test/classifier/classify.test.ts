import t from 'tap';
import { classifyTask } from '../../src/classifier/classify.ts';
import { classifierSettings } from '../../src/classifier/settings.ts';
import type { Json } from '../../src/lib/json.ts';
import { promptOf, says, standIn } from './asking.ts';

const CHAIN = {
  model: 'a',
  provider: 'p',
  chain: [
    { model: 'a', provider: 'p' },
    { model: 'b', provider: 'q' },
  ],
};

function request(classifier: Json = CHAIN, task = 'Tidy the shop', budgetMs = 5000) {
  return { task, features: {}, settings: classifierSettings({ classifier }, false), budgetMs };
}

t.test('a hop that fails, or says what is no answer, hands over to the next one', async (t) => {
  const bad = ['refused', 'timeout', 'empty_reply', 'truncated', 'no_credentials', 'cooling'] as const;
  for (const code of bad) {
    const { ask, requests } = standIn(({ model }) => (model === 'a' ? { fails: code } : says('T2')));
    const result = await classifyTask(ask, request());
    t.match(result, { answered: true, verdict: { tier: 'T2' }, hop: 'b@q', failed: [{ hop: 'a@p', code }] });
    t.equal(requests.length, 2);
  }
  const { ask } = standIn(({ model }) => (model === 'a' ? 'no idea' : says('T2')));
  t.match(await classifyTask(ask, request()), { answered: true, failed: [{ code: 'bad_reply' }] });
});

t.test('when all fail, every failure is told', async (t) => {
  const { ask } = standIn(({ model }) => (model === 'a' ? { fails: 'refused' } : 'x'));
  t.match(await classifyTask(ask, request()), {
    answered: false,
    failed: [
      { hop: 'a@p', code: 'refused', fix: ['cure of refused'] },
      { hop: 'b@q', code: 'bad_reply' },
    ],
  });
});

t.test('a fault of our own is a failure too, and its text goes nowhere', async (t) => {
  const result = await classifyTask(async () => {
    throw new TypeError('prompt text');
  }, request());
  t.match(result, { answered: false, failed: [{ code: 'unexpected' }, { code: 'unexpected' }] });
  t.notMatch(JSON.stringify(result), 'prompt text');
});

t.test('S6 what is sent, and with which limits', async (t) => {
  const { ask, requests } = standIn(({ model }) => (model === 'a' ? { fails: 'timeout' } : says('T1')));
  // A long budget, so that what a busy machine takes of it does not count.
  await classifyTask(ask, request({ ...CHAIN, max_tokens: 64, temperature: 0.2 }, 'Tidy the shop', 500_000));
  const [first, second] = requests;
  t.match(first, {
    provider: 'p',
    model: 'a',
    temperature: 0.2,
    maxTokens: 64,
    purpose: 'hermes-smart-router.classify',
    useFallbackChain: false,
    retries: 1,
  });
  t.equal(first?.messages.length, 1);
  t.equal(first?.messages[0]?.role, 'user');
  t.ok((first?.timeoutMs ?? 0) <= 300_000, 'the first of two hops gets 60% of 500 s');
  t.ok((first?.timeoutMs ?? 0) > 280_000);
  t.ok((second?.timeoutMs ?? 0) > 480_000, 'the last one gets all that is left');
});

t.test('a single hop gets the whole budget, and without time nobody is asked', async (t) => {
  const { ask, requests } = standIn(() => says('T1'));
  await classifyTask(ask, request({ model: 'a', provider: 'p' }));
  t.ok((requests[0]?.timeoutMs ?? 0) > 3000, 'not 60% of it');
  t.match(await classifyTask(ask, request(CHAIN, 'x', 0)), { answered: false, failed: [{ code: 'timeout' }, {}] });
  t.equal(requests.length, 1);
});

t.test('secrets are taken out of the prompt', async (t) => {
  const { ask, requests } = standIn(() => says('T1'));
  const secret = `sk-ant-${'a1b2'.repeat(6)}`;
  await classifyTask(ask, request(CHAIN, `Rotate ${secret} now`));
  t.notMatch(promptOf(requests[0]), secret);
  t.match(promptOf(requests[0]), 'Rotate [redacted:anthropic-key] now');
});

t.test('S16 the auxiliary task is asked without overrides, so that it needs no grant', async (t) => {
  const { ask, requests } = standIn(() => says('T1'));
  await classifyTask(ask, { ...request(), settings: classifierSettings({}, true) });
  t.equal(requests[0]?.task, 'classifier');
  t.notOk(requests[0] && ('model' in requests[0] || 'provider' in requests[0]));
});

t.test('S-20 any number of classifications run side by side', async (t) => {
  let release = (): void => undefined;
  const gate = new Promise<void>((settle) => {
    release = settle;
  });
  const { ask, requests } = standIn(async () => {
    await gate;
    return says('T2');
  });
  const all = Array.from({ length: 50 }, (_, index) => classifyTask(ask, request(CHAIN, `task ${index}`)));
  t.equal(requests.length, 50, 'each one asked while the others wait');
  release();
  for (const result of await Promise.all(all)) t.equal(result.answered, true);
});
