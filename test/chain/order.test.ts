import t from 'tap';
import { type OrderOptions, orderChain } from '../../src/chain/order.ts';
import type { FallbackStrategy, Hop } from '../../src/chain/plan-shape.ts';
import { seededRandom } from '../../src/chain/random.ts';
import { readClock } from '../../src/models/clock.ts';
import { MON, on, SAT, WED, WEEK } from '../models/week.ts';
import { hop, hops, models } from './hops.ts';

const options = (strategy: FallbackStrategy, at: Date | null, pinPrimary = false): OrderOptions => ({
  strategy,
  pinPrimary,
  clock: readClock(at),
  random: undefined,
});
const cheapest = (chain: readonly Hop[], at: Date | null, pinned = false) =>
  models(orderChain(chain, options('cheapest_now', at, pinned)));

const PR = hops('kimi-k3', 'mimo-v2.5', 'gpt-5.6-luna');
const PNP = hop('plan-no-price', { context_window: 200_000, billing_mode: 'plan' });
const HALF = hop('half-priced', { context_window: 200_000, billing_mode: 'metered', price_out: 0.01 });

t.test('cheapest_now', async (t) => {
  const anthropic = ['claude-fable-5', 'claude-opus-5', 'claude-opus-4-8', 'claude-sonnet-5', 'claude-haiku-4-5'];
  const table: [chain: Hop[], at: Date | null, expected: string[]][] = [
    [hops('kimi-k3', 'mimo-v2.5', 'MiniMax-M3'), on(WED, 12), ['mimo-v2.5', 'MiniMax-M3', 'kimi-k3']],
    [PR, on(WED, 12), ['mimo-v2.5', 'gpt-5.6-luna', 'kimi-k3']],
    [hops('gpt-5.6-luna', 'deepseek-v4-flash'), on(WED, 12), ['deepseek-v4-flash', 'gpt-5.6-luna']],
    [hops('gpt-5.6-luna', 'deepseek-v4-flash'), on(WED, 7), ['gpt-5.6-luna', 'deepseek-v4-flash']],
    [hops('deepseek-v4-flash', 'MiniMax-M3'), on(WED, 12), ['deepseek-v4-flash', 'MiniMax-M3']],
    [hops('deepseek-v4-flash', 'MiniMax-M3'), on(WED, 7), ['MiniMax-M3', 'deepseek-v4-flash']],
    [hops('gpt-5.6-luna', 'glm-5.3'), on(MON, 7), ['glm-5.3', 'gpt-5.6-luna']],
    [hops('mimo-v2.5', 'glm-5.3-flash', 'glm-5.3'), on(MON, 7), ['glm-5.3-flash', 'glm-5.3', 'mimo-v2.5']],
    [
      hops('inclusionai/ling-3.0-flash', 'tencent/hy3:free'),
      on(MON, 7),
      ['tencent/hy3:free', 'inclusionai/ling-3.0-flash'],
    ],
    [
      [
        ...hops('mimo-v2.5', 'glm-4.7-flash', 'glm-5.3-flash', 'glm-4.5-flash', 'gpt-5.6-luna'),
        hop('house', { context_window: 1 }),
      ],
      on(MON, 7),
      ['glm-5.3-flash', 'glm-4.7-flash', 'mimo-v2.5', 'gpt-5.6-luna', 'glm-4.5-flash', 'house'],
    ],
    [
      [HALF, ...hops('glm-4.5-flash', 'mimo-v2.5'), PNP],
      on(WED, 12),
      ['plan-no-price', 'mimo-v2.5', 'half-priced', 'glm-4.5-flash'],
    ],
    [[PNP, hop('glm-5.3-flash')], on(WED, 12), ['glm-5.3-flash', 'plan-no-price']],
    [[hop('glm-4.7-flash'), PNP], on(WED, 12), ['plan-no-price', 'glm-4.7-flash']],
    [hops('glm-4.5-flash', 'kimi-k3', 'mimo-v2.5'), on(WED, 12), ['mimo-v2.5', 'kimi-k3', 'glm-4.5-flash']],
    [[hop('ghost', { billing_mode: 'plan' }), hop('kimi-k3')], on(WED, 12), ['kimi-k3', 'ghost']],
    [hops('glm-5.2', 'glm-5.1'), on(WED, 12), ['glm-5.2', 'glm-5.1']],
    [hops('glm-5.1', 'glm-5.2'), on(WED, 12), ['glm-5.1', 'glm-5.2']],
    [
      hops(...anthropic),
      on(WED, 7),
      ['claude-haiku-4-5', 'claude-sonnet-5', 'claude-opus-5', 'claude-opus-4-8', 'claude-fable-5'],
    ],
    [
      hops('claude-haiku-4-5', 'tencent/hy3:free', 'glm-5.3-flash'),
      on(WED, 12),
      ['glm-5.3-flash', 'tencent/hy3:free', 'claude-haiku-4-5'],
    ],
    [[hop('kimi-k3'), {}, hop('mimo-v2.5')], on(WED, 12), ['mimo-v2.5', 'kimi-k3']],
    [PR, null, ['kimi-k3', 'mimo-v2.5', 'gpt-5.6-luna']],
    [[], on(WED, 12), []],
  ];
  for (const [chain, at, expected] of table)
    t.strictSame(
      cheapest(chain, at).filter((model) => model !== undefined),
      expected,
      JSON.stringify(models(chain)),
    );
  t.strictSame(cheapest(PR, on(WED, 12), true), ['kimi-k3', 'mimo-v2.5', 'gpt-5.6-luna'], 'pinned');
  const metered = [hop('glm-5.3-flash', { billing_mode: 'metered' }), hop('mimo-v2.5')];
  t.strictSame(cheapest(metered, on(SAT, 12)), ['mimo-v2.5', 'glm-5.3-flash']);
  t.strictSame(cheapest(metered, on(SAT, 12), true), ['glm-5.3-flash', 'mimo-v2.5']);
});

