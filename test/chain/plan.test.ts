import t from 'tap';
import { planChain } from '../../src/chain/plan.ts';
import type { ChainPlan } from '../../src/chain/plan-shape.ts';
import { MON, on, SAT, TUE } from '../models/week.ts';
import { hop, hops, models, tier } from './hops.ts';

const PRO = 'deepseek-v4-pro';
const FLASH = 'deepseek-v4-flash';
const LUNA = 'gpt-5.6-luna';
const TERRA = 'gpt-5.6-terra';
const MIMO = 'mimo-v2.5';
const PEAK = on(MON, 7);
const OFF = on(MON, 12);
const NIGHT = on(TUE, 20);

const TEXT = hop('text-only-elo', { provider: 'a', vision: false });
const SEES = hop('vision-elo', { provider: 'b', vision: true });
const OTHER = hop('another-text-elo', { provider: 'c', vision: false });
const SIZED = [hop('small-ctx', { context_window: 8000 }), hop('big-ctx', { context_window: 1_000_000 })];
const CHEAP = { fallback_strategy: 'cheapest_now' };
const LOOSE = { ...CHEAP, pin_primary: false };
const CAP = { time_cap: { max_multiplier: 1.5 } };
const AVOID = { time_policy: { avoid_peak: ['deepseek', 'zai'] } };
const CODEX_METERED = [hop('gpt-5.5'), hop('glm-4.7-flashx', { billing_mode: 'metered' })];
const CODEX_TYPO = [hop('gpt-5.5'), hop('glm-4.7-flashx', { billing_mode: 'meterd' })];

type Expected = Partial<Omit<ChainPlan, 'chain' | 'rejected'>> & { chain: unknown[]; rejected?: string[] };

