import t from 'tap';
import { readLiveness } from '../../src/service/liveness.ts';
import { BASE_POLICY } from '../router/policies.ts';
import { openContext } from './context.ts';

const PEAK_MONDAY = new Date('2026-08-17T07:12:30Z');
const tiers = (T1: unknown, T4: unknown = BASE_POLICY.tiers.T4) => ({
  ...BASE_POLICY,
  tiers: { ...BASE_POLICY.tiers, T1, T4 },
});

t.test('every pair once, sorted, with the state of the worst', async (t) => {
  const policy = {
    ...BASE_POLICY,
    classifier: {
      model: 'judge',
      provider: 'j',
      chain: [
        { model: 'judge', provider: 'j' },
        { model: 'second', provider: 'j' },
      ],
    },
    blocklist: {
      manual_ban: [{ model: 'MANUAL', provider: 'Blocked-Rail' }],
      fallback_chain: ['bare-id', { model: 'manual', provider: 'blocked-rail' }],
      auto_breaker: { enabled: true },
    },
  };
  const context = openContext(t, { policy });
  const { document } = context.policy.read();
  await context.blocklist.recordFailure(document, 'tiny', 'cheap', 'quota_exhausted');
  for (let i = 0; i < 5; i++) await context.blocklist.recordFailure(document, 'small', 'cheap', 'crash');
  const { models, worst, evaluated_at: evaluated } = readLiveness(context);
  t.same(
    models.map(({ model_key, state }) => [model_key, state]),
    [
      ['backup@backup-rail', 'alive'],
      ['judge@j', 'alive'],
      ['manual@blocked-rail', 'dead'],
      ['medium@strong-rail', 'alive'],
      ['second@j', 'alive'],
      ['small@cheap', 'degraded'],
      ['strong@safe-rail', 'alive'],
      ['strong@strong-rail', 'alive'],
      ['tiny@cheap', 'quota_exhausted'],
    ],
  );
  t.equal(worst, 'dead');
  t.same(evaluated, { at: '2026-08-17T15:00:00+00:00', at_source: 'now', utc_hour: 15, utc_weekday: 0 });
  t.match(
    models.find(({ model }) => model === 'tiny'),
    { breaker: { model_key: 'tiny@cheap', state: 'OPEN', retry_at: /^2026-08-17T15:43:17/ } },
  );
  t.same(models.find(({ model }) => model === 'backup')?.breaker, {});
});

const prices: readonly (readonly [string, object, Date, object])[] = [
  [
    'a registry model in its peak',
    { model: 'deepseek-v4-pro', provider: 'deepseek' },
    PEAK_MONDAY,
    {
      capabilities_known: true,
      in_expensive_window: true,
      price_multiplier: 2,
      next_window_change: { hour: 10, weekday: 0, hours_ahead: 3, multiplier: 1 },
      price_windows_origin: 'registry',
      price_windows: [{ hours_utc: [1, 4] }, { hours_utc: [6, 10] }],
    },
  ],
  [
    'a model with one price',
    { model: 'glm-4.6', provider: 'zai' },
    PEAK_MONDAY,
    { in_expensive_window: false, price_multiplier: 1, next_window_change: null, price_windows: undefined },
  ],
  [
    'a declared window',
    { model: 'house', provider: 'p', context_window: 9, price_windows: [{ hours_utc: [20, 22], multiplier: 3 }] },
    new Date('2026-08-17T21:00:00Z'),
    {
      capabilities_known: true,
      price_multiplier: 3,
      next_window_change: { hour: 22, weekday: 0, hours_ahead: 1, multiplier: 1 },
      price_windows_origin: 'declared',
    },
  ],
  [
    'a model declared flat',
    { model: 'deepseek-v4-pro', provider: 'deepseek', price_windows: [] },
    PEAK_MONDAY,
    { price_multiplier: 1, price_windows_origin: 'declared', price_windows: undefined },
  ],
  [
    'a ghost',
    { model: 'ghost-model', provider: 'p' },
    PEAK_MONDAY,
    { state: 'alive', capabilities_known: false, price_multiplier: 1, price_windows_origin: 'registry' },
  ],
];

