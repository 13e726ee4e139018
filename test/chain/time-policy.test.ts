import t from 'tap';
import type { Hop } from '../../src/chain/plan-shape.ts';
import { applyTimePolicy } from '../../src/chain/time-policy.ts';
import { readClock } from '../../src/models/clock.ts';
import { MON, on, SAT, WED, WEEK } from '../models/week.ts';
import { hop, hops, models } from './hops.ts';

const PRO = 'deepseek-v4-pro';
const LUNA = 'gpt-5.6-luna';
const TERRA = 'gpt-5.6-terra';
const MIXED = hops(PRO, 'glm-5.3', LUNA, 'mimo-v2.5');
const BOTH = { avoid_peak: ['deepseek', 'zai'] };
const TIDE = hops(TERRA, PRO, 'glm-5.3');

interface Row {
  chain: readonly Hop[];
  policy: unknown;
  at: Date | null;
  order?: unknown[];
  demoted?: string[];
  promoted?: string[];
  peak?: string[];
}

const onZai = (provider: Hop[string]) => ({ model: 'glm-5.3', provider });

const TABLE: Row[] = [
  {
    chain: MIXED,
    policy: { avoid_peak: ['deepseek'] },
    at: on(WED, 7),
    order: ['glm-5.3', LUNA, 'mimo-v2.5', PRO],
    demoted: [PRO],
    peak: [PRO],
  },
  {
    chain: MIXED,
    policy: { avoid_peak: ['  DeepSeek '] },
    at: on(WED, 7),
    order: ['glm-5.3', LUNA, 'mimo-v2.5', PRO],
    demoted: [PRO],
    peak: [PRO],
  },
  {
    chain: MIXED,
    policy: BOTH,
    at: on(WED, 7),
    order: [LUNA, 'mimo-v2.5', PRO, 'glm-5.3'],
    demoted: [PRO, 'glm-5.3'],
    peak: [PRO, 'glm-5.3'],
  },
  { chain: MIXED, policy: BOTH, at: on(WED, 12) },
  { chain: MIXED, policy: BOTH, at: null },
  { chain: MIXED, policy: BOTH, at: new Date(Number.NaN) },
  {
    chain: hops(PRO, LUNA, 'deepseek-v4-flash'),
    policy: { avoid_peak: ['deepseek'] },
    at: on(WED, 7),
    order: [LUNA, PRO, 'deepseek-v4-flash'],
    demoted: [PRO],
    peak: [PRO, 'deepseek-v4-flash'],
  },
  ...[null, 123, ['zai'], '  '].map((provider) => ({
    chain: [onZai(provider), hop('kimi-k3')],
    policy: { avoid_peak: ['zai', ''] },
    at: on(MON, 7),
  })),
  {
    chain: MIXED,
    policy: { prefer: ['mimo-v2.5'] },
    at: on(WED, 7),
    order: ['mimo-v2.5', PRO, 'glm-5.3', LUNA],
    promoted: ['mimo-v2.5'],
  },
  { chain: MIXED, policy: { prefer: ['glm-5.3'] }, at: on(WED, 7) },
  {
    chain: MIXED,
    policy: { prefer: ['glm-5.3'] },
    at: on(SAT, 7),
    order: ['glm-5.3', PRO, LUNA, 'mimo-v2.5'],
    promoted: ['glm-5.3'],
  },
  { chain: hops('kimi-k3', 'MiniMax-M3'), policy: { prefer: ['minimax-m3'] }, at: on(WED, 7) },
  {
    chain: hops('kimi-k3', 'MiniMax-M3'),
    policy: { prefer: [' MiniMax-M3 '] },
    at: on(WED, 7),
    order: ['MiniMax-M3', 'kimi-k3'],
    promoted: ['MiniMax-M3'],
  },
  { chain: hops(PRO, 'glm-5.3'), policy: BOTH, at: on(WED, 7), peak: [PRO, 'glm-5.3'] },
  { chain: TIDE, policy: BOTH, at: on(WED, 7), peak: [PRO, 'glm-5.3'] },
  {
    chain: [...TIDE, hop('mimo-v2.5')],
    policy: BOTH,
    at: on(WED, 7),
    order: [TERRA, 'mimo-v2.5', PRO, 'glm-5.3'],
    demoted: [PRO, 'glm-5.3'],
    peak: [PRO, 'glm-5.3'],
  },
  {
    chain: hops('glm-5.3', 'glm-4.6', LUNA),
    policy: { avoid_peak: ['zai'] },
    at: on(WED, 7),
    order: ['glm-4.6', LUNA, 'glm-5.3'],
    demoted: ['glm-5.3'],
    peak: ['glm-5.3'],
  },
  {
    chain: [{ note: 'no model' }, hop(PRO), { provider: 'zai' }],
    policy: { avoid_peak: ['deepseek', 'zai'] },
    at: on(WED, 7),
    order: [undefined, undefined, PRO],
    demoted: [PRO],
    peak: [PRO],
  },
  {
    chain: hops(PRO, 'glm-4.6', PRO),
    policy: { avoid_peak: ['deepseek'] },
    at: on(WED, 7),
    order: ['glm-4.6', PRO, PRO],
    demoted: [PRO],
    peak: [PRO],
  },
  { chain: MIXED, policy: { prefer: [PRO] }, at: on(WED, 12) },
  ...[null, [], 'text', { avoid_peak: 'deepseek' }, { prefer: 3 }, {}, { avoid_peak: [7, null], prefer: [{}] }].map(
    (policy) => ({
      chain: MIXED,
      policy,
      at: on(WED, 7),
    }),
  ),
];

t.test('time policy', async (t) => {
  for (const { chain, policy, at, ...expected } of TABLE) {
    const result = applyTimePolicy(chain, policy, readClock(at));
    t.strictSame(
      [models(result.chain), result.demoted, result.promoted, result.peak_priced],
      [expected.order ?? models(chain), expected.demoted ?? [], expected.promoted ?? [], expected.peak ?? []],
      JSON.stringify([models(chain), policy, at]),
    );
  }
});

t.test('over a whole week: price facts and moves are separate things', async (t) => {
  const kinds = { quiet: 0, peaking: 0, reordered: 0 };
  for (const { day, hour, at } of WEEK) {
    const { chain, peak_priced } = applyTimePolicy(TIDE, BOTH, readClock(at));
    if (models(chain).join() !== models(TIDE).join()) {
      kinds.reordered += 1;
      t.strictSame(models(chain), [TERRA, 'glm-5.3', PRO]);
      t.ok(day < 5 && hour >= 1 && hour <= 3, `reordered at ${day} ${hour}`);
    } else if (peak_priced.length === 2) {
      kinds.peaking += 1;
      t.ok(day < 5 && hour >= 6 && hour <= 9, `peaking at ${day} ${hour}`);
    } else if (peak_priced.length === 0) kinds.quiet += 1;
  }
  t.strictSame(kinds, { quiet: 133, peaking: 20, reordered: 15 });
});
