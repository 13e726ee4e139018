import fc from 'fast-check';
import t from 'tap';
import { declaredChain, planChain } from '../../src/chain/plan.ts';
import type { Hop } from '../../src/chain/plan-shape.ts';
import { seededRandom } from '../../src/chain/random.ts';
import { REGISTRY_FIELDS } from '../../src/models/capabilities.ts';
import { REGISTRY } from '../../src/models/registry.ts';

/** Junk of any kind, with the numbers that JSON cannot carry but YAML can. */
const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(NaN, Infinity, -Infinity, -0, 1e308, '', '__proto__', 'constructor'),
);
const orJunk = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: junk });
const model = fc.constantFrom(...REGISTRY.keys(), 'house', 'mystery', '__proto__', 'toString');
const provider = fc.constantFrom('zai', 'ZAI ', 'deepseek', 'nous', 'openrouter', 'copilot', '');
const window = fc.record(
  {
    hours_utc: orJunk(fc.tuple(fc.integer({ min: -1, max: 25 }), fc.integer({ min: -1, max: 25 }))),
    weekdays: orJunk(fc.array(fc.integer({ min: -1, max: 7 }), { maxLength: 4 })),
    multiplier: orJunk(fc.constantFrom(0.8, 1, 1.5, 2, 3)),
  },
  { requiredKeys: ['hours_utc', 'multiplier'] },
);
const declarations = fc.record(
  {
    context_window: orJunk(fc.integer({ min: 1, max: 2_000_000 })),
    max_input_tokens: orJunk(fc.integer({ min: 1, max: 2_000_000 })),
    vision: orJunk(fc.boolean()),
    tool_calling: orJunk(fc.boolean()),
    billing_mode: orJunk(fc.constantFrom('plan', 'free', 'metered', 'subscription', ' Metered ')),
    price_in: orJunk(fc.double({ min: 0, max: 50 })),
    price_out: orJunk(fc.double({ min: 0, max: 50 })),
    price_windows: orJunk(fc.array(window, { maxLength: 3 })),
  },
  { requiredKeys: [] },
);
const hopArbitrary = orJunk(
  fc
    .tuple(fc.record({ model: orJunk(model), provider: orJunk(provider) }), declarations)
    .map(([name, rest]) => ({ ...rest, ...name })),
);
const output = orJunk(
  fc.record(
    {
      model: orJunk(model),
      provider: orJunk(provider),
      declared_capabilities: orJunk(declarations),
      fallback: orJunk(fc.array(hopArbitrary, { maxLength: 6 })),
      fallback_strategy: orJunk(fc.constantFrom('sequential', 'random', 'cheapest_now')),
      pin_primary: orJunk(fc.boolean()),
      requirements: orJunk(fc.record({ min_context: orJunk(fc.nat(2_000_000)), vision: junk }, { requiredKeys: [] })),
      time_cap: orJunk(fc.record({ max_multiplier: orJunk(fc.constantFrom(1, 1.5, 2, 0.5)) })),
      time_policy: orJunk(fc.record({ avoid_peak: orJunk(fc.array(provider)), prefer: orJunk(fc.array(model)) })),
    },
    { requiredKeys: [] },
  ),
);
const features = orJunk(
  fc.record(
    { est_input_tokens: orJunk(fc.nat(1_500_000)), needs_vision: junk, needs_tools: junk },
    { requiredKeys: [] },
  ),
);
const at = fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: false }));

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const key of Object.keys(Object.freeze(value))) frozen(Reflect.get(value, key));
  return value;
}

const inputs = [output, features, at, fc.nat()] as const;

t.test('any input gives a whole plan, twice the same, and stays as it was', async (t) => {
  fc.assert(
    fc.property(...inputs, (output, features, at, seed) => {
      frozen([output, features]);
      const plan = () => JSON.stringify(planChain(output, features, { at, random: seededRandom(seed) }));
      const text = plan();
      return text === plan() && Object.keys(JSON.parse(text)).length >= 19;
    }),
    { numRuns: 600 },
  );
  t.pass();
});

t.test('the chain is a permutation of the declared hops that were neither rejected nor capped', async (t) => {
  fc.assert(
    fc.property(...inputs, (output, features, at, seed) => {
      const plan = planChain(output, features, { at, random: seededRandom(seed) });
      const declared = declaredChain(
        typeof output === 'object' && output !== null && !Array.isArray(output) ? output : {},
      );
      const left =
        declared.length -
        (plan.bypassed ? 0 : plan.rejected.length) -
        (plan.time_cap_bypassed ? 0 : plan.capped.length);
      const unused = declared.map((hop) => JSON.stringify(hop));
      for (const hop of plan.chain) {
        const index = unused.indexOf(JSON.stringify(hop));
        if (index < 0) return false;
        unused.splice(index, 1);
      }
      return plan.chain.length === left && (declared.length === 0 || plan.chain.length > 0);
    }),
    { numRuns: 600 },
  );
  t.pass();
});

t.test('every figure in a plan is finite', async (t) => {
  fc.assert(
    fc.property(...inputs, (output, features, at, seed) => {
      const plan = planChain(output, features, { at, random: seededRandom(seed) });
      const figures = [...Object.values(plan.multipliers), ...plan.capped.map(({ multiplier }) => multiplier)];
      return (
        figures.every((figure) => Number.isFinite(figure) && figure > 0) &&
        Number.isFinite(plan.requirements.min_context ?? 0)
      );
    }),
  );
  t.pass();
});

t.test('declared hops reach the chain as the objects they are', async (t) => {
  const fallback: Hop[] = [
    { model: 'house', provider: 'p', ...Object.fromEntries(REGISTRY_FIELDS.map((field) => [field, null])) },
  ];
  t.equal(planChain({ fallback }, {}).chain[0], fallback[0]);
});
