import t from 'tap';
import type { Hop } from '../../src/chain/plan-shape.ts';
import { applyTimeCap, readTimeCap } from '../../src/chain/time-cap.ts';
import { readClock } from '../../src/models/clock.ts';
import { on, WED, WEEK } from '../models/week.ts';
import { hop, hops, models } from './hops.ts';

const PRO = 'deepseek-v4-pro';
const FLASH = 'deepseek-v4-flash';
const MIXED = hops(PRO, 'glm-5.3', 'gpt-5.6-luna', 'mimo-v2.5');
const T1 = hops('glm-5.3-flash', 'gpt-5.6-luna', 'mimo-v2.5');
const house = (billing_mode: string) =>
  hop('house', { context_window: 1000, billing_mode, price_windows: [{ hours_utc: [6, 10], multiplier: 3 }] });

interface Row {
  chain: readonly Hop[];
  cap: number;
  at: Date | null;
  left?: unknown[];
  capped?: [string, number][];
  exempt?: [string, number, string][];
  bypassed?: true;
}

const TABLE: Row[] = [
  {
    chain: MIXED,
    cap: 1.5,
    at: on(WED, 7),
    left: ['glm-5.3', 'gpt-5.6-luna', 'mimo-v2.5'],
    capped: [[PRO, 2]],
    exempt: [['glm-5.3', 2, 'plan']],
  },
  { chain: MIXED, cap: 2, at: on(WED, 7) },
  {
    chain: hops(PRO, FLASH),
    cap: 1.5,
    at: on(WED, 7),
    capped: [
      [PRO, 2],
      [FLASH, 2],
    ],
    bypassed: true,
  },
  { chain: MIXED, cap: 1, at: null },
  { chain: MIXED, cap: 1, at: new Date(Number.NaN) },
  { chain: T1, cap: 1.5, at: on(WED, 7), exempt: [['glm-5.3-flash', 2, 'plan']] },
  {
    chain: hops('glm-5.3-flash', FLASH),
    cap: 1.5,
    at: on(WED, 7),
    left: ['glm-5.3-flash'],
    capped: [[FLASH, 2]],
    exempt: [['glm-5.3-flash', 2, 'plan']],
  },
  ...['metered', 'subscription'].map(
    (mode): Row => ({
      chain: [house(mode), hop('kimi-k3')],
      cap: 1.5,
      at: on(WED, 7),
      left: ['kimi-k3'],
      capped: [['house', 3]],
    }),
  ),
  ...['plan', 'free', 'not-a-mode'].map(
    (mode): Row => ({
      chain: [house(mode), hop('kimi-k3')],
      cap: 1.5,
      at: on(WED, 7),
      exempt: [['house', 3, mode === 'not-a-mode' ? 'unknown' : mode]],
    }),
  ),
  {
    chain: hops('glm-5.3', 'glm-5.3-flash'),
    cap: 1,
    at: on(WED, 7),
    exempt: [
      ['glm-5.3', 2, 'plan'],
      ['glm-5.3-flash', 2, 'plan'],
    ],
  },
  {
    chain: hops('mystery', 'kimi-k3'),
    cap: 0.5,
    at: on(WED, 12),
    left: ['mystery'],
    capped: [['kimi-k3', 1]],
    exempt: [['mystery', 1, 'unknown']],
  },
  { chain: [hop(PRO), { provider: 'zai' }], cap: 1, at: on(WED, 7), capped: [[PRO, 2]], bypassed: true },
  { chain: [], cap: 1, at: on(WED, 7) },
];

t.test('time cap', async (t) => {
  for (const { chain, cap, at, ...expected } of TABLE) {
    const result = applyTimeCap(chain, cap, readClock(at));
    t.strictSame(
      {
        left: models(result.chain),
        capped: result.capped.map(({ model, multiplier }) => [model, multiplier]),
        exempt: result.cap_exempt.map(({ model, multiplier, billing_mode }) => [model, multiplier, billing_mode]),
        bypassed: result.bypassed,
      },
      {
        left: expected.left ?? models(chain),
        capped: expected.capped ?? [],
        exempt: expected.exempt ?? [],
        bypassed: expected.bypassed ?? false,
      },
      JSON.stringify([models(chain), cap, at]),
    );
  }
});

t.test('only a finite number is a cap', async (t) => {
  t.equal(readTimeCap({ max_multiplier: 1.5 }), 1.5);
  t.equal(readTimeCap(1.5), 1.5);
  for (const cap of [null, undefined, 'loads', '1.5', true, [2], NaN, Infinity, {}]) {
    t.equal(readTimeCap(cap), null);
    t.equal(readTimeCap({ max_multiplier: cap }), null);
  }
});

t.test('the shipped T1 is never capped in any hour of the week', async (t) => {
  for (const { day, hour, at } of WEEK) {
    const { capped, bypassed, cap_exempt } = applyTimeCap(T1, 1.5, readClock(at));
    t.strictSame([capped, bypassed], [[], false]);
    t.equal(cap_exempt.length === 1, day < 5 && hour >= 6 && hour <= 9, `${day} ${hour}`);
  }
});
