import { FALLBACK_STRATEGIES } from './order.ts';
import type { ChainPlan } from './plan-shape.ts';

/** The part of a plan that says which order was asked for and which one ran. */
export type StrategyOutcome = Pick<
  ChainPlan,
  'strategy' | 'strategy_declared' | 'strategy_degraded' | 'strategy_degraded_reason'
>;

/** Which order runs for a declared one, given what the planner was handed. Anything but a string means sequential. */
export function chooseStrategy(declared: unknown, has: { clock: boolean; random: boolean }): StrategyOutcome {
  const name = typeof declared === 'string' ? declared : 'sequential';
  const strategy = FALLBACK_STRATEGIES.find((known) => known === name);
  if (strategy === undefined)
    return degraded(name, `unknown strategy '${name}'; it is none of ${FALLBACK_STRATEGIES.join(', ')}`);
  if (strategy === 'random' && !has.random)
    return degraded(name, 'random needs an rng and none was given; nothing was shuffled');
  if (strategy === 'cheapest_now' && !has.clock)
    return degraded(name, 'cheapest_now needs a clock and none was given; prices are not comparable');
  return { strategy, strategy_declared: name, strategy_degraded: false, strategy_degraded_reason: '' };
}

function degraded(name: string, reason: string): StrategyOutcome {
  return {
    strategy: 'sequential',
    strategy_declared: name,
    strategy_degraded: true,
    strategy_degraded_reason: reason,
  };
}
