import { isList } from '../../../../lib/json.ts';
import { asMapping, asMappings, asNumber, asText, asTexts, shown } from '../../wire/read.ts';

/** One hop of a plan. */
export interface HopFacts {
  /** Empty for a hop that leaves the model to its profile. */
  readonly model: string;
  readonly provider: string;
  readonly billing: string | null;
  /** Prices that the policy declares on the hop itself; null for none. */
  readonly priceIn: number | null;
  readonly priceOut: number | null;
  /** Why it was left out; empty for a hop of the queue. */
  readonly reason: string;
}

/** A plan as far as it can be read. A recorded one may come from another program: what is missing or odd there is null or empty here. */
export interface PlanFacts {
  readonly chain: readonly HopFacts[];
  readonly minContext: number | null;
  /** Abilities that the task needs, by their names in the plan. */
  readonly abilities: readonly string[];
  readonly rejected: readonly HopFacts[];
  /** Rejected hops that the record left out. */
  readonly rejectedTruncated: number;
  readonly capped: readonly { readonly model: string; readonly multiplier: number | null }[];
  readonly maxMultiplier: number | null;
  readonly blocked: readonly HopFacts[];
  /** True where blocked hops were only labelled, as a dry run does. */
  readonly blockedOnlyLabelled: boolean;
  readonly unknown: readonly string[];
  readonly unsatisfiable: readonly string[];
  readonly demoted: readonly string[];
  readonly promoted: readonly string[];
  readonly peakPriced: readonly string[];
  readonly multipliers: ReadonlyMap<string, number>;
  readonly strategy: string | null;
  readonly strategyDeclared: string | null;
  /** Why another order ran than the declared one; null where the declared one ran. */
  readonly degradedReason: string | null;
  readonly pinPrimary: boolean;
  readonly rails: number | null;
  readonly bypassed: boolean;
  readonly capBypassed: boolean;
  readonly widened: boolean;
  readonly blocklistBypassed: boolean;
  readonly hour: number | null;
  /** 0 is Monday. */
  readonly weekday: number | null;
}

const ABILITIES = ['vision', 'tool_calling', 'structured_output'];

/** Reads a plan; null for what is no plan at all. */
export function planFacts(plan: unknown): PlanFacts | null {
  const row = asMapping(plan);
  if (!isList(row.chain)) return null;
  const needs = asMapping(row.requirements);
  return {
    chain: asMappings(row.chain).map(hopFacts),
    minContext: asNumber(needs.min_context),
    abilities: ABILITIES.filter((name) => needs[name] === true),
    rejected: asMappings(row.rejected).map(hopFacts),
    rejectedTruncated: asNumber(row.rejected_truncated) ?? 0,
    capped: asMappings(row.capped).map((hop) => ({ model: shown(hop.model), multiplier: asNumber(hop.multiplier) })),
    maxMultiplier: asNumber(asMapping(row.time_cap).max_multiplier),
    blocked: asMappings(row.blocked).map(hopFacts),
    blockedOnlyLabelled: row.blocked_source === 'preview_label',
    unknown: isList(row.unknown) ? row.unknown.map(shown) : [],
    unsatisfiable: asTexts(row.unsatisfiable),
    demoted: asTexts(row.demoted),
    promoted: asTexts(row.promoted),
    peakPriced: asTexts(row.peak_priced),
    multipliers: numbersOf(row.multipliers),
    strategy: asText(row.strategy),
    strategyDeclared: asText(row.strategy_declared),
    degradedReason: row.strategy_degraded === true ? shown(row.strategy_degraded_reason) : null,
    pinPrimary: row.pin_primary !== false,
    rails: asNumber(row.independent_rails),
    bypassed: row.bypassed === true,
    capBypassed: row.time_cap_bypassed === true,
    widened: row.blocklist_widened === true,
    blocklistBypassed: row.blocklist_bypassed === true,
    hour: asNumber(row.utc_hour),
    weekday: asNumber(row.utc_weekday),
  };
}

/** Reads one hop. */
export function hopFacts(hop: unknown): HopFacts {
  const row = asMapping(hop);
  return {
    model: row.model === null ? '' : shown(row.model),
    provider: asText(row.provider) ?? '',
    billing: asText(row.billing_mode),
    priceIn: asNumber(row.price_in),
    priceOut: asNumber(row.price_out),
    reason: asText(row.reject_reason) ?? '',
  };
}

/** `gpt-5.5 @ openai-codex`; says so where the model is left to the profile. */
export function hopName({ model, provider }: { readonly model: string; readonly provider: string }): string {
  const name = model === '' ? "the profile's own model" : model;
  return provider === '' ? name : `${name} @ ${provider}`;
}

/** True for the same pair. */
export function samePair(a: HopFacts, b: HopFacts): boolean {
  return a.model === b.model && a.provider === b.provider;
}

function numbersOf(value: unknown): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(asMapping(value)).flatMap(([key, item]) => {
      const number = asNumber(item);
      return number === null ? [] : [[key, number] as const];
    }),
  );
}
