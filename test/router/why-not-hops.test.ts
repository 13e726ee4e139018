import fc from 'fast-check';
import t from 'tap';
import { planChain } from '../../src/chain/plan.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { RefusalQuery } from '../../src/router/refused.ts';
import { banRefusal, labelRefused } from '../../src/router/refused.ts';
import { passedOver } from '../../src/router/why-not-hops.ts';

const PEAK_MONDAY = new Date('2026-08-17T07:00:00Z');
const NIGHT_MONDAY = new Date('2026-08-17T03:00:00Z');
const free: RefusalQuery = () => null;
const chain = (...hops: JsonObject[]): JsonObject => ({ ...hops[0], fallback: hops.slice(1) });
const terra = { model: 'gpt-5.6-terra', provider: 'openai-codex' };
const pro = { model: 'deepseek-v4-pro', provider: 'deepseek' };
const flash = { model: 'glm-5.3-flash', provider: 'zai' };
const old = { model: 'glm-4.6', provider: 'zai' };

const cases: readonly (readonly [string, JsonObject, JsonObject, Date | null, readonly object[]])[] = [
  [
    'a later hop of a sequential chain',
    chain(terra, pro),
    {},
    null,
    [{ ...pro, stage: 'order', reason: 'declared_later', nearest: /hop 2/ }],
  ],
  [
    'a hop that cannot see',
    chain(pro, flash),
    { needs_vision: true },
    null,
    [{ ...pro, stage: 'capability', reason: 'no_vision', nearest: /^vision = true \(is false\)/ }],
  ],
  [
    'a hop whose window is too small',
    chain(old, terra),
    { est_input_tokens: 400_000 },
    null,
    [{ ...old, stage: 'capability', reason: 'context_too_small', nearest: 'min_context <= 204800 (needs 500000)' }],
  ],
  [
    'a hop over the price cap, with the hour it comes back',
    { ...chain(pro, old), time_cap: { max_multiplier: 1.5 } },
    {},
    PEAK_MONDAY,
    [
      {
        ...pro,
        stage: 'time_cap',
        reason: 'over_time_cap',
        nearest: /max_multiplier >= 2 \(is 1.5\), or from 10:00 UTC \(in 3 h\)/,
      },
    ],
  ],
  [
    'a hop demoted in its peak',
    { ...chain(pro, old), time_policy: { avoid_peak: ['deepseek'] } },
    {},
    PEAK_MONDAY,
    [{ ...pro, stage: 'time_policy', reason: 'avoid_peak', nearest: /avoid_peak without deepseek, or from 10:00/ }],
  ],
  [
    'a hop behind a preferred one',
    { ...chain(terra, old), time_policy: { prefer: ['glm-4.6'] } },
    {},
    NIGHT_MONDAY,
    [{ ...terra, stage: 'time_policy', reason: 'behind_preferred', nearest: 'time_policy.prefer without glm-4.6' }],
  ],
  [
    'a dearer hop of a chain ordered by price',
    { ...chain(terra, old), fallback_strategy: 'cheapest_now', pin_primary: false },
    {},
    NIGHT_MONDAY,
    [{ ...terra, stage: 'strategy', reason: 'cheapest_now' }],
  ],
  [
    'the pin that keeps a hop second',
    { ...chain(terra, old), fallback_strategy: 'cheapest_now' },
    {},
    NIGHT_MONDAY,
    [{ ...old, stage: 'strategy', reason: 'cheapest_now', nearest: /pin_primary: false/ }],
  ],
  ['nothing for a decision without a model', { action: 'classify' }, {}, NIGHT_MONDAY, []],
];

for (const [name, output, features, at, expected] of cases) {
  t.test(`names ${name}`, async (t) => {
    const plan = planChain(output, features, { at, random: () => 0.5 });
    const { hops } = passedOver(output, plan, at, free);
    t.match(hops, expected);
    t.equal(hops.length, expected.length);
  });
}

t.test('B-12 a refused hop is named wherever it stands, the head too', async (t) => {
  const output = chain(terra, pro);
  const plan = planChain(output, {});
  const refuse: RefusalQuery = (model, provider) => (model === terra.model ? banRefusal(model, provider) : null);
  t.match(passedOver(output, plan, null, refuse).hops, [
    { ...terra, stage: 'blocklist', reason: 'manual_ban', nearest: /gpt-5.6-terra@openai-codex/ },
    { ...pro, stage: 'order' },
  ]);
  const labelled = labelRefused(plan, refuse);
  t.same(labelled.blocked, [{ ...terra, reject_reason: 'blocked' }]);
  t.equal(labelled.blocked_source, 'preview_label');
  t.same(labelled.chain, plan.chain, 'labelled, not vetted: the order stays');
  t.equal(labelRefused(plan, free), plan, 'nothing refused: the same plan');
});

t.test('a bypassed filter rejects nobody: the hops are explained by their place', async (t) => {
  const output = chain(pro, old);
  const plan = planChain(output, { needs_vision: true });
  t.ok(plan.bypassed);
  t.match(passedOver(output, plan, null, free).hops, [{ ...old, stage: 'order' }]);
});

t.test('the answer is bounded: 40 hops', async (t) => {
  const hops = Array.from({ length: 90 }, (_, index) => ({ model: `m${index}`, provider: 'p' }));
  const output = chain(...hops);
  const { hops: rows, omitted } = passedOver(output, planChain(output, {}), null, free);
  t.equal(rows.length, 40);
  t.equal(omitted, 49);
});

t.test('every declared hop but the head has exactly one row', async (t) => {
  const name = fc.constantFrom('glm-5.3-flash', 'deepseek-v4-pro', 'gpt-5.6-terra', 'glm-4.6', 'house');
  const hop = fc.record({ model: name, provider: fc.constantFrom('zai', 'deepseek', 'p') });
  const knobs = fc.record(
    {
      fallback_strategy: fc.constantFrom('sequential', 'random', 'cheapest_now'),
      pin_primary: fc.boolean(),
      time_cap: fc.constant({ max_multiplier: 1.5 }),
      time_policy: fc.constant({ avoid_peak: ['deepseek'], prefer: ['glm-4.6'] }),
    },
    { requiredKeys: [] },
  );
  const distinct = fc.uniqueArray(hop, { minLength: 1, maxLength: 8, selector: (h) => `${h.model}@${h.provider}` });
  const property = fc.property(
    distinct,
    knobs,
    fc.boolean(),
    fc.integer({ min: 0, max: 167 }),
    (hops, policy, vision, hour) => {
      const at = new Date(Date.UTC(2026, 7, 17, hour));
      const output = { ...chain(...hops), ...policy };
      const plan = planChain(output, { needs_vision: vision }, { at, random: () => 0.3 });
      const { hops: rows } = passedOver(output, plan, at, free);
      return rows.length === hops.length - 1;
    },
  );
  t.doesNotThrow(() => fc.assert(property));
});
