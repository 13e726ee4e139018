import { findCredential } from './credential.ts';
import type { HostState } from './endpoint.ts';
import type { CallableProvider } from './provider-row.ts';
import { PROVIDERS } from './provider-table.ts';

/**
 * The provider the host would pick when the operator names none: an OpenRouter key, a provider with a usable pool, one with a key variable (table
 * order), the active provider of auth.json. Null = there is none. OAuth-only providers are passed over: they cannot be called from here.
 */
export function automaticProvider(host: HostState): string | null {
  const candidates = [...PROVIDERS].flatMap(([id, row]) =>
    'unsupported' in row || row.neverAutomatic === true ? [] : [{ id, row }],
  );
  const byEnv = candidates.filter(({ row }) => hasKey(row, { env: host.env, pool: [], now: host.now }));
  const pooled = candidates.find(({ id, row }) =>
    hasKey(row, { env: () => undefined, pool: host.auth.pools.get(id) ?? [], now: host.now }),
  );
  const openrouter = byEnv.find(({ id }) => id === 'openrouter');
  return (openrouter ?? pooled ?? byEnv[0])?.id ?? host.auth.activeProvider;
}

function hasKey(row: CallableProvider, sources: Parameters<typeof findCredential>[3]): boolean {
  const found = findCredential(row, [], null, sources);
  return typeof found !== 'string' && found.key !== null;
}
