import { isList, isMapping, type JsonObject, own } from '../lib/json.ts';

/**
 * The hops a tier declares, in order: the tier itself (its keys are those of a hop and more), then the mappings of its
 * `fallback`. Empty for a tier that is no mapping; entries that are no mapping are left out.
 */
export function tierHops(tier: unknown): JsonObject[] {
  if (!isMapping(tier)) return [];
  const fallback = own(tier, 'fallback');
  return isList(fallback) ? [tier, ...fallback.filter(isMapping)] : [tier];
}