t.test('the shipped T2 tail over a whole week', async (t) => {
  const chain = hops('glm-5.3-flash', 'gpt-5.6-luna', 'deepseek-v4-flash');
  const lunaFirst = WEEK.filter(({ at }) => cheapest(chain, at, true)[1] === 'gpt-5.6-luna');
  t.equal(lunaFirst.length, 35);
  for (const { day, hour } of lunaFirst) t.ok(day < 5 && [1, 2, 3, 6, 7, 8, 9].includes(hour), `${day} ${hour}`);
  for (const { at } of WEEK)
    t.strictSame(cheapest(chain, at), cheapest(chain, at, true), 'the pin changes nothing here');
});

t.test('random', async (t) => {
  const chain = hops('glm-5.3', 'kimi-k3', 'mimo-v2.5', 'gpt-5.5', 'glm-4.6');
  const order = (seed: number, pinPrimary: boolean) =>
    models(orderChain(chain, { strategy: 'random', pinPrimary, clock: null, random: seededRandom(seed) }));
  const seeds = Array.from({ length: 30 }, (_, seed) => seed);
  const pinned = seeds.map((seed) => order(seed, true));
  for (const result of pinned) {
    t.equal(result[0], 'glm-5.3');
    t.strictSame([...result].sort(), models(chain).sort());
  }
  t.ok(new Set(pinned.map(String)).size > 5, 'the tail varies');
  t.ok(
    seeds.some((seed) => order(seed, false)[0] !== 'glm-5.3'),
    'unpinned, the head moves for some seed',
  );
  for (const seed of seeds) t.strictSame(order(seed, false), order(seed, false));
  t.strictSame(models(orderChain(chain, options('random', null))), models(chain), 'no source, no shuffle');
  t.strictSame(models(chain)[0], 'glm-5.3', 'the input is untouched');
});

t.test('seeds give reproducible and different sequences in [0, 1)', async (t) => {
  const take = (seed: number) => Array.from({ length: 50 }, seededRandom(seed));
  for (const seed of [0, 1, 2 ** 32, 2 ** 53 - 1]) {
    t.strictSame(take(seed), take(seed));
    for (const value of take(seed)) t.ok(value >= 0 && value < 1);
  }
  t.equal(new Set([0, 1, 2 ** 32, 2 ** 53 - 1].map((seed) => String(take(seed)))).size, 4);
  const mean = Array.from({ length: 10_000 }, seededRandom(42)).reduce((sum, value) => sum + value, 0) / 10_000;
  t.ok(Math.abs(mean - 0.5) < 0.02, `${mean}`);
});
