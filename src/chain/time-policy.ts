import { isList, isMapping } from '../lib/json.ts';
import type { ClockReading } from '../models/clock.ts';
import { railName } from '../models/upstream.ts';
import { isExpensiveAt } from '../models/windows.ts';
import type { Hop } from './plan-shape.ts';

/** A chain in the order a tier's `time_policy` gives it. */
export interface TimedChain {
  readonly chain: readonly Hop[];
  /** Models that `avoid_peak` matched and that really moved later. */
  readonly demoted: readonly string[];
  /** Models that `prefer` matched and that really moved earlier. */
  readonly promoted: readonly string[];
  /** Every model that `avoid_peak` matched: a fact about prices, whatever became of the order. */
  readonly peak_priced: readonly string[];
}

/**
 * Moves hops by time: those of an `avoid_peak` provider that stand in an expensive window themselves go to the end, then
 * `prefer` models that do not go to the front. Relative order is kept, hops are never added or lost. Credit peaks count
 * like dollar peaks. No clock or a policy that is no mapping changes nothing; malformed lists match nothing.
 */
export function applyTimePolicy(chain: readonly Hop[], policy: unknown, clock: ClockReading | null): TimedChain {
  if (clock === null || !isMapping(policy)) return { chain, demoted: [], promoted: [], peak_priced: [] };
  const avoided = names(policy.avoid_peak, railName);
  const preferred = names(policy.prefer, (name) => name.trim());
  if (avoided.size + preferred.size === 0) return { chain, demoted: [], promoted: [], peak_priced: [] };

  const positions = chain.map((_, index) => index);
  const hopAt = (index: number): Hop => chain[index] ?? {};
  const isPeaking = (index: number): boolean => isExpensiveAt(hopAt(index).model, clock, hopAt(index));
  const isAvoided = positions.map((index) => avoided.has(railName(hopAt(index).provider)) && isPeaking(index));
  const isPreferred = positions.map((index) => preferred.has(modelName(hopAt(index)).trim()) && !isPeaking(index));

  const byPrice = stablePartition(positions, (index) => !isAvoided[index]);
  const order = stablePartition(byPrice, (index) => isPreferred[index] === true);
  const finalPosition = new Map(order.map((index, position) => [index, position] as const));
  const namesOf = (indexes: readonly number[]): string[] => [
    ...new Set(indexes.map((index) => modelName(hopAt(index))).filter((name) => name !== '')),
  ];
  return {
    chain: order.map(hopAt),
    demoted: namesOf(positions.filter((index) => isAvoided[index] && (finalPosition.get(index) ?? index) > index)),
    promoted: namesOf(positions.filter((index) => isPreferred[index] && (finalPosition.get(index) ?? index) < index)),
    peak_priced: namesOf(positions.filter((index) => isAvoided[index])),
  };
}

function names(list: unknown, normalise: (name: string) => string): ReadonlySet<string> {
  if (!isList(list)) return new Set();
  const found = list.filter((item) => typeof item === 'string').map(normalise);
  return new Set(found.filter((name) => name !== ''));
}

function modelName(hop: Hop): string {
  return typeof hop.model === 'string' ? hop.model : '';
}

function stablePartition(items: readonly number[], goesFirst: (item: number) => boolean): number[] {
  return [...items.filter(goesFirst), ...items.filter((item) => !goesFirst(item))];
}
