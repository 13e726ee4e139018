import { cloneJson, isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';

/** Keys of a tier or hop that say where and how to route. Every other key declares a capability or a price. */
export const NON_CAPABILITY_KEYS = [
  'model',
  'provider',
  'fallback',
  'fallback_strategy',
  'pin_primary',
  'requirements',
  'time_cap',
  'time_policy',
] as const;

/**
 * Keys of an output that carry its tier's planning policy. They travel with the model: whoever swaps an output to
 * another tier drops those that the new tier lacks.
 */
export const TIER_POLICY_KEYS = [
  'fallback_strategy',
  'pin_primary',
  'billing_mode',
  'requirements',
  'declared_capabilities',
  'time_policy',
  'time_cap',
] as const;

/** The closed set of a tier's `requirements`. */
export const REQUIREMENT_KEYS = ['min_context', 'vision', 'tool_calling', 'structured_output'] as const;

const nonCapability: ReadonlySet<string> = new Set(NON_CAPABILITY_KEYS);

/** True for a name of the tier shape (`T1`, `T99`); `Titan-70B` is a model. Any other tier name resolves too. */
export function isTierAlias(text: string): boolean {
  return /^T\d+$/.test(text);
}

/**
 * Replaces a tier alias in `output.model` by the tier's model, provider, hops and planning policy. An output without
 * an alias of the table comes back as a copy. Absent knobs stay absent; nothing is shared with the inputs.
 */
export function resolveTiers(output: JsonObject, tiers: unknown): JsonObject {
  const copy = cloneJson(output);
  const alias = own(copy, 'model');
  const tier = typeof alias === 'string' && isMapping(tiers) ? own(tiers, alias) : undefined;
  if (alias === undefined || !isMapping(tier)) return copy;
  // Without a model of its own the alias stays, and lint says why: such a tier would run a model named "T2".
  const resolved: [string, Json | undefined][] = [['model', own(tier, 'model') ?? alias]];
  if (own(tier, 'provider') !== undefined) resolved.push(['provider', own(tier, 'provider')]);
  resolved.push(...tierPolicy(tier));
  return { ...copy, ...cloneJson(Object.fromEntries(resolved)) };
}

function tierPolicy(tier: JsonObject): [string, Json | undefined][] {
  const policy: [string, Json | undefined][] = [];
  const fallback = own(tier, 'fallback');
  if (isList(fallback)) policy.push(['fallback', fallback.filter(isMapping)]);
  const strategy = own(tier, 'fallback_strategy');
  if (strategy !== undefined)
    policy.push(['fallback_strategy', typeof strategy === 'string' ? strategy : 'sequential']);
  const pin = own(tier, 'pin_primary');
  if (pin !== undefined) policy.push(['pin_primary', typeof pin === 'boolean' ? pin : true]);
  const billing = own(tier, 'billing_mode');
  if (typeof billing === 'string') policy.push(['billing_mode', billing]);
  const requirements = own(tier, 'requirements');
  if (isMapping(requirements)) policy.push(['requirements', pick(requirements, REQUIREMENT_KEYS)]);
  for (const key of ['time_cap', 'time_policy'] as const) {
    const value = own(tier, key);
    if (isMapping(value)) policy.push([key, value]);
  }
  const declared = Object.keys(tier).filter((key) => !nonCapability.has(key));
  if (declared.length > 0) policy.push(['declared_capabilities', pick(tier, declared)]);
  return policy;
}

function pick(mapping: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(mapping, key)).map((key) => [key, mapping[key]]));
}
