/** The tiers a classifier may name, from the easiest work to the hardest. */
export const CLASSIFIED_TIERS = ['T1', 'T2', 'T3', 'T4'] as const;

/** How hard a task is. */
export type ClassifiedTier = (typeof CLASSIFIED_TIERS)[number];

/** Where everything goes whose tier nobody knows: too strong a model costs money, too weak a one costs the work. */
export const STRONGEST: ClassifiedTier = 'T4';

/** The tier of that exact name, or `null`. */
export function classifiedTier(name: unknown): ClassifiedTier | null {
  return CLASSIFIED_TIERS.find((tier) => tier === name) ?? null;
}

/** The harder one of two tiers. */
export function strongerTier(a: ClassifiedTier, b: ClassifiedTier): ClassifiedTier {
  return rankOf(a) >= rankOf(b) ? a : b;
}

/** One tier up; T4 stays. */
export function tierAbove(tier: ClassifiedTier): ClassifiedTier {
  return CLASSIFIED_TIERS[rankOf(tier) + 1] ?? STRONGEST;
}

function rankOf(tier: ClassifiedTier): number {
  return CLASSIFIED_TIERS.indexOf(tier);
}
