import { type ClassifiedTier, classifiedTier, STRONGEST, strongerTier } from '../../classifier/tiers.ts';
import { isMapping, type JsonObject, own } from '../../lib/json.ts';
import { resolveTiers, TIER_POLICY_KEYS } from '../../rules/tiers.ts';

/** Keys of an output that say where it runs. They are swapped as one: a model never keeps another tier's provider, hops or time cap. */
const ROUTE_KEYS: ReadonlySet<string> = new Set(['action', 'model', 'provider', 'fallback', ...TIER_POLICY_KEYS]);

/**
 * The output on another tier: its own role and other keys, everything about the route from the tier. A tier that the policy does not have
 * is T4; `null` when that has no model either.
 */
export function onTier(output: JsonObject, tier: ClassifiedTier, tiers: unknown): JsonObject | null {
  const name = tierModel(tiers, tier) === null ? STRONGEST : tier;
  if (tierModel(tiers, name) === null) return null;
  const kept = Object.entries(output).filter(([key]) => !ROUTE_KEYS.has(key));
  return { ...Object.fromEntries(kept), ...resolveTiers({ model: name }, tiers) };
}

/**
 * The output, lifted to the session's pinned tier when it stands on a lower one; `null` when it stays. An output whose tier nobody knows
 * (it names a model, or a tier outside T1 to T4) is never lifted.
 */
export function liftedTo(
  pin: ClassifiedTier | null,
  output: JsonObject,
  tier: ClassifiedTier | null,
  tiers: unknown,
): JsonObject | null {
  if (pin === null || tier === null || strongerTier(pin, tier) === tier) return null;
  return tierModel(tiers, pin) === null ? null : onTier(output, pin, tiers);
}

/** The tier that an output's author wrote as `model`; `null` for a model's own name or a tier outside T1 to T4. */
export function writtenTier(output: unknown, tiers: unknown): ClassifiedTier | null {
  const tier = classifiedTier(isMapping(output) ? own(output, 'model') : null);
  return tier !== null && isMapping(tiers) && isMapping(own(tiers, tier)) ? tier : null;
}

function tierModel(tiers: unknown, tier: ClassifiedTier): string | null {
  const entry = isMapping(tiers) ? own(tiers, tier) : undefined;
  const model = isMapping(entry) ? own(entry, 'model') : undefined;
  return typeof model === 'string' && model !== '' ? model : null;
}
