import fc from 'fast-check';
import t from 'tap';
import type { JsonObject } from '../../src/lib/json.ts';
import { withPriceWindows } from '../../src/policy/overlay.ts';

const WINDOW = { hours_utc: [1, 4], multiplier: 2 };
const OWN = [{ hours_utc: [9, 10], multiplier: 3 }];

const TIERS = {
  T1: {
    model: 'a',
    provider: 'p',
    fallback: [{ model: 'b', provider: 'p' }, 'nope', { model: 'a', price_windows: OWN }],
  },
  T2: { model: 'b', provider: 'p', price_windows: null },
  T3: 'nope',
  T4: { model: 'toString', provider: 'p' },
};

t.test('the overlay reaches every hop that declares no windows', async (t) => {
  const document = {
    first: 1,
    tiers: TIERS,
    price_windows: { a: [WINDOW], b: { price_windows: [], price_windows_verified: '2026-08-26' } },
    last: 2,
  };
  const before = structuredClone(document);
  const result = withPriceWindows(document);
  t.strictSame(result.tiers, {
    T1: {
      model: 'a',
      provider: 'p',
      fallback: [
        { model: 'b', provider: 'p', price_windows: [], price_windows_verified: '2026-08-26' },
        'nope',
        { model: 'a', price_windows: OWN },
      ],
      price_windows: [WINDOW],
    },
    T2: { model: 'b', provider: 'p', price_windows: null },
    T3: 'nope',
    T4: { model: 'toString', provider: 'p' },
  });
  t.strictSame(Object.keys(result), Object.keys(document), 'the order of keys stays');
  t.strictSame(document, before, 'the document is not changed');
});

t.test('no overlay, the same object', async (t) => {
  const overlays: JsonObject[] = [
    {},
    { price_windows: {} },
    { price_windows: [] },
    { price_windows: 'x' },
    { price_windows: null },
  ];
  for (const overlay of overlays) {
    const document = { tiers: TIERS, ...overlay };
    t.equal(withPriceWindows(document), document);
  }
});

t.test('null keeps the registry’s windows, other shapes are left out', async (t) => {
  for (const entry of [null, { price_windows: null }, 7, 'x', {}, { price_windows: 'x' }])
    t.strictSame(withPriceWindows({ tiers: TIERS, price_windows: { a: entry } }).tiers, TIERS);
  t.strictSame(withPriceWindows({ tiers: 'nope', price_windows: { a: [] } }).tiers, 'nope');
});

t.test('Y-30 a model named __proto__ pollutes nothing', async (t) => {
  const document = JSON.parse('{"tiers": {"__proto__": {"model": "__proto__"}}, "price_windows": {"__proto__": []}}');
  const result = withPriceWindows(document);
  t.strictSame(JSON.stringify(result.tiers), '{"__proto__":{"model":"__proto__","price_windows":[]}}');
  t.equal(Object.hasOwn({}, 'price_windows'), false);
});

t.test('never throws', async (t) => {
  const any = fc.jsonValue();
  const overlay = fc.oneof(any, fc.dictionary(fc.constantFrom('a', '__proto__'), any));
  const tier = fc.record({ model: fc.oneof(any, fc.constant('a')), fallback: any });
  fc.assert(
    fc.property(overlay, fc.oneof(any, fc.dictionary(fc.string(), fc.oneof(any, tier))), (price_windows, tiers) => {
      withPriceWindows({ price_windows, tiers });
    }),
  );
  t.pass();
});
