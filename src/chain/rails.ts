import { upstreamGroup } from '../models/upstream.ts';
import type { Hop } from './plan-shape.ts';

/**
 * How many separate upstreams a chain rests on. Two names of one upstream count once and a hop without a provider name
 * not at all: over-counting redundancy is the dangerous direction.
 */
export function independentRails(chain: readonly Hop[]): number {
  const groups = new Set(chain.map((hop) => upstreamGroup(hop.provider)));
  groups.delete('');
  return groups.size;
}
