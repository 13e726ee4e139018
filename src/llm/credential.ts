import { isUsable, type PoolEntry } from '../hermes/auth-file.ts';
import type { ProviderBlock } from './provider-config.ts';
import type { CallableProvider } from './provider-row.ts';
import { usableSecret } from './usable-secret.ts';

/** A key on its way into one request, or the knowledge that none is needed. */
export interface Credential {
  readonly key: string | null;
  /** Address stored beside the key. */
  readonly baseUrl: string | null;
}

/** Why there is no key. `oauth`: what was found are tokens that only the host can use. */
export type MissingCredential = 'none' | 'oauth' | 'unknown_profile';

/** Where keys may be found. */
export interface CredentialSources {
  /** The host's environment. */
  readonly env: (name: string) => string | undefined;
  /** The provider's pool. */
  readonly pool: readonly PoolEntry[];
  /** Epoch seconds. */
  readonly now: number;
}

/**
 * The key for a provider: written beside the route, in the variable named there, in the provider's own variables (`.env` before the shell),
 * in the pool of auth.json; the first that is a usable secret and has the provider's shape. `profile` names one pool entry by id or label
 * and rules everything else out.
 */
export function findCredential(
  provider: CallableProvider,
  blocks: readonly ProviderBlock[],
  profile: string | null,
  sources: CredentialSources,
): Credential | MissingCredential {
  if (profile !== null) {
    const entry = sources.pool.find(({ id, label }) => id === profile || label === profile);
    if (entry === undefined) return 'unknown_profile';
    return fromPool(provider, [entry]) ?? (entry.authType === 'oauth' ? 'oauth' : 'none');
  }
  const written = blocks.flatMap(({ apiKey, keyEnv }) => [expand(apiKey, sources), keyEnv && sources.env(keyEnv)]);
  const named = provider.keyEnv.map(sources.env);
  const candidates = [...written, ...named]
    .map((value) => usableSecret(value ?? undefined))
    .filter((key) => key !== null);
  const key = candidates.find((candidate) => fits(provider, candidate));
  if (key !== undefined) return { key, baseUrl: null };
  const sole = sources.pool.length === 1;
  const stored = fromPool(
    provider,
    sources.pool.filter((entry) => isUsable(entry, sources.now, sole)),
  );
  if (stored !== null) return stored;
  if (provider.keyOptional === true) return { key: null, baseUrl: null };
  return [...candidates].some((candidate) => isOauth(provider, candidate)) ||
    sources.pool.some((e) => e.authType === 'oauth')
    ? 'oauth'
    : 'none';
}

function fromPool(provider: CallableProvider, pool: readonly PoolEntry[]): Credential | null {
  for (const entry of pool) {
    const key = entry.authType === 'oauth' ? null : usableSecret(entry.secret);
    if (key !== null && fits(provider, key)) return { key, baseUrl: entry.baseUrl };
  }
  return null;
}

function fits(provider: CallableProvider, key: string): boolean {
  return key.startsWith(provider.keyPrefix ?? '') && !isOauth(provider, key);
}

function isOauth(provider: CallableProvider, key: string): boolean {
  return provider.oauthPrefixes?.some((prefix) => key.startsWith(prefix)) ?? false;
}

/** config.yaml may say `${NAME}` instead of the secret. */
function expand(value: string | null, sources: CredentialSources): string | null | undefined {
  const name = value === null ? undefined : /^\$\{(\w+)\}$/.exec(value)?.[1];
  return name === undefined ? value : sources.env(name);
}
