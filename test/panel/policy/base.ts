import type { Json, JsonObject } from '../../../src/lib/json.ts';
import type { PolicyBase } from '../../../src/panel/page/views/policy/edit.ts';

/** A policy as `/policy` and `/blocklist` serve it, with other parts where a test wants them. */
export function policyBase(other: JsonObject = {}, bans: readonly Json[] = []): PolicyBase {
  const rule = (id: string, then: JsonObject, rest: JsonObject = {}) => ({
    id,
    when: { lang: { eq: id } },
    then,
    ...rest,
  });
  return {
    policy: {
      rules: [
        rule('a', { profile: 'coder', model: 'T1' }, { status: 'stable' }),
        rule('b', { profile: 'coder', model: 'T2' }, { enabled: false }),
        rule('c', { profile: 'reviewer', action: 'classify' }),
      ],
      default: { action: 'classify' },
      tiers: {
        T1: {
          model: 'm1',
          provider: 'p1',
          requirements: { min_context: 1000 },
          fallback: [{ model: 'm2', provider: 'p2' }],
        },
        T2: { model: 'm2', provider: 'p2', time_cap: { max_multiplier: 2 } },
      },
      fail_safe: { profile: 'coder', model: 'm1', provider: 'p1' },
      classifier: { model: 'm1', provider: 'p1', timeout_seconds: 15 },
      price_windows: {},
      compaction: null,
      policy_in_use: { hash: null, source: 'file' },
      ...other,
    },
    bans,
    fallbackChain: ['m1', 'm2'],
    enabled: true,
  };
}
