import { fallbackChain, fallbackFor } from '../../blocklist/fallback-chain.ts';
import { declaredChain } from '../../chain/plan.ts';
import type { Hop } from '../../chain/plan-shape.ts';
import { isMapping, type JsonObject, own } from '../../lib/json.ts';
import { tierHops } from '../../policy/tier-hops.ts';

/** A pair as the blocklist is asked about it; `provider` is empty for a hop without one. */
export interface Pair {
  readonly model: string;
  readonly provider: string;
}

/** The pair of a hop or an output; `null` where it names no model. */
export function pairOf(hop: JsonObject): Pair | null {
  const { model, provider } = hop;
  if (typeof model !== 'string' || model === '') return null;
  return { model, provider: typeof provider === 'string' ? provider : '' };
}

/** True for two pairs of the same model on the same rail. */
export function samePair(a: Pair | null, b: Pair | null): boolean {
  return a !== null && b !== null && a.model === b.model && a.provider === b.provider;
}

/** The hops an output declares, each with the rail it would run on: its own, else that of its model in the tier table. */
export function declaredCandidates(output: JsonObject, document: JsonObject): Hop[] {
  return declaredChain(output).map((hop) => {
    const pair = pairOf(hop);
    if (pair === null || pair.provider !== '') return hop;
    const provider = railOf(pair.model, document);
    return provider === '' ? hop : { ...hop, provider };
  });
}

/** The models that `blocklist.fallback_chain` names behind `model`, in order, each on its rail of the tier table. */
export function listedCandidates(model: string, document: JsonObject): Hop[] {
  const chain = fallbackChain(document);
  const seen = new Set([model]);
  const hops: Hop[] = [];
  for (let next = fallbackFor(chain, model); next !== null && !seen.has(next); next = fallbackFor(chain, next)) {
    seen.add(next);
    const provider = railOf(next, document);
    hops.push(provider === '' ? { model: next } : { model: next, provider });
  }
  return hops;
}

/** Where the tier table runs a model: primaries first, then hops; empty where it does not name it. */
export function railOf(model: string, document: JsonObject): string {
  const tiers = own(document, 'tiers');
  const rows = isMapping(tiers) ? Object.values(tiers).map(tierHops) : [];
  const primaries = rows.flatMap((hops) => hops.slice(0, 1));
  const others = rows.flatMap((hops) => hops.slice(1));
  const found = [...primaries, ...others].map(pairOf).find((pair) => pair?.model === model && pair.provider !== '');
  return found?.provider ?? '';
}
