import t, { type Test } from 'tap';
import type { Json, JsonObject } from '../../../src/lib/json.ts';
import { lintPolicy } from '../../../src/policy/lint/lint.ts';
import { checkMessages } from './check-messages.ts';
import { policyWith, VALID, withTier } from './valid-policy.ts';

const ZAI = { model: 'glm-5.3-flash', provider: 'zai' };

function withT2(tier: Json): JsonObject {
  return policyWith({ tiers: { T1: ZAI, T2: tier, T3: ZAI, T4: ZAI } });
}

t.test('the shape and names of a tier', async (t) => {
  const table: [Json, RegExp[]][] = [
    ['glm-5.3', [/^tier 'T2' must be a mapping.*"glm-5.3"/]],
    [null, [/^tier 'T2' must be a mapping/]],
    [{}, [/^tier 'T2': missing 'model'$/, /^tier 'T2': missing 'provider'$/]],
    [
      { model: '  ', provider: 7 },
      [/'model' must be a non-empty string/, /'provider' must be a non-empty string, got 7/],
    ],
    [{ ...ZAI, visssion: true, min_context: 5 }, [/unknown capability key 'min_context'/, /key 'visssion'/]],
    [{ ...ZAI, pin_primary: 'yes' }, [/'pin_primary' must be true or false, got "yes"/]],
    [
      { ...ZAI, fallback_strategy: 'round-robin' },
      [/'fallback_strategy' must be one of cheapest_now, random, sequential/],
    ],
    [{ ...ZAI, fallback: {} }, [/'fallback' must be a list/]],
    [{ ...ZAI, fallback: null }, []],
  ];
  for (const [tier, expected] of table) check(t, withT2(tier), expected);
});

t.test('extra tiers of any name are legal', async (t) => {
  const tiers = { T1: ZAI, T2: ZAI, T3: ZAI, T4: ZAI, fast: ZAI };
  t.strictSame(lintPolicy({ ...VALID, tiers, default: { model: 'fast' } }), []);
});

t.test('hops are checked like tiers', async (t) => {
  const ok = { model: 'gpt-5.5', provider: 'openai-codex' };
  const both = (index: number) => new RegExp(`^tier 'T2': fallback\\[${index}\\] must be a mapping with both`);
  const table: [Json[], RegExp[]][] = [
    [
      [ok, { model: 'gpt-5.5' }, 'nope'],
      [both(1), both(2)],
    ],
    [
      ['nope', 7, null],
      [both(0), both(1), both(2)],
    ],
    [[{ model: 4.7, provider: 'zai' }], [/^tier 'T2': fallback\[0\]: 'model' must be a non-empty string/]],
    [[{ model: ' ', provider: 'zai' }], [/fallback\[0\]: 'model' must be a non-empty string/]],
    [[{ model: '', provider: 'zai' }], [both(0)]],
    [
      [{ ...ok, billing_mode: 'meterd' }],
      [/fallback\[0\]: 'billing_mode' must be one of free, metered, plan, subscription/],
    ],
    [[{ ...ok, min_context: 5 }], [/fallback\[0\]: declares unknown capability key 'min_context'/]],
    [[{ ...ok, fallback_strategy: 'anything' }], []],
    [[{ model: 'gpt-5.5', oops: 1 }], [both(0), /fallback\[0\]: declares unknown capability key 'oops'/]],
  ];
  for (const [fallback, expected] of table) check(t, withT2({ ...ZAI, fallback }), expected);
});

t.test('closed values refuse anything else, on tier and hop alike', async (t) => {
  for (const value of [['x'], {}, 7, null, 'Plan'] satisfies Json[]) {
    check(t, withTier({ billing_mode: value }), [/^tier 'T2': 'billing_mode'/]);
    check(t, withTier({ fallback: [{ ...ZAI, billing_mode: value }] }), [/^tier 'T2': fallback\[0\]: 'billing_mode'/]);
    check(t, withTier({ fallback_strategy: value }), [/^tier 'T2': 'fallback_strategy'/]);
  }
});

