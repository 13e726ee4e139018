import type { ChainPlan } from './plan-shape.ts';

/** The plan of a decision that names no model: nothing to try, nothing refused, no clock. */
export function emptyPlan(): ChainPlan {
  return {
    chain: [],
    requirements: {},
    rejected: [],
    unknown: [],
    bypassed: false,
    unsatisfiable: [],
    strategy: 'sequential',
    strategy_declared: 'sequential',
    strategy_degraded: false,
    strategy_degraded_reason: '',
    pin_primary: true,
    independent_rails: 0,
    time_cap_bypassed: false,
    capped: [],
    demoted: [],
    promoted: [],
    peak_priced: [],
    multipliers: {},
    time_agnostic: true,
  };
}
