import type { Json, JsonObject } from '../lib/json.ts';

/** One (model, provider) pair of a chain, with whatever capability keys the policy declared on it. */
export type Hop = JsonObject;

/** What a task needs from a model. Only the keys that constrain are present, in this order. */
export interface Requirements {
  /** Input tokens, safety margin included. */
  min_context?: number;
  vision?: boolean;
  tool_calling?: boolean;
  structured_output?: boolean;
}

/** Why a hop was left out by the capability filter. */
export type RejectReason = 'context_too_small' | 'no_vision' | 'no_tool_calling' | 'no_structured_output';

/** The three orders a tier may ask for. */
export type FallbackStrategy = 'sequential' | 'random' | 'cheapest_now';

/** A hop removed by a tier's `time_cap`, with the multiplier that exceeded it. */
export interface CappedHop {
  readonly model: string;
  readonly multiplier: number;
}

/** A hop that was left out, with the reason beside its own keys. */
export type RefusedHop = Hop & { readonly reject_reason: string };

/**
 * The ordered attempt list for one decision, with its diagnostics. The first 19 keys are always present; a key that
 * is unknown is absent, never null.
 */
export interface ChainPlan {
  readonly chain: readonly Hop[];
  readonly requirements: Requirements;
  readonly rejected: readonly RefusedHop[];
  /** Ids of models whose capabilities nobody declared; they stay in the chain. */
  readonly unknown: readonly Json[];
  /** True when the filter would have left nothing and the whole declared chain was kept. */
  readonly bypassed: boolean;
  readonly unsatisfiable: readonly string[];
  /** The strategy that ran. */
  readonly strategy: FallbackStrategy;
  readonly strategy_declared: string;
  readonly strategy_degraded: boolean;
  readonly strategy_degraded_reason: string;
  readonly pin_primary: boolean;
  readonly independent_rails: number;
  readonly time_agnostic: boolean;
  readonly time_cap_bypassed: boolean;
  readonly capped: readonly CappedHop[];
  readonly demoted: readonly string[];
  readonly promoted: readonly string[];
  readonly peak_priced: readonly string[];
  /** Price multiplier per model at the plan's clock; empty without a clock. */
  readonly multipliers: Readonly<Record<string, number>>;
  readonly utc_hour?: number;
  readonly utc_weekday?: number;
  readonly time_cap?: { readonly max_multiplier: number };
  /** Hops that the blocklist or the breaker refuses; only present when there are any. */
  readonly blocked?: readonly RefusedHop[];
  readonly blocklist_widened?: boolean;
  readonly blocklist_bypassed?: boolean;
  /** `preview_label` where the refused hops were only labelled, not removed. */
  readonly blocked_source?: 'preview_label';
}
