import { isList, isMapping, own } from '../../lib/json.ts';

/** A provider, and the model wanted from it (null where only the provider is named), with the key path it stands at. */
export interface NamedPair {
  readonly path: string;
  readonly provider: string;
  readonly model: string | null;
}

/**
 * Every mapping of a policy that carries a string `model` and a string `provider`, at any depth, in document order.
 * A subtree under a key named `blocklist` is left out: a ban may name a model that no longer exists.
 */
export function policyPairs(value: unknown, path = ''): NamedPair[] {
  if (isList(value)) return value.flatMap((item, index) => policyPairs(item, `${path}[${index}]`));
  if (!isMapping(value)) return [];
  const model = own(value, 'model');
  const provider = own(value, 'provider');
  const here = typeof model === 'string' && typeof provider === 'string' ? [{ path, provider, model }] : [];
  const below = Object.keys(value)
    .filter((key) => key !== 'blocklist')
    .flatMap((key) => policyPairs(own(value, key), path === '' ? key : `${path}.${key}`));
  return [...here, ...below];
}

/** The pairs of a profile's config.yaml: `model.default` with `model.provider`, and both fallback lists. */
export function profilePairs(config: unknown): NamedPair[] {
  if (!isMapping(config)) return [];
  const model = own(config, 'model');
  const pairs: NamedPair[] = [];
  if (isMapping(model)) {
    const id = own(model, 'default');
    const provider = own(model, 'provider');
    if (typeof id === 'string' && typeof provider === 'string')
      pairs.push({ path: 'model.default', provider, model: id });
    pairs.push(...fallbackPairs(own(model, 'fallback_providers'), 'model.fallback_providers'));
  }
  return [...pairs, ...fallbackPairs(own(config, 'fallback_providers'), 'fallback_providers')];
}

function fallbackPairs(rows: unknown, path: string): NamedPair[] {
  if (!isList(rows)) return [];
  return rows.flatMap((row, index): NamedPair[] => {
    const at = `${path}[${index}]`;
    if (typeof row === 'string') return [{ path: at, provider: row, model: null }];
    if (!isMapping(row)) return [];
    const provider = own(row, 'provider');
    const model = own(row, 'model');
    return typeof provider === 'string'
      ? [{ path: at, provider, model: typeof model === 'string' ? model : null }]
      : [];
  });
}
