import t from 'tap';
import type { JsonObject } from '../../src/lib/json.ts';
import { isTierAlias, resolveTiers } from '../../src/rules/tiers.ts';

const FULL = {
  model: 'glm-5.2',
  provider: 'zai',
  fallback: [{ model: 'm2', provider: 'p2' }, 'nope', null],
  fallback_strategy: 'random',
  pin_primary: false,
  billing_mode: 'plan',
  requirements: { min_context: 10, gpu: true },
  time_cap: { max_multiplier: 1.5 },
  time_policy: { avoid_peak: ['zai'] },
  vision: false,
};

const TABLE: readonly (readonly [string, JsonObject, JsonObject, JsonObject])[] = [
  [
    'model and provider',
    { model: 'T1' },
    { T1: { model: 'glm-5.2-fast', provider: 'zai' } },
    { model: 'glm-5.2-fast', provider: 'zai' },
  ],
  [
    'the whole planning policy, other keys pass',
    { model: 'T2', profile: 'coder', provider: 'other' },
    { T2: FULL },
    {
      model: 'glm-5.2',
      profile: 'coder',
      provider: 'zai',
      fallback: [{ model: 'm2', provider: 'p2' }],
      fallback_strategy: 'random',
      pin_primary: false,
      billing_mode: 'plan',
      requirements: { min_context: 10 },
      time_cap: { max_multiplier: 1.5 },
      time_policy: { avoid_peak: ['zai'] },
      declared_capabilities: { billing_mode: 'plan', vision: false },
    },
  ],
  ['an alias outside the table stays', { model: 'T9' }, { T2: FULL }, { model: 'T9' }],
  ['any name resolves', { model: 'fast' }, { fast: { model: 'm' } }, { model: 'm' }],
  ['a tier without provider', { model: 'T2' }, { T2: { model: 'm' } }, { model: 'm' }],
  ['a tier without model', { model: 'T2' }, { T2: { provider: 'zai' } }, { model: 'T2', provider: 'zai' }],
  [
    'pin_primary that is not a bool',
    { model: 'T' },
    { T: { model: 'm', pin_primary: 'yes' } },
    { model: 'm', pin_primary: true },
  ],
  [
    'strategy that is not text',
    { model: 'T' },
    { T: { model: 'm', fallback_strategy: 7 } },
    { model: 'm', fallback_strategy: 'sequential' },
  ],
  ['a bare time_cap', { model: 'T' }, { T: { model: 'm', time_cap: 1.5 } }, { model: 'm' }],
  [
    'shapes that cannot be used',
    { model: 'T' },
    { T: { model: 'm', fallback: {}, requirements: [], time_policy: 'x' } },
    { model: 'm' },
  ],
  ['a tier that is no mapping', { model: 'T' }, { T: 'glm' }, { model: 'T' }],
  ['an output without model', { action: 'classify' }, { T2: FULL }, { action: 'classify' }],
  ['a model that is no text', { model: 7 }, { 7: FULL }, { model: 7 }],
  ['names of the prototype', { model: 'toString' }, {}, { model: 'toString' }],
];

t.test('tier resolution', async (t) => {
  for (const [name, output, tiers, expected] of TABLE) t.strictSame(resolveTiers(output, tiers), expected, name);
});

t.test('the result shares nothing with the tiers', async (t) => {
  const resolved = resolveTiers({ model: 'T2' }, { T2: FULL });
  t.not(resolved.time_policy, FULL.time_policy);
  t.not(resolved.requirements, FULL.requirements);
  t.strictSame(resolveTiers({ model: 'T2' }, { T2: FULL }), resolved);
});

t.test('tables that are no mapping resolve nothing', async (t) => {
  for (const tiers of [null, undefined, [], 'nope', 7])
    t.strictSame(resolveTiers({ model: 'T1' }, tiers), { model: 'T1' });
});

t.test('the alias shape', async (t) => {
  for (const alias of ['T1', 'T99', 'T007']) t.ok(isTierAlias(alias));
  for (const model of ['Titan-70B', 't1', 'T', 'T1 ', 'T1\n', 'XT1', 'T1a']) t.notOk(isTierAlias(model), model);
});
