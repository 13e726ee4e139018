/** The base policy of the contract's test pairs. */
export const BASE_POLICY = {
  enabled: true,
  classifier: { model: 'judge', provider: 'judge-rail' },
  fail_safe: { profile: 'coder', model: 'strong', provider: 'safe-rail' },
  blocklist: {
    manual_ban: [{ model: 'bad', provider: 'rail', reason: 'stalls' }],
    fallback_chain: ['strong'],
    auto_breaker: { enabled: false },
  },
  rules: [
    {
      id: 'hard-verbs',
      status: 'stable',
      when: { verb_class: { eq: 'hard' } },
      then: { profile: 'coder', model: 'T4' },
    },
  ],
  default: { action: 'classify' },
  tiers: {
    T1: { model: 'tiny', provider: 'cheap' },
    T2: { model: 'small', provider: 'cheap' },
    T3: { model: 'medium', provider: 'strong-rail' },
    T4: { model: 'strong', provider: 'strong-rail', fallback: [{ model: 'backup', provider: 'backup-rail' }] },
  },
};

/** The base policy with some tiers replaced. */
export function withTiers(tiers: object) {
  return { ...BASE_POLICY, tiers: { ...BASE_POLICY.tiers, ...tiers } };
}

/** Inside the peak of both zai and deepseek. */
export const MONDAY_7 = new Date('2026-08-17T07:00:00Z');

const MINIMAX = { model: 'MiniMax-M3', provider: 'minimax' };
const PRO = { model: 'deepseek-v4-pro', provider: 'deepseek' };
const FLASH = { model: 'deepseek-v4-flash', provider: 'deepseek' };
const OLD = { model: 'glm-4.6', provider: 'zai' };

/** A policy in which every tier looks at the clock in its own way. */
export const TIME_POLICY = {
  ...withTiers({
    T1: { ...PRO, fallback: [FLASH], time_cap: { max_multiplier: 1.5 } },
    T2: { ...PRO, fallback: [OLD], time_cap: { max_multiplier: 1.5 } },
    T3: { ...MINIMAX, fallback: [PRO, OLD], fallback_strategy: 'cheapest_now' },
    T4: { ...PRO, fallback: [OLD], time_policy: { avoid_peak: ['deepseek'] } },
  }),
  rules: [
    { id: 'hard-verbs', when: { verb_class: { eq: 'hard' } }, then: { model: 'T4' } },
    { id: 'trivial', when: { verb_class: { eq: 'trivial' } }, then: { model: 'T1' } },
    { id: 'peak-hours', when: { utc_hour: { gte: 6, lt: 10 } }, then: { model: 'T2' } },
  ],
  default: { model: 'T3' },
};
