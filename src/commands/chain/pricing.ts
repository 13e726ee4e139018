import type { ChainPlan, Hop } from '../../chain/plan-shape.ts';
import { own } from '../../lib/json.ts';
import { capabilitiesFor } from '../../models/capabilities.ts';
import { effectivePrice, priceMultiplier } from '../../models/windows.ts';

/** What one hop of a plan costs at the plan's moment. Prices are USD per 1M tokens; null is "nothing published", never 0. */
export interface PricingRow {
  readonly model: string;
  readonly provider: string;
  /** The plan's own number where it has one. */
  readonly multiplier: number;
  /** `unavailable`: nobody declared the model at all. */
  readonly pricing: 'priced' | 'unpriced' | 'unavailable';
  readonly unpriced: boolean;
  readonly price_in: number | null;
  readonly price_out: number | null;
}

/** One row per hop of the chain, in its order. */
export function pricingRows(plan: ChainPlan, at: Date | null): PricingRow[] {
  return plan.chain.map((hop) => pricingRow(hop, plan, at));
}

function pricingRow(hop: Hop, plan: ChainPlan, at: Date | null): PricingRow {
  const model = String(own(hop, 'model') ?? '');
  const provider = own(hop, 'provider');
  const price = effectivePrice(model, at, hop);
  const known = capabilitiesFor(model, hop) !== null;
  return {
    model,
    provider: typeof provider === 'string' ? provider : '',
    multiplier: plan.multipliers[model] ?? priceMultiplier(model, at, hop),
    pricing: price !== null ? 'priced' : known ? 'unpriced' : 'unavailable',
    unpriced: price === null,
    price_in: price?.[0] ?? null,
    price_out: price?.[1] ?? null,
  };
}

/** `x2.0`, `x1.25`: a multiplier with at least one decimal. */
export function multiplierText(multiplier: number): string {
  return `x${Number.isInteger(multiplier) ? multiplier.toFixed(1) : multiplier}`;
}

/** `in=$1.32/1M out=$3.96/1M` with 4 significant digits, or the word that says why there is no price. */
export function priceText(row: PricingRow): string {
  if (row.price_in === null || row.price_out === null) return row.pricing;
  const dollars = (value: number) => `$${Number(value.toPrecision(4))}/1M`;
  return `in=${dollars(row.price_in)} out=${dollars(row.price_out)}`;
}
