import { isList, own } from '../lib/json.ts';
import { blocklistSection } from './section.ts';

/** The bare model ids of `blocklist.fallback_chain`, in order; entries that are not strings are dropped. */
export function fallbackChain(document: unknown): readonly string[] {
  const models = own(blocklistSection(document), 'fallback_chain');
  return isList(models) ? models.filter((model) => typeof model === 'string') : [];
}

/** The model after the first exact occurrence of `model`; null when it is the last one or not in the chain. */
export function fallbackFor(chain: readonly string[], model: string): string | null {
  const position = chain.indexOf(model);
  return position === -1 ? null : (chain[position + 1] ?? null);
}
