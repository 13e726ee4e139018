import { isList, isMapping, type JsonObject, own } from '../lib/json.ts';
import { canonicalProvider } from './provider-table.ts';

/** How to reach a provider, as one block of config.yaml says it. Null = not said. `apiKey` is a secret. */
export interface ProviderBlock {
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** Variable that holds the key. */
  readonly keyEnv: string | null;
  readonly apiMode: string | null;
}

/** A block that says nothing. */
export const EMPTY_BLOCK: ProviderBlock = { baseUrl: null, apiKey: null, keyEnv: null, apiMode: null };

/** The operator's main model. */
export interface MainModel {
  /** Canonical id; null = `auto` or not set. */
  readonly provider: string | null;
  readonly model: string | null;
  readonly block: ProviderBlock;
}

/** A non-empty text of a mapping, trimmed; null for anything else. */
export function textOf(mapping: JsonObject, key: string): string | null {
  const value = own(mapping, key);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

/** The provider of a mapping: canonical, null for `auto` and for none. */
export function providerOf(mapping: JsonObject): string | null {
  const name = textOf(mapping, 'provider');
  const id = name === null ? null : canonicalProvider(name);
  return id === 'auto' ? null : id;
}

/** Reads the connection keys of a block; a value that is not a mapping says nothing. */
export function blockFrom(value: unknown): ProviderBlock {
  if (!isMapping(value)) return EMPTY_BLOCK;
  return {
    baseUrl: textOf(value, 'base_url'),
    apiKey: textOf(value, 'api_key'),
    keyEnv: textOf(value, 'key_env') ?? textOf(value, 'api_key_env'),
    apiMode: textOf(value, 'api_mode'),
  };
}

/** `model:` of config.yaml, a plain name or a mapping. `HERMES_INFERENCE_MODEL` and `_PROVIDER` override it, as they do for the host. */
export function mainModel(config: JsonObject | null, env: (name: string) => string | undefined): MainModel {
  const value = config === null ? undefined : own(config, 'model');
  const section = isMapping(value) ? value : {};
  const written =
    typeof value === 'string' ? value.trim() || null : (textOf(section, 'default') ?? textOf(section, 'model'));
  const provider = env('HERMES_INFERENCE_PROVIDER');
  return {
    provider: provider === undefined ? providerOf(section) : providerOf({ provider }),
    model: env('HERMES_INFERENCE_MODEL')?.trim() || written,
    block: blockFrom(section),
  };
}

/**
 * What config.yaml says about a provider by name: `providers.<id>`, or the row of `custom_providers` with that name (asked for as
 * `custom:<name>` or plainly). Null = nothing.
 */
export function namedProvider(config: JsonObject | null, id: string): ProviderBlock | null {
  if (config === null) return null;
  const name = nameKey(id.replace(/^custom:/, ''));
  const providers = own(config, 'providers');
  const byKey = isMapping(providers) ? Object.keys(providers).find((key) => nameKey(key) === name) : undefined;
  if (isMapping(providers) && byKey !== undefined && isMapping(own(providers, byKey)))
    return blockFrom(own(providers, byKey));
  const rows = own(config, 'custom_providers');
  const row = (isList(rows) ? rows : []).find((row) => isMapping(row) && nameKey(textOf(row, 'name') ?? '') === name);
  return row === undefined || name === '' ? null : blockFrom(row);
}

function nameKey(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '-');
}
