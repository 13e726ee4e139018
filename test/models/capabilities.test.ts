import t from 'tap';
import {
  BILLING_MODES,
  billingModeOf,
  CAPABILITY_ASSERTION_KEYS,
  capabilitiesFor,
  inputCeiling,
  isKnownModel,
  MAX_REGISTERED_CONTEXT,
  REGISTRY_FIELDS,
} from '../../src/models/capabilities.ts';
import { REGISTRY } from '../../src/models/registry.ts';

const WINDOWS = [{ hours_utc: [6, 10], multiplier: 2 }];

t.test('the registry answers with its own fields only', async (t) => {
  t.match(capabilitiesFor('glm-5.3-flash'), { provider: 'zai', context_window: 1_000_000, billing_mode: 'plan' });
  for (const model of REGISTRY.keys())
    for (const field of Object.keys(capabilitiesFor(model) ?? {}))
      t.ok(
        REGISTRY_FIELDS.some((known) => known === field),
        `${model}.${field}`,
      );
});

t.test('nobody describes these', async (t) => {
  const table: [model: unknown, declared?: unknown][] = [
    ['no-such-model-v9'],
    ['us.anthropic.claude-opus-5'],
    ['GLM-5.3'],
    ['zai/glm-5.3'],
    ['toString'],
    ['__proto__'],
    [''],
    [null],
    [7, { context_window: 100 }],
    ['ghost', 'text'],
    ['ghost', { provider: 'x' }],
    ['ghost', { notes: 'x' }],
    ['ghost', { price_in: 1, price_out: 2 }],
    ['ghost', { price_windows: WINDOWS }],
    ['ghost', { billing_mode: 'plan', notes: 'x', price_out: 2 }],
  ];
  for (const [model, declared] of table) {
    t.equal(capabilitiesFor(model, declared), null, JSON.stringify([model, declared]));
    t.equal(isKnownModel(model, declared), false);
  }
});

t.test('declared fields win one by one, other keys are ignored', async (t) => {
  t.strictSame(capabilitiesFor('ghost', { context_window: 32_000, vision: true }), {
    context_window: 32_000,
    vision: true,
  });
  t.strictSame(capabilitiesFor('ghost', { billing_mode: 'metered', context_window: 500_000 }), {
    context_window: 500_000,
    billing_mode: 'metered',
  });
  t.equal(capabilitiesFor('glm-4.7', { context_window: 1 })?.context_window, 1);
  t.match(capabilitiesFor('glm-4.7', { vision: true, context_window: 999 }), {
    vision: true,
    context_window: 999,
    provider: 'zai',
  });
  t.match(capabilitiesFor('glm-4.7', { billing_mode: 'metered' }), {
    context_window: 200_000,
    billing_mode: 'metered',
  });
  t.strictSame(
    capabilitiesFor('glm-4.7', { model: 'x', weight: 3, time_cap: {}, fallback: [] }),
    capabilitiesFor('glm-4.7'),
  );
  t.equal(capabilitiesFor('glm-4.7', { vision: null })?.vision, null, 'a declared null is kept');
  for (const key of CAPABILITY_ASSERTION_KEYS)
    t.ok(isKnownModel('ghost', { [key]: null }), `${key} makes a model known`);
});

t.test('a result is a copy', async (t) => {
  const windows: unknown = capabilitiesFor('deepseek-v4-pro')?.price_windows;
  if (!Array.isArray(windows)) throw new Error('no windows');
  windows[0].multiplier = 99;
  windows.pop();
  t.equal(REGISTRY.get('deepseek-v4-pro')?.price_windows?.[0]?.multiplier, 2);
  t.equal(REGISTRY.get('deepseek-v4-pro')?.price_windows?.length, 2);
});

t.test('the input ceiling is the smaller usable bound', async (t) => {
  const table: [capabilities: Parameters<typeof inputCeiling>[0], ceiling: number | null][] = [
    [{ context_window: 200_000 }, 200_000],
    [{ context_window: 200_000, max_input_tokens: 180_000 }, 180_000],
    [{ context_window: 200_000, max_input_tokens: 300_000 }, 200_000],
    [{ context_window: 500_000, max_input_tokens: Infinity }, 500_000],
    [{ context_window: '1000' }, 1000],
    [{ context_window: true }, null],
    [{ context_window: -1, max_input_tokens: 0 }, null],
    [{}, null],
  ];
  for (const [capabilities, ceiling] of table) t.equal(inputCeiling(capabilities), ceiling);
  t.equal(MAX_REGISTERED_CONTEXT, 1_050_000);
});

t.test('billing modes forgive case and blanks, nothing else', async (t) => {
  const known = { context_window: 1 };
  for (const mode of BILLING_MODES)
    t.equal(billingModeOf('house', { ...known, billing_mode: ` ${mode.toUpperCase()} ` }), mode);
  for (const mode of ['meterd', '', null, 7, [], true])
    t.equal(billingModeOf('house', { ...known, billing_mode: mode }), null);
  t.equal(billingModeOf('ghost', { billing_mode: 'plan' }), null, 'a mode alone describes nobody');
  t.equal(billingModeOf('glm-5.3'), 'plan');
});
