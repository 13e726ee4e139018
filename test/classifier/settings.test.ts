import t from 'tap';
import { classifierSettings, hopName } from '../../src/classifier/settings.ts';
import type { Json } from '../../src/lib/json.ts';

function read(classifier: Json, routed = false) {
  const { hops, ...rest } = classifierSettings({ classifier }, routed);
  return { hops: hops.map(hopName), ...rest };
}

const DEFAULTS = { hops: ['glm-5.3-flash@zai'], temperature: 0, maxTokens: 128, timeoutSeconds: 8 };

t.test('an absent or unusable block means the defaults', async (t) => {
  for (const block of [null, 'off', [], {}, { model: 7, provider: ' ', temperature: '0', max_tokens: 0 }])
    t.same(read(block), DEFAULTS, JSON.stringify(block));
  t.same(read({ timeout_seconds: 0 }), DEFAULTS);
});

t.test('each key stands for itself', async (t) => {
  t.same(read({ provider: 'copilot', timeout_seconds: 15, max_tokens: 64, temperature: 0.5 }), {
    hops: ['glm-5.3-flash@copilot'],
    temperature: 0.5,
    maxTokens: 64,
    timeoutSeconds: 15,
  });
});

t.test('D10 the flat pair, then the chain, each pair once', async (t) => {
  const chain = [
    { model: 'a', provider: 'p' },
    { model: 'b', provider: 'q' },
    { model: 'b' },
    'c',
    { model: 'b', provider: 'q' },
  ];
  t.same(read({ model: 'a', provider: 'p', chain }).hops, ['a@p', 'b@q']);
  t.same(read({ model: 'z', provider: 'p', chain }).hops, ['z@p', 'a@p', 'b@q']);
  t.same(read({ chain }).hops, ['a@p', 'b@q']);
});

t.test("S16 the operator's auxiliary task stands in for a policy that names no pair", async (t) => {
  t.same(read({ timeout_seconds: 3 }, true).hops, ['auxiliary.classifier']);
  t.same(read({ model: 'a', provider: 'p' }, true).hops, ['a@p']);
});

t.test('the window of each hop is its own', async (t) => {
  const windows = (classifier: Json) =>
    classifierSettings({ classifier }, false).hops.map(({ contextWindow }) => contextWindow);
  t.same(windows({ model: 'a', provider: 'p', context_window: 500, chain: [{ model: 'b', provider: 'q' }] }), [
    500,
    null,
  ]);
  t.type(windows({ model: 'glm-5.3-flash', provider: 'zai' })[0], 'number');
});
