import fc from 'fast-check';
import t from 'tap';
import { independentRails } from '../../src/chain/rails.ts';
import { deriveRequirements, tightenedFloor, withoutSafetyMargin } from '../../src/chain/requirements.ts';

t.test('derived requirements', async (t) => {
  const est = (est_input_tokens: unknown) => ({ est_input_tokens });
  const table: [features: unknown, floor: unknown, expected: object][] = [
    [est(200_000), undefined, { min_context: 250_000 }],
    [est(3), undefined, { min_context: 4 }],
    [est(1), undefined, { min_context: 2 }],
    [est(4), undefined, { min_context: 5 }],
    [est(0), undefined, {}],
    [est(-5), undefined, {}],
    [est(100.9), undefined, { min_context: 125 }],
    [est('100'), undefined, { min_context: 125 }],
    [est('loads'), undefined, {}],
    [est([100]), undefined, {}],
    [est(true), undefined, {}],
    [est(Infinity), undefined, {}],
    [est(NaN), undefined, {}],
    [est(1000), { min_context: NaN }, { min_context: 1250 }],
    [est(2 ** 53 - 1), undefined, { min_context: 2 ** 53 - 1 }],
    [{}, { min_context: '200000' }, { min_context: 200_000 }],
    [{}, { min_context: 'lots' }, {}],
    [est(100_000), { min_context: 400_000 }, { min_context: 400_000 }],
    [est(800_000), { min_context: 400_000 }, { min_context: 1_000_000 }],
    [
      { needs_vision: true, needs_tools: true, needs_structured_output: true },
      undefined,
      { vision: true, tool_calling: true, structured_output: true },
    ],
    [{ needs_vision: false, needs_tools: true }, undefined, { tool_calling: true }],
    [{ needs_vision: false }, { vision: true }, { vision: true }],
    [{ needs_vision: true }, { vision: false }, { vision: false }],
    [{ needs_vision: true }, { telepathy: true }, { vision: true }],
    [null, [], {}],
    ['text', 7, {}],
  ];
  for (const [features, floor, expected] of table)
    t.strictSame(deriveRequirements(features, floor), expected, JSON.stringify([features, floor]));
});

t.test('keys come in the order of the checks', async (t) => {
  const needs = deriveRequirements(
    { needs_structured_output: true, needs_tools: true },
    { vision: true, min_context: 9 },
  );
  t.strictSame(Object.keys(needs), ['min_context', 'vision', 'tool_calling', 'structured_output']);
});

t.test('a tightened floor cannot relax', async (t) => {
  t.strictSame(tightenedFloor({ vision: false, tool_calling: true, min_context: 5, weight: 3 }), {
    min_context: 5,
    tool_calling: true,
  });
  for (const floor of [null, [], 'text', 7]) t.strictSame(tightenedFloor(floor), {});
});

t.test('the margin can be taken off again', async (t) => {
  t.strictSame([500, 0, -5].map(withoutSafetyMargin), [400, 0, 0]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), (tokens) => {
      const { min_context = 0 } = deriveRequirements({ est_input_tokens: tokens });
      return BigInt(min_context) === (BigInt(tokens) * 5n + 3n) / 4n && withoutSafetyMargin(min_context) >= tokens - 1;
    }),
  );
});

t.test('independent rails', async (t) => {
  const table: [providers: (string | number | null)[], rails: number][] = [
    [['nous', 'openrouter'], 1],
    [['nous', 'openrouter', 'zai'], 2],
    [[], 0],
    [['zai', null], 1],
    [['zai', 'ZAI'], 1],
    [['zai', 123], 1],
    [['   ', 'zai'], 1],
  ];
  for (const [providers, rails] of table)
    t.equal(
      independentRails(providers.map((provider) => ({ model: 'm', provider }))),
      rails,
      JSON.stringify(providers),
    );
  t.equal(independentRails([{ model: 'm' }]), 0);
});
