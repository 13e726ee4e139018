import { isList, isMapping, type JsonObject, own } from '../lib/json.ts';
import { capabilitiesFor } from '../models/capabilities.ts';
import { isName, isWholeFrom, mustBe } from './lint/values.ts';
import { tierHops } from './tier-hops.ts';

/** The model that compacts long sessions: `{provider, model, base_url?, fallback_chain?}`, or `{}` with the reasons. */
export interface CompactionChoice {
  readonly choice: JsonObject;
  readonly errors: string[];
}

type Chain = { readonly chain: readonly JsonObject[] | null; readonly errors: readonly string[] };

/**
 * Reads the policy's `compaction` block. An absent block is no choice and no error; any error means no choice. A tier
 * named by `fallback_mode` is looked up now, so that the chain follows the tier table.
 */
export function resolveCompaction(policy: unknown): CompactionChoice {
  const block = isMapping(policy) ? own(policy, 'compaction') : undefined;
  if (!isMapping(policy) || block === undefined || block === null) return { choice: {}, errors: [] };
  if (!isMapping(block)) return { choice: {}, errors: ['compaction must be a mapping'] };
  const model = own(block, 'model');
  const provider = own(block, 'provider');
  const baseUrl = own(block, 'base_url');
  const { chain, errors: chainErrors } = fallbackChain(block, own(policy, 'tiers'));
  const errors = [...fieldProblems(block), ...chainErrors, ...modelProblems(block)];
  if (errors.length > 0) return { choice: {}, errors };
  const choice: Record<string, JsonObject[string]> = { provider, model };
  if (isName(baseUrl)) choice.base_url = baseUrl;
  if (chain !== null) choice.fallback_chain = chain;
  return { choice, errors: [] };
}

function fieldProblems(block: JsonObject): string[] {
  const errors = ['provider', 'model'].flatMap((key) => {
    const value = own(block, key);
    return isName(value) ? [] : [mustBe(`compaction.${key}`, 'a non-empty string', value)];
  });
  const baseUrl = own(block, 'base_url');
  if (baseUrl !== undefined && baseUrl !== null && typeof baseUrl !== 'string')
    errors.push(mustBe('compaction.base_url', 'a string', baseUrl));
  const floor = own(block, 'required_provider_context_window');
  if (floor !== undefined && floor !== null && !isWholeFrom(1, floor))
    errors.push(mustBe('compaction.required_provider_context_window', 'a whole number of tokens above 0', floor));
  return errors;
}

/** Stricter than routing: an unknown summariser would be asked for windows nobody has checked. */
function modelProblems(block: JsonObject): string[] {
  const model = own(block, 'model');
  if (!isName(model)) return [];
  const capabilities = capabilitiesFor(model);
  if (capabilities === null) return [`compaction.model '${model}' is not in the capability registry`];
  const floor = own(block, 'required_provider_context_window');
  const window = capabilities.context_window;
  if (!isWholeFrom(1, floor) || typeof window !== 'number' || window >= floor) return [];
  return [`compaction.model '${model}' has a context window of ${window} tokens, below the required ${floor}`];
}

const MODES = "'standalone' or 'tier:<NAME>'";

function fallbackChain(block: JsonObject, tiers: unknown): Chain {
  const mode = own(block, 'fallback_mode');
  if (mode === undefined || mode === null) return { chain: null, errors: [] };
  if (mode === 'standalone') return standaloneChain(own(block, 'fallback_chain'));
  const name = typeof mode === 'string' && mode.startsWith('tier:') ? mode.slice('tier:'.length).trim() : '';
  if (name === '') return refused(mustBe('compaction.fallback_mode', MODES, mode));
  return tierChain(name, isMapping(tiers) ? own(tiers, name) : undefined);
}

function standaloneChain(chain: unknown): Chain {
  const where = 'compaction.fallback_chain';
  if (!isList(chain) || chain.length === 0)
    return refused(mustBe(where, "a non-empty list of hops when fallback_mode is 'standalone'", chain));
  const errors = chain.flatMap((hop, index) =>
    isMapping(hop) && usableHop(hop).length > 0
      ? []
      : [mustBe(`${where}[${index}]`, "a mapping with 'provider' and 'model' as non-empty strings", hop)],
  );
  return errors.length > 0 ? { chain: null, errors } : { chain: chain.filter(isMapping).flatMap(usableHop), errors };
}

function tierChain(name: string, tier: unknown): Chain {
  const where = `compaction.fallback_mode: tier '${name}'`;
  if (tier === undefined) return refused(`${where} does not exist`);
  if (!isMapping(tier)) return refused(`${where} is not a mapping`);
  const chain = tierHops(tier).flatMap(usableHop);
  return chain.length > 0 ? { chain, errors: [] } : refused(`${where}: its queue is empty`);
}

function usableHop(hop: JsonObject): JsonObject[] {
  const provider = own(hop, 'provider');
  const model = own(hop, 'model');
  return isName(provider) && isName(model) ? [{ provider, model }] : [];
}

function refused(error: string): Chain {
  return { chain: null, errors: [error] };
}
