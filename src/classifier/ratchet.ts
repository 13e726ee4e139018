import type { Json } from '../lib/json.ts';
import { type ClassifiedTier, classifiedTier, STRONGEST, tierAbove } from './tiers.ts';

/** What a model said, as it said it. `null` where it said nothing. */
export interface RawVerdict {
  readonly tier: Json;
  readonly confidence: Json;
}

/**
 * The tier that a verdict is worth. It only ever moves up: a tier that is no text or not one of T1 to T4 (blanks and case aside) is T4, and a
 * confidence that ends with "low" (blanks and case aside, so "very low" too) is one tier more. Any other confidence, numbers included, moves
 * nothing (spec: routing 14.4).
 */
export function effectiveTier({ tier, confidence }: RawVerdict): ClassifiedTier {
  const named = namedTier(tier) ?? STRONGEST;
  const unsure = typeof confidence === 'string' && confidence.trim().toLowerCase().endsWith('low');
  return unsure ? tierAbove(named) : named;
}

/** The tier that a model's word names, blanks and case aside; `null` for anything else. */
export function namedTier(tier: unknown): ClassifiedTier | null {
  return typeof tier === 'string' ? classifiedTier(tier.trim().toUpperCase()) : null;
}