t.test('requirements, time_cap and time_policy', async (t) => {
  const table: [JsonObject, RegExp[]][] = [
    [{ requirements: ['min_context'] }, [/'requirements' must be a mapping/]],
    [{ requirements: { min_context: 200_000, vision: true } }, []],
    ...['lots', true, 0, '200000', 1.5].map((value): [JsonObject, RegExp[]] => [
      { requirements: { min_context: value } },
      [/'requirements.min_context' must be a whole number/],
    ]),
    [{ requirements: { vision: 'yes' } }, [/'requirements.vision' must be true or false/]],
    [{ requirements: { gpu: 'x' } }, [/'requirements.gpu' is not a known key/]],
    [{ time_cap: 1.5 }, [/'time_cap' must be a mapping/]],
    [{ time_cap: {} }, []],
    [{ time_cap: { max_multiplier: 1.0 } }, []],
    ...[0.5, '1.5', true, NaN, Infinity].map((value): [JsonObject, RegExp[]] => [
      { time_cap: { max_multiplier: value } },
      [/'time_cap.max_multiplier' must be a number from 1.0 up/],
    ]),
    [
      { time_cap: { max_multipler: 2, max_multiplier: 0 } },
      [/time_cap.max_multipler' is not/, /time_cap.max_multiplier' must/],
    ],
    [{ time_policy: ['zai'] }, [/'time_policy' must be a mapping/]],
    [{ time_policy: { avoid_peak: ['zai'], prefer: ['glm-5.3'] } }, []],
    [{ time_policy: { avoid_peak: 'deepseek' } }, [/'time_policy.avoid_peak' must be a non-empty list/]],
    [{ time_policy: { avoid_peak: [] } }, [/'time_policy.avoid_peak' must be a non-empty list/]],
    [{ time_policy: { prefer: [7] } }, [/'time_policy.prefer' must be a non-empty list of model ids, got \[7\]/]],
    [{ time_policy: { avoid_peek: ['zai'] } }, [/'time_policy.avoid_peek' is not a known key/]],
    [{ time_policy: { 7: ['zai'] } }, [/'time_policy.7' is not a known key/]],
  ];
  for (const [changes, expected] of table) check(t, withTier(changes), expected);
});

t.test('figures given as text are errors', async (t) => {
  const wrong: [string, Json][] = [
    ['context_window', '200000'],
    ['context_window', 0],
    ['context_window', Infinity],
    ['max_input_tokens', true],
    ['max_output', 1.5],
    ['vision', 'yes'],
    ['tool_calling', 1],
    ['structured_output', 'on'],
    ['price_in', '1.0'],
    ['price_out', -1],
    ['price_windows_verified', '2026-08-26T09:00:00Z'],
  ];
  for (const [key, value] of wrong) {
    check(t, withTier({ [key]: value }), [new RegExp(`^tier 'T2': '${key}' must be`)]);
    check(t, withTier({ fallback: [{ ...ZAI, [key]: value }] }), [new RegExp(`fallback\\[0\\]: '${key}' must be`)]);
  }
  const right = {
    context_window: 200_000,
    max_input_tokens: null,
    max_output: 8_192,
    vision: null,
    price_in: 0,
    price_out: 1.5,
    price_windows_verified: '2026-08-26',
    notes: 'any',
  };
  check(t, withTier(right), []);
});

t.test('price windows, on a tier and in the overlay alike', async (t) => {
  const window = (start: Json, end: Json, rest: JsonObject = {}) => ({
    hours_utc: [start, end],
    multiplier: 2,
    ...rest,
  });
  const table: [Json, RegExp[]][] = [
    [[window(6, 10), window(8, 12)], [/^model 'glm-5.3-flash': .*overlap/]],
    [[window(1, 4), window(6, 10)], []],
    [[window(22, 2)], [/^model 'glm-5.3-flash': .*hours_utc/]],
    [[window(16.5, 24)], [/16.5/]],
    [[window('6', '10')], [/hours_utc.*"6"/]],
    [[window(1, 2, { multiplier: 0 })], [/multiplier/]],
    [[window(1, 2, { multiplier: '2' })], [/multiplier/]],
    [[window(1, 2, { weekdays: [0, 7] })], [/weekdays/]],
    [[window(1, 2, { weekdays: [] })], [/weekdays/]],
    [['nope'], [/must be a mapping/]],
    ['nope', [/^(model|price_windows).*list/]],
    [[], []],
    [null, []],
  ];
  for (const [windows, expected] of table) {
    check(t, withTier({ price_windows: windows }), expected);
    check(t, policyWith({ price_windows: { 'glm-5.3-flash': windows } }), expected);
  }
});

t.test('the overlay has two spellings', async (t) => {
  const table: [Json, RegExp[]][] = [
    [null, []],
    [[], [/^price_windows must be a mapping/]],
    [{ m: { price_windows: [], price_windows_verified: '2026-08-26' } }, []],
    [{ m: { price_windows: null } }, []],
    [{ m: { price_windows_verified: '2026-08-26' } }, [/model 'm': missing 'price_windows'/]],
    [{ m: { price_windows: [], extra: 1 } }, [/model 'm': unknown key 'extra'/]],
    [{ m: { price_windows: [], price_windows_verified: ' 2026-08-26' } }, [/price_windows_verified' must be a date/]],
    [{ m: { price_windows: 7 } }, [/^model 'm': .*list/]],
    [{ m: 7 }, [/model 'm' must be a list of windows/]],
  ];
  for (const [overlay, expected] of table) check(t, policyWith({ price_windows: overlay }), expected);
});

function check(t: Test, policy: JsonObject, expected: readonly RegExp[]): void {
  checkMessages(t, lintPolicy(policy), expected);
}
