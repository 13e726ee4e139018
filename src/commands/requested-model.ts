import { fallbackChain, fallbackFor } from '../blocklist/fallback-chain.ts';
import { isList, isMapping, type JsonObject, own } from '../lib/json.ts';
import type { OpenedPolicy } from './policy-file.ts';

/** What a command answers for a task whose requested model may not run. */
export interface RequestRefused {
  readonly cause: 'blocklist_veto';
  readonly output: { readonly deny: true };
  /** The entry after the model in `blocklist.fallback_chain`, or null. */
  readonly fallback: string | null;
}

/** Null where the caller named no model, or one that is free to run. Spends no half-open probe. */
export function requestRefused(policy: OpenedPolicy, model: string | undefined): RequestRefused | null {
  if (model === undefined || model === '') return null;
  const { document } = policy.snapshot;
  if (!policy.blocklist.wouldBlock(document, model, providerOf(document, model))) return null;
  return { cause: 'blocklist_veto', output: { deny: true }, fallback: fallbackFor(fallbackChain(document), model) };
}

/** The rail of the first hop that names the model: tier primaries first, then fallback hops; empty when no tier does. */
function providerOf(document: JsonObject, model: string): string {
  const tiers = own(document, 'tiers');
  const primaries = isMapping(tiers) ? Object.values(tiers).filter(isMapping) : [];
  const fallbacks = primaries.flatMap((tier) => {
    const hops = own(tier, 'fallback');
    return isList(hops) ? hops.filter(isMapping) : [];
  });
  const hop = [...primaries, ...fallbacks].find((candidate) => own(candidate, 'model') === model);
  const provider = hop === undefined ? undefined : own(hop, 'provider');
  return typeof provider === 'string' ? provider : '';
}
