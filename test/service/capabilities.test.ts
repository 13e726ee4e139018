import t from 'tap';
import { readCapabilities } from '../../src/service/capabilities.ts';
import { BASE_POLICY } from '../router/policies.ts';
import { openContext } from './context.ts';

const withTier = (T1: unknown) => ({ ...BASE_POLICY, tiers: { ...BASE_POLICY.tiers, T1 } });

const entries: readonly (readonly [string, object])[] = [
  [
    'deepseek-v4-flash',
    {
      price_in: 0.22,
      price_out: 0.66,
      price_published: true,
      context_window: 1048576,
      vision: false,
      tool_calling: true,
      billing_mode: 'metered',
      price_windows: [
        { hours_utc: [1, 4], multiplier: 2 },
        { hours_utc: [6, 10], multiplier: 2 },
      ],
      in_registry: true,
      price_windows_origin: 'registry',
      declared_overrides: [],
    },
  ],
  ['glm-4.5-flash', { price_in: null, price_out: null, price_published: false }],
  ['glm-5.3', { billing_mode: 'plan', price_in: 1.4, price_out: 4.4, price_published: true }],
  ['glm-4.7-flash', { billing_mode: 'free', price_in: 0, price_out: 0, price_published: true }],
];

for (const [model, expected] of entries) {
  t.test(`describes ${model}`, async (t) => {
    const entry = readCapabilities(openContext(t)).models[model];
    t.match(entry, expected);
    for (const key of ['notes', 'source', 'verified', 'runtime_override'])
      t.notOk(Object.hasOwn(entry ?? {}, key), key);
  });
}

t.test('a declaration overrides the registry and is named as one', async (t) => {
  const hop = {
    model: 'deepseek-v4-flash',
    provider: 'deepseek',
    billing_mode: 'plan',
    price_in: 0.11,
    price_out: 0.33,
    price_windows: [{ hours_utc: [6, 10], multiplier: 3 }],
    notes: 'private',
  };
  const body = readCapabilities(openContext(t, { policy: withTier(hop) }));
  t.match(body.models['deepseek-v4-flash'], {
    billing_mode: 'plan',
    price_in: 0.11,
    price_out: 0.33,
    price_windows: [{ hours_utc: [6, 10], multiplier: 3 }],
    price_windows_origin: 'declared',
    declared_overrides: ['billing_mode', 'price_in', 'price_out', 'price_windows'],
  });
  t.notMatch(JSON.stringify(body), 'private');
});

t.test('a house model is described by the policy alone', async (t) => {
  const hop = { model: 'house-model', provider: 'local-rail', context_window: 9000, vision: true, price_windows: [] };
  const entry = readCapabilities(openContext(t, { policy: withTier(hop) })).models['house-model'];
  t.strictSame(entry, {
    context_window: 9000,
    vision: true,
    provider: 'local-rail',
    price_published: false,
    in_registry: false,
    price_windows_origin: 'declared',
    declared_overrides: ['context_window', 'price_windows', 'vision'],
  });
});

t.test('models nobody describes are listed apart, one warning each', async (t) => {
  const body = readCapabilities(openContext(t));
  t.same(body.unknown_models, ['backup', 'judge', 'medium', 'small', 'strong', 'tiny']);
  t.equal(body.warnings.length, body.unknown_models.length);
  t.match(body.warnings[5], /'tiny'.*UNCHECKED/);
  for (const model of body.unknown_models) t.notOk(Object.hasOwn(body.models, model), model);
});

t.test('two booleans are no price, two zeros are', async (t) => {
  const priced = (price: unknown) => {
    const hop = { model: 'local', provider: 'p', vision: true, price_in: price, price_out: price };
    return readCapabilities(openContext(t, { policy: withTier(hop) })).models.local?.price_published;
  };
  t.equal(priced(true), false);
  t.equal(priced(0), true);
});

t.test('sorted, and the same at any hour', async (t) => {
  const read = (now: string) => readCapabilities(openContext(t, { now: new Date(now) }));
  const body = read('2026-08-17T07:00:00Z');
  t.same(Object.keys(body.models), Object.keys(body.models).toSorted());
  t.equal(JSON.stringify(body), JSON.stringify(read('2026-08-17T15:00:00Z')));
  t.match(body, { registry_available: true, time_agnostic: true });
});

t.test('a hop list that is none costs only its hops', async (t) => {
  const body = readCapabilities(
    openContext(t, { policy: withTier({ model: 'tiny', provider: 'cheap', fallback: 5 }) }),
  );
  t.ok(body.unknown_models.includes('tiny'));
  t.notOk('error' in body);
});