for (const [name, hop, now, expected] of prices) {
  t.test(`prices ${name}`, async (t) => {
    const row = readLiveness(openContext(t, { policy: tiers(hop), now })).models.find(
      ({ model }) => 'model' in hop && model === hop.model,
    );
    t.match(row, expected);
  });
}

t.test('the overlay is told apart from the registry and from the row', async (t) => {
  const price_windows = {
    'deepseek-v4-pro': [{ hours_utc: [6, 8], multiplier: 4 }],
    'deepseek-v4-flash': null,
    judge: { price_windows: [{ hours_utc: [7, 9], multiplier: 1.5 }], price_windows_verified: '2026-08-26' },
  };
  const policy = {
    ...tiers({ model: 'deepseek-v4-pro', provider: 'deepseek' }, { model: 'deepseek-v4-flash', provider: 'deepseek' }),
    classifier: { model: 'judge', provider: 'j', context_window: 9 },
    price_windows,
  };
  const { models } = readLiveness(openContext(t, { policy, now: PEAK_MONDAY }));
  t.match(
    models.filter(({ provider }) => ['deepseek', 'j'].includes(provider)),
    [
      { model: 'deepseek-v4-flash', price_windows_origin: 'registry', price_multiplier: 2 },
      { model: 'deepseek-v4-pro', price_windows_origin: 'overlay', price_multiplier: 4 },
      { model: 'judge', price_windows_origin: 'overlay', price_multiplier: 1.5 },
    ],
  );
});

t.test('a hop list that is none degrades the whole answer and says where', async (t) => {
  const body = readLiveness(
    openContext(t, { policy: tiers(BASE_POLICY.tiers.T1, { model: 'm', provider: 'p', fallback: 5 }) }),
  );
  t.same(body, {
    models: [],
    worst: 'degraded',
    error: 'could not compose liveness: tiers.T4.fallback must be a list of hops',
  });
});

t.test('the policy errors travel along', async (t) => {
  t.notOk('validation_errors' in readLiveness(openContext(t)));
  const body = readLiveness(openContext(t, { policy: { ...BASE_POLICY, rules: 5 } }));
  t.ok((body.validation_errors ?? []).length > 0);
});

t.test('spec 23.9 a quota failure on one rail of a model leaves its other rail alive', async (t) => {
  const policy = {
    ...BASE_POLICY,
    blocklist: { manual_ban: [], fallback_chain: [], auto_breaker: { enabled: true } },
    tiers: {
      ...BASE_POLICY.tiers,
      T2: { model: 'glm-5.3', provider: 'zai', fallback: [{ model: 'gpt-5.6-luna', provider: 'openai-codex' }] },
      T4: { model: 'gpt-5.6-luna', provider: 'openai-direct' },
    },
  };
  const context = openContext(t, { policy });
  const { document } = context.policy.read();
  await context.blocklist.recordFailure(document, 'gpt-5.6-luna', 'openai-codex', 'quota_exhausted');
  t.equal(context.blocklist.wouldBlock(document, 'gpt-5.6-luna', 'openai-codex'), true);
  t.equal(context.blocklist.wouldBlock(document, 'gpt-5.6-luna', 'openai-direct'), false);
  const rows = new Map(readLiveness(context).models.map((row) => [row.model_key, row]));
  t.match(rows.get('gpt-5.6-luna@openai-codex'), { state: 'quota_exhausted', breaker: { state: 'OPEN' } });
  for (const key of ['gpt-5.6-luna@openai-direct', 'glm-5.3@zai'])
    t.match(rows.get(key), { state: 'alive', breaker: {} }, key);
  t.strictSame(
    [...rows.values()].filter(({ state }) => state !== 'alive').map(({ model_key: key }) => key),
    ['gpt-5.6-luna@openai-codex'],
  );
});
