import t from 'tap';
import { planChain } from '../../src/chain/plan.ts';
import { REGISTRY_FIELDS } from '../../src/models/capabilities.ts';
import { on, WED } from '../models/week.ts';
import { hop, models } from './hops.ts';

t.test('B-20 unknown prices sort last, 0 is free, and the order is stable', async (t) => {
  const priced = (model: string, price: unknown) => ({
    model,
    provider: 'p',
    context_window: 1000,
    billing_mode: 'metered',
    ...(price === undefined ? {} : { price_in: price, price_out: price }),
  });
  const fallback = [
    priced('missing', undefined),
    priced('null', null),
    priced('dollar-sign', '$0.5'),
    priced('nan', Number.NaN),
    priced('negative', -1),
    priced('one', 1),
    priced('zero', 0),
    priced('half', 0.5),
  ];
  const output = { fallback, fallback_strategy: 'cheapest_now', pin_primary: false };
  const expected = ['zero', 'half', 'one', 'missing', 'null', 'dollar-sign', 'nan', 'negative'];
  for (let run = 0; run < 100; run++) t.strictSame(models(planChain(output, {}, { at: on(WED, 12) }).chain), expected);
});

t.test('B-21 a provider with a smaller real cap binds; there is no output reserve', async (t) => {
  const plan = (min_context: number, declared: Record<string, number>) =>
    planChain(
      {
        fallback: [hop('house', { context_window: 128_000, ...declared }), hop('kimi-k3')],
        requirements: { min_context },
      },
      {},
    );
  const table: [needed: number, declared: Record<string, number>, kept: boolean][] = [
    [128_000, {}, true],
    [128_001, {}, false],
    [120_001, { reserve: 8000, output_reserve: 8000 }, true],
    [72_000, { max_input_tokens: 72_000 }, true],
    [72_001, { max_input_tokens: 72_000 }, false],
    [128_001, { max_input_tokens: 200_000 }, false],
  ];
  for (const [needed, declared, kept] of table) {
    const { chain, rejected, requirements } = plan(needed, declared);
    t.strictSame(models(chain), kept ? ['house', 'kimi-k3'] : ['kimi-k3'], `${needed} ${JSON.stringify(declared)}`);
    if (kept) continue;
    t.equal(requirements.min_context, needed, 'the plan carries what was needed');
    t.match(
      rejected[0],
      { reject_reason: 'context_too_small', context_window: 128_000, ...declared },
      'and what was there',
    );
  }
  t.notOk(REGISTRY_FIELDS.some((field) => field.includes('reserve')));
});
