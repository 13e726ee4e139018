import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHermesConfig } from '../../hermes/config-file.ts';
import { createHostEnv } from '../../hermes/env-file.ts';
import type { HermesPaths } from '../../hermes/paths.ts';
import { isList, isMapping, type Json, type JsonObject, own } from '../../lib/json.ts';
import { PROVIDERS } from '../../llm/provider-table.ts';

/** How deep a config may nest before the rest of it is passed over. */
const MAX_DEPTH = 50;

/**
 * Providers that this machine can call, as far as files show it: signed in or with a key. Only names leave this function; values are looked at for
 * being there.
 */
export function registeredProviders(
  paths: Pick<HermesPaths, 'root' | 'configFile'>,
  env: NodeJS.ProcessEnv,
): ReadonlySet<string> {
  const hostEnv = createHostEnv(paths, env);
  const withKey = [...PROVIDERS].flatMap(([id, row]) =>
    'wire' in row && row.keyEnv.some((name) => hostEnv(name) !== undefined) ? [id] : [],
  );
  return new Set([
    ...signedIn(join(paths.root, 'auth.json')),
    ...withKey,
    ...configured(readHermesConfig(paths.configFile)),
  ]);
}

/** Every `provider` that a policy names, wherever it does. */
export function policyProviders(policy: Json): ReadonlySet<string> {
  return new Set(
    objectsIn(policy).flatMap((object) => {
      const provider = own(object, 'provider');
      return typeof provider === 'string' && provider !== '' ? [provider] : [];
    }),
  );
}

/** Providers of the host's auth.json: a pool with an entry, or an object of its own. */
function signedIn(path: string): string[] {
  let auth: unknown;
  try {
    auth = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
  if (!isMapping(auth)) return [];
  const pool = own(auth, 'credential_pool');
  const pools = isMapping(pool) ? Object.keys(pool).filter((id) => isFilled(own(pool, id))) : [];
  const others = Object.keys(auth).filter((id) => id !== 'credential_pool' && isFilledMapping(own(auth, id)));
  const nested = own(auth, 'providers');
  const within = isMapping(nested) ? Object.keys(nested).filter((id) => isFilledMapping(own(nested, id))) : [];
  return [...pools, ...others, ...within];
}

/** Custom endpoints: any mapping with a provider and a base URL. */
function configured(config: JsonObject | null): string[] {
  return objectsIn(config).flatMap((object) => {
    const provider = own(object, 'provider');
    return typeof provider === 'string' && provider !== '' && typeof own(object, 'base_url') === 'string'
      ? [provider]
      : [];
  });
}

function objectsIn(value: Json | undefined, depth = 0): JsonObject[] {
  if (depth > MAX_DEPTH) return [];
  if (isList(value)) return value.flatMap((item) => objectsIn(item, depth + 1));
  if (!isMapping(value)) return [];
  return [value, ...Object.values(value).flatMap((item) => objectsIn(item, depth + 1))];
}

function isFilled(value: Json | undefined): boolean {
  return (isList(value) && value.length > 0) || isFilledMapping(value);
}

function isFilledMapping(value: Json | undefined): boolean {
  return isMapping(value) && Object.keys(value).length > 0;
}
