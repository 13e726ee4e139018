import { isList, type JsonObject } from '../../../../lib/json.ts';
import { usableWindow, windowCovers } from '../../../../models/price-window.ts';
import { asNumber, asText } from '../../wire/read.ts';
import type { HopFacts, PlanFacts } from './plan-facts.ts';

/** What a hop costs at the hour of its plan. */
export interface HopPrice {
  /** US dollars per million tokens, the factor of the hour included; null where no price is published. */
  readonly input: number | null;
  readonly output: number | null;
  /** Factor of the hour; null without a clock, or where nothing is known of the model. */
  readonly multiplier: number | null;
  /** How it is paid; null where nobody says. */
  readonly billing: string | null;
}

/**
 * Prices a hop. What the policy declares on the hop wins over the catalogue (`/capabilities`, null while it is not read). Half a pair is no
 * price, nor is one below zero: as in the planner. The factor is the plan's own; a plan that lacks it is priced by the catalogue's windows.
 */
export function hopPrice(hop: HopFacts, plan: PlanFacts, entry: JsonObject | null): HopPrice {
  const billing = hop.billing ?? asText(entry?.billing_mode);
  const multiplier = plan.multipliers.get(hop.model) ?? windowFactor(plan, entry);
  const input = hop.priceIn ?? asNumber(entry?.price_in);
  const output = hop.priceOut ?? asNumber(entry?.price_out);
  if (input === null || output === null || input < 0 || output < 0)
    return { input: null, output: null, multiplier, billing };
  const by = multiplier ?? 1;
  return { input: input * by, output: output * by, multiplier, billing };
}

function windowFactor({ hour, weekday }: PlanFacts, entry: JsonObject | null): number | null {
  if (hour === null || weekday === null || entry === null) return null;
  const windows = isList(entry.price_windows) ? entry.price_windows.map(usableWindow) : [];
  return windows.find((window) => window !== null && windowCovers(window, { hour, weekday }))?.multiplier ?? 1;
}