const TABLE: [name: string, output: unknown, features: unknown, at: Date | null, expected: Expected][] = [
  [
    'nothing asked',
    tier([TEXT, SEES, OTHER]),
    {},
    null,
    { chain: models([TEXT, SEES, OTHER]), independent_rails: 3, bypassed: false },
  ],
  [
    'vision',
    tier([TEXT, SEES, OTHER]),
    { needs_vision: true },
    null,
    {
      chain: ['vision-elo'],
      rejected: ['text-only-elo no_vision', 'another-text-elo no_vision'],
      requirements: { vision: true },
      independent_rails: 1,
    },
  ],
  [
    'context',
    tier(SIZED),
    { est_input_tokens: 400_000 },
    null,
    {
      chain: ['big-ctx'],
      requirements: { min_context: 500_000 },
      rejected: ['small-ctx context_too_small'],
      unsatisfiable: [],
    },
  ],
  ...(
    [
      [0, 128_000],
      [400_000, 500_000],
      [8, 128_000],
    ] as const
  ).map(([est_input_tokens, min_context]): (typeof TABLE)[number] => [
    `floor 128000 with ${est_input_tokens}`,
    tier(SIZED, { requirements: { min_context: 128_000 } }),
    { est_input_tokens },
    null,
    { chain: ['big-ctx'], requirements: { min_context } },
  ]),
  [
    'nobody sees',
    tier([TEXT, OTHER]),
    { needs_vision: true },
    null,
    {
      chain: models([TEXT, OTHER]),
      bypassed: true,
      rejected: ['text-only-elo no_vision', 'another-text-elo no_vision'],
    },
  ],
  [
    'too long for everybody',
    tier(hops('glm-4.7', PRO)),
    { est_input_tokens: 2_000_000 },
    null,
    { chain: ['glm-4.7', PRO], unsatisfiable: ['min_context'], bypassed: true },
  ],
  [
    'unknown model',
    tier(hops('mystery')),
    { needs_vision: true },
    null,
    { chain: ['mystery'], unknown: ['mystery'], rejected: [] },
  ],
  ['classify', { action: 'classify' }, {}, null, { chain: [], bypassed: false }],
  [
    'a floor cannot relax',
    tier([TEXT, SEES], { requirements: { vision: false } }),
    { needs_vision: true },
    null,
    { chain: ['vision-elo'], requirements: { vision: true } },
  ],
  [
    'a floor tightens',
    tier([TEXT, SEES], { requirements: { vision: true } }),
    {},
    null,
    { chain: ['vision-elo'], requirements: { vision: true } },
  ],
  [
    'hops that are none',
    {
      model: TERRA,
      provider: 'openai-codex',
      fallback: [hop('glm-5.3'), { provider: 'zai' }, 'glm-4.7', null, { model: '' }],
    },
    {},
    null,
    { chain: [TERRA, 'glm-5.3'], independent_rails: 2 },
  ],
  [
    'a model that is a number',
    { model: 'm2', provider: 'p', fallback: [{ model: 4.7, provider: 'zai' }] },
    {},
    PEAK,
    { chain: ['m2', 4.7], unknown: ['m2'], multipliers: { m2: 1 } },
  ],
  ['a fallback that is no list', { model: 'glm-5.3', provider: 'zai', fallback: 5 }, {}, null, { chain: ['glm-5.3'] }],
  ['no primary', { fallback: hops('glm-5.3') }, {}, null, { chain: ['glm-5.3'] }],
  [
    'cheapest',
    tier(hops(TERRA, FLASH, LUNA), LOOSE),
    {},
    OFF,
    { chain: [FLASH, LUNA, TERRA], strategy: 'cheapest_now', strategy_degraded: false },
  ],
  ['cheapest at the peak', tier(hops(TERRA, FLASH, LUNA), LOOSE), {}, PEAK, { chain: [LUNA, FLASH, TERRA] }],
  [
    'cheapest, pinned by default',
    tier(hops(TERRA, FLASH, LUNA), CHEAP),
    {},
    OFF,
    { chain: [TERRA, FLASH, LUNA], pin_primary: true },
  ],
  ['plan before dollars', tier(hops(TERRA, 'glm-5.3', MIMO), LOOSE), {}, OFF, { chain: ['glm-5.3', MIMO, TERRA] }],
  ['one bucket for dollars', tier(CODEX_METERED, LOOSE), {}, OFF, { chain: ['glm-4.7-flashx', 'gpt-5.5'] }],
  ['a mistyped mode goes last', tier(CODEX_TYPO, LOOSE), {}, OFF, { chain: ['gpt-5.5', 'glm-4.7-flashx'] }],
  [
    'cap at the peak',
    tier(hops(TERRA, PRO, 'glm-5.3'), CAP),
    {},
    PEAK,
    {
      chain: [TERRA, 'glm-5.3'],
      capped: [{ model: PRO, multiplier: 2 }],
      multipliers: { [PRO]: 2, [TERRA]: 1, 'glm-5.3': 2 },
      time_cap: { max_multiplier: 1.5 },
      time_cap_bypassed: false,
    },
  ],
  ...([OFF, on(SAT, 7), null] as const).map((at): (typeof TABLE)[number] => [
    `cap outside the peak ${String(at)}`,
    tier(hops(TERRA, PRO, 'glm-5.3'), CAP),
    {},
    at,
    { chain: [TERRA, PRO, 'glm-5.3'], capped: [], time_cap: { max_multiplier: 1.5 } },
  ]),
  [
    'a cap admits its own value',
    tier(hops(TERRA, PRO, 'glm-5.3'), { time_cap: { max_multiplier: 2 } }),
    {},
    PEAK,
    { chain: [TERRA, PRO, 'glm-5.3'], capped: [] },
  ],
  [
    'a cap never empties',
    tier(hops(PRO, FLASH), CAP),
    {},
    PEAK,
    {
      chain: [PRO, FLASH],
      time_cap_bypassed: true,
      capped: [
        { model: PRO, multiplier: 2 },
        { model: FLASH, multiplier: 2 },
      ],
    },
  ],
  [
    'a cap in quotes',
    tier(hops(PRO, TERRA), { time_cap: { max_multiplier: '1.5' } }),
    {},
    PEAK,
    { chain: [PRO, TERRA], capped: [] },
  ],
  [
    'avoid peaks',
    tier(hops(TERRA, PRO, MIMO), AVOID),
    {},
    PEAK,
    { chain: [TERRA, MIMO, PRO], demoted: [PRO], multipliers: { [TERRA]: 1, [MIMO]: 1, [PRO]: 2 } },
  ],
  ['no peak', tier(hops(TERRA, PRO, MIMO), AVOID), {}, OFF, { chain: [TERRA, PRO, MIMO], demoted: [] }],
  ...[PEAK, NIGHT].map((at): (typeof TABLE)[number] => [
    `prefer at ${at.toISOString()}`,
    tier(hops(TERRA, PRO, MIMO), { time_policy: { prefer: [MIMO] } }),
    {},
    at,
    { chain: [MIMO, TERRA, PRO], promoted: [MIMO] },
  ]),
  [
    'cap, then policy',
    tier(hops(TERRA, PRO, 'glm-5.3'), { ...CAP, ...AVOID }),
    {},
    PEAK,
    { chain: [TERRA, 'glm-5.3'], capped: [{ model: PRO, multiplier: 2 }], demoted: [], peak_priced: ['glm-5.3'] },
  ],
  [
    'peaks without a move',
    tier(hops(TERRA, PRO, 'glm-5.3'), { time_cap: { max_multiplier: 2 }, ...AVOID }),
    {},
    PEAK,
    { chain: [TERRA, PRO, 'glm-5.3'], demoted: [], peak_priced: [PRO, 'glm-5.3'] },
  ],
  [
    'prefer cannot bring back',
    tier(hops(TERRA, PRO), { time_policy: { prefer: [PRO] } }),
    { needs_vision: true },
    OFF,
    { chain: [TERRA], promoted: [], rejected: [`${PRO} no_vision`] },
  ],
  [
    'filter, then cap',
    tier([hop(TERRA), hop(FLASH), hop(PRO, { vision: true }), hop('glm-4.6v')], CAP),
    { needs_vision: true },
    PEAK,
    { chain: [TERRA, 'glm-4.6v'], rejected: [`${FLASH} no_vision`], capped: [{ model: PRO, multiplier: 2 }] },
  ],
  [
    'cap, then cheapest',
    tier(hops(TERRA, PRO, LUNA, MIMO), { ...LOOSE, ...CAP }),
    {},
    PEAK,
    { chain: [MIMO, LUNA, TERRA] },
  ],
  [
    'a plan rail survives the cap and leads',
    tier(hops(TERRA, PRO, 'glm-5.3'), { ...LOOSE, ...CAP }),
    {},
    PEAK,
    { chain: ['glm-5.3', TERRA] },
  ],
  [
    'a declared window',
    tier([hop(TERRA, { price_windows: [{ hours_utc: [6, 10], multiplier: 3 }] })]),
    {},
    PEAK,
    { chain: [TERRA], multipliers: { [TERRA]: 3 } },
  ],
  [
    'a model twice, once with its own window',
    tier([hop(TERRA, { price_windows: [{ hours_utc: [6, 10], multiplier: 3 }] }), hop(TERRA)]),
    {},
    PEAK,
    { chain: [TERRA, TERRA], multipliers: { [TERRA]: 3 } },
  ],
  [
    'a model twice, once capped',
    tier([hop(PRO, { billing_mode: 'plan', price_windows: [] }), hop(PRO)], CAP),
    {},
    PEAK,
    { chain: [PRO], capped: [{ model: PRO, multiplier: 2 }], multipliers: { [PRO]: 2 } },
  ],
  [
    'an offset clock',
    tier(hops(TERRA)),
    {},
    new Date('2026-08-17T03:00:00-03:00'),
    { chain: [TERRA], utc_hour: 6, utc_weekday: 0, time_agnostic: false },
  ],
];

t.test('plans', async (t) => {
  for (const [name, output, features, at, { chain, rejected, ...expected }] of TABLE) {
    const before = JSON.stringify([output, features]);
    const plan = planChain(output, features, { at });
    t.strictSame(models(plan.chain), chain, `${name}: chain`);
    if (rejected !== undefined)
      t.strictSame(
        plan.rejected.map((refused) => `${refused.model} ${refused.reject_reason}`),
        rejected,
        `${name}: rejected`,
      );
    const actual = Object.fromEntries(Object.entries(plan).filter(([key]) => key in expected));
    t.strictSame(actual, expected, name);
    t.equal(JSON.stringify([output, features]), before, `${name}: input untouched`);
  }
});
