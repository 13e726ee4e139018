import { cloneJson, isMapping, type Json, type JsonObject } from '../lib/json.ts';
import { lossyInteger } from './numbers.ts';
import { REGISTRY } from './registry.ts';
import type { BillingMode } from './registry-entry.ts';

export type { BillingMode } from './registry-entry.ts';

/** The closed set of billing modes. */
export const BILLING_MODES = ['plan', 'subscription', 'metered', 'free'] as const satisfies readonly BillingMode[];

/** What a policy may declare on a hop, and all that {@link capabilitiesFor} ever answers, in this order. */
export const REGISTRY_FIELDS = [
  'provider',
  'context_window',
  'max_input_tokens',
  'max_output',
  'vision',
  'tool_calling',
  'structured_output',
  'billing_mode',
  'price_in',
  'price_out',
  'price_windows',
  'price_windows_verified',
  'notes',
] as const;

/** A name of {@link REGISTRY_FIELDS}. */
export type RegistryField = (typeof REGISTRY_FIELDS)[number];

/** The fields that say what a model can do. Only these make an unregistered model known; prices and billing never do. */
export const CAPABILITY_ASSERTION_KEYS = [
  'context_window',
  'max_input_tokens',
  'max_output',
  'vision',
  'tool_calling',
  'structured_output',
] as const satisfies readonly RegistryField[];

/** A resolved description. Values a policy declared are taken as written, so a reader has to narrow them. */
export type Capabilities = { readonly [field in RegistryField]?: Json };

/**
 * One field of a model: the hop's own declaration, else the registry's figure. A declared `null` means "not published".
 * Copies nothing, so it is what the planner reads with; the answer must not be changed.
 */
export function capabilityOf(model: unknown, declared: unknown, field: RegistryField): Json | undefined {
  const own = isMapping(declared) ? declared[field] : undefined;
  if (own !== undefined) return own;
  return typeof model === 'string' ? REGISTRY.get(model)?.[field] : undefined;
}

/** True when the registry has the model or the hop declares at least one of {@link CAPABILITY_ASSERTION_KEYS}. */
export function isKnownModel(model: unknown, declared?: unknown): boolean {
  if (typeof model !== 'string' || model === '') return false;
  return REGISTRY.has(model) || (isMapping(declared) && assertsCapability(declared));
}

function assertsCapability(declared: JsonObject): boolean {
  return CAPABILITY_ASSERTION_KEYS.some((key) => declared[key] !== undefined);
}

/**
 * The description of a model, or `null` when nobody describes it. `declared` is a whole hop as the policy wrote it: its
 * registry fields win one by one, its other keys are ignored. The result is a fresh copy.
 */
export function capabilitiesFor(model: unknown, declared?: unknown): Capabilities | null {
  if (!isKnownModel(model, declared)) return null;
  const result: { [field in RegistryField]?: Json } = {};
  for (const field of REGISTRY_FIELDS) {
    const value = capabilityOf(model, declared, field);
    if (value !== undefined) result[field] = cloneJson(value);
  }
  return result;
}

/**
 * Most input tokens a model takes: the smaller usable one of `context_window` and `max_input_tokens`; `null` when
 * neither is a positive number.
 */
export function inputCeiling(capabilities: Capabilities): number | null {
  return smallerBound(capabilities.context_window, capabilities.max_input_tokens);
}

/** {@link inputCeiling} of a model as a hop declares it, without copying its description; `null` when unknown. */
export function inputCeilingOf(model: unknown, declared?: unknown): number | null {
  if (!isKnownModel(model, declared)) return null;
  return smallerBound(
    capabilityOf(model, declared, 'context_window'),
    capabilityOf(model, declared, 'max_input_tokens'),
  );
}

function smallerBound(...bounds: readonly unknown[]): number | null {
  let smallest: number | null = null;
  for (const bound of bounds) {
    const tokens = lossyInteger(bound);
    if (tokens !== null && tokens > 0 && (smallest === null || tokens < smallest)) smallest = tokens;
  }
  return smallest;
}

/** Largest {@link inputCeiling} in the registry (1,050,000): above it no registered model can take a request. */
export const MAX_REGISTERED_CONTEXT = Math.max(...[...REGISTRY.keys()].map((model) => inputCeilingOf(model) ?? 0));

/**
 * How a hop is paid, trimmed and lower-cased; `null` for a model nobody describes or a mode outside
 * {@link BILLING_MODES}.
 */
export function billingModeOf(model: unknown, declared?: unknown): BillingMode | null {
  if (!isKnownModel(model, declared)) return null;
  const mode = capabilityOf(model, declared, 'billing_mode');
  if (typeof mode !== 'string') return null;
  const name = mode.trim().toLowerCase();
  return BILLING_MODES.find((known) => known === name) ?? null;
}
