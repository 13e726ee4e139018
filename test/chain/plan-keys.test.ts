import t from 'tap';
import { emptyPlan } from '../../src/chain/empty-plan.ts';
import { planChain } from '../../src/chain/plan.ts';
import { seededRandom } from '../../src/chain/random.ts';
import { MON, on } from '../models/week.ts';
import { hops, models, tier } from './hops.ts';

const PRO = 'deepseek-v4-pro';
const FLASH = 'deepseek-v4-flash';
const LUNA = 'gpt-5.6-luna';
const TERRA = 'gpt-5.6-terra';
const MIMO = 'mimo-v2.5';
const PEAK = on(MON, 7);
const CAP = { time_cap: { max_multiplier: 1.5 } };
const AVOID = { time_policy: { avoid_peak: ['deepseek', 'zai'] } };

t.test('keys: 19 always, three only when there is something to say', async (t) => {
  const base = Object.keys(emptyPlan());
  t.equal(base.length, 19);
  const keys = (knobs: object, at: Date | null) =>
    Object.keys(planChain(tier(hops(TERRA, PRO), { ...knobs }), {}, { at }));
  t.strictSame(keys({}, null), base);
  t.strictSame(keys({ time_cap: { max_multiplier: '1.5' } }, null), base);
  t.strictSame(keys(CAP, null), [...base, 'time_cap']);
  t.strictSame(keys({}, PEAK), [...base, 'utc_hour', 'utc_weekday']);
  t.strictSame(keys(CAP, PEAK), [...base, 'utc_hour', 'utc_weekday', 'time_cap']);
  t.strictSame(planChain({}, {}), emptyPlan());
});

t.test('an invalid date is no clock', async (t) => {
  const plan = planChain(tier(hops(PRO, TERRA), { ...CAP, ...AVOID }), {}, { at: new Date(Number.NaN) });
  t.match(plan, { time_agnostic: true, capped: [], demoted: [], multipliers: {} });
  t.notOk('utc_hour' in plan || 'utc_weekday' in plan);
});

t.test('a strategy that could not run says so', async (t) => {
  const table: [strategy: unknown, ran: string, declared: string, reason: RegExp][] = [
    ['random', 'sequential', 'random', /rng/],
    ['round_robin', 'sequential', 'round_robin', /round_robin/],
    ['cheapest_now', 'sequential', 'cheapest_now', /clock/],
    ['sequential', 'sequential', 'sequential', /^$/],
    [undefined, 'sequential', 'sequential', /^$/],
    [7, 'sequential', 'sequential', /^$/],
  ];
  for (const [fallback_strategy, ran, declared, reason] of table) {
    const plan = planChain(tier(hops(TERRA, FLASH, LUNA), { fallback_strategy, pin_primary: false }), {});
    t.strictSame(models(plan.chain), [TERRA, FLASH, LUNA]);
    t.strictSame([plan.strategy, plan.strategy_declared, plan.strategy_degraded], [ran, declared, ran !== declared]);
    t.match(plan.strategy_degraded_reason, reason);
  }
});

t.test('random keeps the primary and repeats for a seed', async (t) => {
  const output = tier(hops(TERRA, FLASH, LUNA, MIMO), { fallback_strategy: 'random' });
  const plan = (seed: number) => planChain(output, {}, { random: seededRandom(seed) });
  t.strictSame(plan(7), plan(7));
  t.strictSame([plan(7).strategy, plan(7).strategy_degraded], ['random', false]);
  for (let seed = 0; seed < 20; seed++) {
    t.equal(models(plan(seed).chain)[0], TERRA);
    t.strictSame(models(plan(seed).chain).sort(), models(hops(TERRA, FLASH, LUNA, MIMO)).sort());
  }
});
