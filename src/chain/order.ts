import { type BillingMode, billingModeOf } from '../models/capabilities.ts';
import type { ClockReading } from '../models/clock.ts';
import { effectivePriceAt } from '../models/windows.ts';
import type { FallbackStrategy, Hop } from './plan-shape.ts';

/** The closed set of orders. */
export const FALLBACK_STRATEGIES = [
  'sequential',
  'random',
  'cheapest_now',
] as const satisfies readonly FallbackStrategy[];

/** What an order may depend on besides the hops. */
export interface OrderOptions {
  readonly strategy: FallbackStrategy;
  /** True keeps the first hop first and orders the rest. */
  readonly pinPrimary: boolean;
  readonly clock: ClockReading | null;
  /** Numbers in [0, 1); without it `random` changes nothing. */
  readonly random: (() => number) | undefined;
}

/**
 * Rank of a way of paying: what is paid already goes first, then what is free, then everything in dollars together (a
 * seat with a quota is not "already paid"), then what nobody described.
 */
const BUCKETS: Readonly<Record<BillingMode, number>> = { plan: 0, free: 1, subscription: 2, metered: 2 };
const UNKNOWN_BUCKET = 3;

/** The chain in a strategy's order: a new list of the same hops. A strategy that cannot run keeps the declared order. */
export function orderChain(chain: readonly Hop[], options: OrderOptions): readonly Hop[] {
  const pinned = options.pinPrimary ? 1 : 0;
  const head = chain.slice(0, pinned);
  const tail = chain.slice(pinned);
  if (tail.length < 2) return [...chain];
  if (options.strategy === 'random' && options.random !== undefined)
    return [...head, ...shuffled(tail, options.random)];
  if (options.strategy === 'cheapest_now' && options.clock !== null) return [...head, ...byPrice(tail, options.clock)];
  return [...chain];
}

/**
 * Cheapest first: by bucket, priced before unpriced, then by output price at the clock. Ties keep the declared order
 * (the sort is stable). A missing price is never taken for 0.
 */
function byPrice(hops: readonly Hop[], clock: ClockReading): Hop[] {
  const keyed = hops.map((hop) => {
    const mode = billingModeOf(hop.model, hop);
    const price = effectivePriceAt(hop.model, clock, hop);
    return { hop, bucket: mode === null ? UNKNOWN_BUCKET : BUCKETS[mode], price: price?.[1] ?? null };
  });
  keyed.sort((a, b) => a.bucket - b.bucket || comparePrices(a.price, b.price));
  return keyed.map(({ hop }) => hop);
}

function comparePrices(a: number | null, b: number | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Fisher-Yates from the last index down. */
function shuffled(hops: readonly Hop[], random: () => number): Hop[] {
  const result = [...hops];
  for (let last = result.length - 1; last > 0; last--) {
    const pick = Math.floor(random() * (last + 1));
    const [a, b] = [result[last], result[pick]];
    if (a === undefined || b === undefined) continue;
    result[last] = b;
    result[pick] = a;
  }
  return result;
}
