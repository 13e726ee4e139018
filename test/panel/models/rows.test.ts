import t from 'tap';
import { filterRows, type ModelRow, modelRows } from '../../../src/panel/page/views/models/rows.ts';
import { pairKey, usesOf } from '../../../src/panel/page/views/models/uses.ts';
import type { Capabilities, Liveness, Policy } from '../../../src/panel/page/wire/answers.ts';

const WINDOWS = [{ hours_utc: [6, 10], multiplier: 2 }];

const policy: Policy = {
  rules: [
    { id: 'easy', when: {}, then: { profile: 'coder', model: 'T1' } },
    { id: 'off', when: {}, then: { model: 'T1' }, enabled: false } as Policy['rules'][number],
    { id: 'direct', when: {}, then: { model: 'lone', provider: 'rail' } },
    { id: 'ask', when: {}, then: { action: 'classify' } },
  ],
  default: { model: 'T1' },
  tiers: {
    T1: { model: 'small', provider: 'rail', fallback: [{ model: 'large', provider: 'other' }, 'no hop'] },
    T2: { model: 'large', provider: 'other', fallback: 'none' },
  },
  fail_safe: { model: 'small', provider: 'rail' },
  classifier: {
    model: 'small',
    provider: 'rail',
    chain: [
      { model: 'small', provider: 'rail' },
      { model: 'large', provider: 'other' },
    ],
  },
  price_windows: {},
  compaction: { model: 'bare' },
  policy_in_use: { hash: null, source: 'file' },
};

const reading = (model: string, provider: string, more: object = {}): Liveness['models'][number] => ({
  model_key: `${model}@${provider}`,
  model,
  provider,
  state: 'alive',
  capabilities_known: true,
  breaker: {},
  in_expensive_window: false,
  price_multiplier: 1,
  next_window_change: null,
  price_windows_origin: 'registry',
  ...more,
});

const liveness: Liveness = {
  models: [
    reading('small', 'rail', { price_multiplier: 3 }),
    reading('large', 'other', { state: 'dead' }),
    reading('mystery', 'rail', { capabilities_known: false }),
  ],
  worst: 'dead',
};

const capabilities: Capabilities = {
  models: {
    small: { provider: 'rail', price_in: 1 },
    large: { provider: 'home', vision: true },
    spare: { provider: 'rail', price_windows: WINDOWS },
    bare: { context_window: 1000 },
  },
  unknown_models: ['mystery'],
  warnings: ['mystery is unknown'],
  registry_available: true,
  time_agnostic: true,
};

const uses = usesOf(policy, ['large', 'small']);
const rows = modelRows({ capabilities, liveness, uses, clock: { hour: 7, weekday: 0 } });
const row = (model: string): ModelRow | undefined => rows.find((row) => row.model === model);

t.test('where a policy names a model', async (t) => {
  const shown = (model: string, provider: string | null) =>
    (uses.get(pairKey(model, provider)) ?? []).map(({ place, position, rules }) => [place, position, ...rules]);
  t.strictSame(shown('small', 'rail'), [
    ['T1', 1, 'easy', 'default'],
    ['classifier', 1],
    ['fail_safe', 1],
  ]);
  t.strictSame(shown('large', 'other'), [
    ['T1', 2],
    ['T2', 1],
    ['classifier', 2],
  ]);
  t.strictSame(shown('lone', 'rail'), [['rule', 1, 'direct']]);
  t.strictSame(shown('large', null), [['substitutes', 1]]);
  t.strictSame(shown('bare', null), [['compaction', 1]]);
  t.equal(usesOf(null).size, 0);
});

t.test('a row for each pair, then one for each other model', async (t) => {
  t.strictSame(
    rows.map(({ provider, model, state, named }) => [provider, model, state, named]),
    [
      ['other', 'large', 'dead', true],
      ['rail', 'lone', 'no_reading', true],
      ['rail', 'mystery', 'alive', true],
      ['rail', 'small', 'alive', true],
      ['rail', 'spare', 'no_reading', false],
      [null, 'bare', 'no_reading', true],
    ],
  );
});

t.test('what is not known stays unknown', async (t) => {
  t.match(row('mystery'), { known: false, facts: {}, multiplier: 1 });
  t.match(row('lone'), { known: false, multiplier: null });
  t.match(row('bare'), { known: true, multiplier: 1, uses: [{ place: 'compaction' }] });
});

t.test("the router's factor counts; without one the windows say it", async (t) => {
  t.equal(row('small')?.multiplier, 3);
  t.equal(row('spare')?.multiplier, 2);
  const noClock = modelRows({ capabilities, liveness: null, uses: usesOf(null), clock: null });
  t.equal(noClock.find(({ model }) => model === 'spare')?.multiplier, null);
  t.equal(
    noClock.every(({ state }) => state === 'no_reading'),
    true,
  );
});

t.test('the filter', async (t) => {
  const shown = (all: boolean, text: string) => filterRows(rows, { all, text }).map(({ model }) => model);
  t.strictSame(shown(false, ''), ['large', 'lone', 'mystery', 'small', 'bare']);
  t.equal(shown(true, '').length, rows.length);
  t.strictSame(shown(true, ' SPARE '), ['spare']);
  t.strictSame(shown(false, 'other'), ['large'], 'a provider');
  t.strictSame(shown(false, 't2'), ['large'], 'a tier');
  t.strictSame(shown(false, 'direct'), ['lone'], 'a rule');
  t.strictSame(shown(true, 'nothing like it'), []);
});
