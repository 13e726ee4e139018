/** How a rail is paid: included in a plan's credits, a flat subscription, per token, or nothing. */
export type BillingMode = 'plan' | 'subscription' | 'metered' | 'free';

/**
 * One stretch of the day with another rate. Hours are whole UTC hours, start inside and end outside, `end` up to 24;
 * weekdays count from 0 = Monday and default to every day. The multiplier applies to dollars for metered and
 * subscription rails, to plan credits for plan rails. Crossing midnight takes two windows.
 */
export type PriceWindow = {
  readonly hours_utc: readonly [start: number, end: number];
  readonly weekdays?: readonly number[];
  readonly multiplier: number;
};

/** One row of the registry: what a model can do, what it costs, and where that was read. */
export interface RegistryEntry {
  readonly provider: string;
  /** Total window in tokens, prompt and answer together. */
  readonly context_window: number;
  /** Bound on the prompt alone, where the provider enforces one below the window. */
  readonly max_input_tokens?: number;
  readonly max_output?: number | null;
  readonly vision: boolean;
  readonly tool_calling: boolean;
  readonly structured_output: boolean;
  readonly billing_mode: BillingMode;
  /** USD per million input tokens outside every window; `null` or absent when none is published. */
  readonly price_in?: number | null;
  /** USD per million output tokens, likewise. */
  readonly price_out?: number | null;
  readonly price_windows?: readonly PriceWindow[];
  /** `YYYY-MM-DD` on which a person confirmed the windows. */
  readonly price_windows_verified?: string;
  readonly notes?: string;
  /** Figures that differ on purpose from what the Hermes runtime believes of this model. */
  readonly runtime_override?: readonly ('context_window' | 'vision')[];
  /** Page or record the figures come from. Kept here for the reader; never served. */
  readonly source: string;
  /** `YYYY-MM-DD`: the newest day on which the row is on record as read. Kept here for the reader; never served. */
  readonly verified: string;
}
