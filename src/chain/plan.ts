import { isList, isMapping, type JsonObject } from '../lib/json.ts';
import { type ClockReading, readClock } from '../models/clock.ts';
import { multiplierAt } from '../models/windows.ts';
import { filterChain } from './filter.ts';
import { orderChain } from './order.ts';
import type { CappedHop, ChainPlan, Hop } from './plan-shape.ts';
import { independentRails } from './rails.ts';
import { deriveRequirements, tightenedFloor } from './requirements.ts';
import { chooseStrategy } from './strategy.ts';
import { applyTimeCap, readTimeCap } from './time-cap.ts';
import { applyTimePolicy } from './time-policy.ts';

/** What the planner may not look up by itself. */
export interface PlanOptions {
  /** The moment prices are judged at. Absent or invalid: no clock, so every stage that needs one stands still. */
  readonly at?: Date | null;
  /** Numbers in [0, 1) for the `random` strategy; without it that strategy degrades to the declared order. */
  readonly random?: () => number;
}

/**
 * The ordered attempt list for a tier-resolved output (`model`, `provider`, `declared_capabilities`, `fallback`, and the
 * tier's knobs). Stages run in a fixed order: membership first (capabilities, then the time cap), position second (time
 * policy, then the strategy). Pure; takes any JSON without throwing and changes none of it. The hops of the plan are the
 * output's own objects, so a caller must not change them either.
 */
export function planChain(output: unknown, features: unknown, options: PlanOptions = {}): ChainPlan {
  const declared: JsonObject = isMapping(output) ? output : {};
  const clock = readClock(options.at);
  const cap = readTimeCap(declared.time_cap);
  const pinPrimary = declared.pin_primary !== false;
  const random = options.random;

  const requirements = deriveRequirements(features, tightenedFloor(declared.requirements));
  const filtered = filterChain(declaredChain(declared), requirements);
  const affordable = applyTimeCap(filtered.eligible, cap, clock);
  const timed = applyTimePolicy(affordable.chain, declared.time_policy, clock);
  const outcome = chooseStrategy(declared.fallback_strategy, { clock: clock !== null, random: random !== undefined });
  const chain = orderChain(timed.chain, { strategy: outcome.strategy, pinPrimary, clock, random });

  return {
    chain,
    requirements,
    rejected: filtered.rejected,
    unknown: filtered.unknown,
    bypassed: filtered.bypassed,
    unsatisfiable: filtered.unsatisfiable,
    ...outcome,
    pin_primary: pinPrimary,
    independent_rails: independentRails(chain),
    time_cap_bypassed: affordable.bypassed,
    capped: affordable.capped,
    demoted: timed.demoted,
    promoted: timed.promoted,
    peak_priced: timed.peak_priced,
    multipliers: multipliersOf(chain, affordable.capped, clock),
    time_agnostic: clock === null,
    ...(clock === null ? {} : { utc_hour: clock.hour, utc_weekday: clock.weekday }),
    ...(cap === null ? {} : { time_cap: { max_multiplier: cap } }),
  };
}

/**
 * The hops an output declares, primary first: the primary when it is named, and every fallback mapping with a model. A
 * model that is not a string stays in (only the lint reports it), so that a plan shows what would be attempted.
 */
export function declaredChain(output: JsonObject): readonly Hop[] {
  const fallback: readonly unknown[] = isList(output.fallback) ? output.fallback : [];
  const hops = fallback.filter((hop): hop is Hop => isMapping(hop) && Boolean(hop.model));
  if (typeof output.model !== 'string' || output.model === '') return hops;
  const capabilities = isMapping(output.declared_capabilities) ? output.declared_capabilities : {};
  return [{ model: output.model, provider: output.provider ?? null, ...capabilities }, ...hops];
}

/** Multiplier per model. Where a model stands in a chain twice its first hop counts; a capped hop's figure wins over both. */
function multipliersOf(
  chain: readonly Hop[],
  capped: readonly CappedHop[],
  clock: ClockReading | null,
): Readonly<Record<string, number>> {
  if (clock === null) return {};
  const multipliers = new Map(capped.map(({ model, multiplier }) => [model, multiplier] as const));
  for (const hop of chain)
    if (typeof hop.model === 'string' && !multipliers.has(hop.model))
      multipliers.set(hop.model, multiplierAt(hop.model, clock, hop));
  return Object.fromEntries(multipliers);
}
