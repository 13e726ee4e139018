import { isList, isMapping, own } from '../../lib/json.ts';
import type { NamedPair } from './pairs.ts';

/** Models per provider, as the host's `provider_models_cache.json` lists them. */
export type ModelCache = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the cache document `{provider: {models: [ids]}}`; a provider without `models` offers none. */
export function readModelCache(document: unknown): ModelCache {
  const cache = new Map<string, ReadonlySet<string>>();
  if (!isMapping(document)) return cache;
  for (const provider of Object.keys(document)) {
    const entry = own(document, provider);
    const models = isMapping(entry) ? own(entry, 'models') : undefined;
    cache.set(provider, new Set(isList(models) ? models.filter((id) => typeof id === 'string') : []));
  }
  return cache;
}

/** One line per pair that the cache does not offer; each names file, key path, model and provider. */
export function modelProblems(file: string, pairs: readonly NamedPair[], cache: ModelCache): string[] {
  return pairs.flatMap(({ path, provider, model }) => {
    const offered = cache.get(provider);
    const wanted = model === null ? '' : ` (model '${model}')`;
    if (offered === undefined) return [`${file}: ${path}: provider '${provider}' is not in the model cache${wanted}`];
    if (model !== null && !offered.has(model))
      return [`${file}: ${path}: provider '${provider}' does not offer model '${model}'`];
    return [];
  });
}
