import type { ClassifiedTier } from './tiers.ts';

/** A task of which it is settled how hard it is: what the model compares with. */
export interface Anchor {
  readonly tier: ClassifiedTier;
  readonly task: string;
  readonly needs_capability: string;
}

/** One anchor a tier (spec: routing 14.2), in the order they are shown. */
export const ANCHORS: readonly Anchor[] = [
  {
    tier: 'T1',
    task: 'Rename getCwd to getCurrentWorkingDirectory across the project.',
    needs_capability: 'mechanical find and replace',
  },
  {
    tier: 'T2',
    task: 'Add a /health endpoint that returns a status object with code 200.',
    needs_capability: 'one standard pattern in one file',
  },
  {
    tier: 'T3',
    task: 'Extend the auth middleware to accept a JWT or an API key and update the three endpoints that use it.',
    needs_capability: 'a design choice carried through a few files',
  },
  {
    tier: 'T4',
    task: 'Debug the cache race that serves stale data under load.',
    needs_capability: 'concurrency reasoning without a known cause',
  },
];
