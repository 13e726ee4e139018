import { createHash } from 'node:crypto';
import type { AuthFile } from '../hermes/auth-file.ts';
import type { JsonObject } from '../lib/json.ts';
import { automaticProvider } from './automatic-provider.ts';
import { findCredential } from './credential.ts';
import { endpointUrl, parseBaseUrl, withPathEnd } from './endpoint-url.ts';
import { llmError } from './errors.ts';
import { EMPTY_BLOCK, type MainModel, namedProvider, type ProviderBlock } from './provider-config.ts';
import type { CallableProvider, Wire } from './provider-row.ts';
import { PROVIDERS } from './provider-table.ts';
import type { Route } from './route.ts';

/** Where one call goes. Lives for that call only; `key` is a secret. */
export interface Endpoint {
  readonly provider: string;
  readonly model: string;
  readonly wire: Wire;
  readonly url: URL;
  /** The vendor's other address for the same key, to be tried when this one refuses it; null = there is none. */
  readonly planUrl: URL | null;
  readonly key: string | null;
  /** Tells credentials apart without revealing them. */
  readonly keyId: string;
  readonly auth: 'x-api-key' | 'bearer';
  readonly sendsMaxTokens: boolean;
}

/** What the host's files say at this moment. */
export interface HostState {
  readonly config: JsonObject | null;
  readonly main: MainModel;
  readonly env: (name: string) => string | undefined;
  readonly auth: AuthFile;
  /** Epoch seconds. */
  readonly now: number;
}

const UNNAMED: CallableProvider = { wire: 'openai', baseUrl: null, keyEnv: [], keyOptional: true, maxTokens: true };

/**
 * Looks up address, key and wire of a route. Throws `no_provider_configured`, `no_model`, `invalid_provider`, `unsupported_provider` or
 * `no_credentials`, each naming what to set.
 */
export function resolveEndpoint(route: Route, profile: string | null, host: HostState): Endpoint {
  const id = route.provider ?? automaticProvider(host);
  if (id === null) throw llmError('no_provider_configured', undefined, { fix: ['model.provider: <id>'] });
  if (route.model === null) throw llmError('no_model', undefined, { provider: id, fix: ['model.default: <model>'] });
  const named = namedProvider(host.config, id);
  const row = callableRow(id, named);
  const known = [host.main.provider === id ? host.main.block : EMPTY_BLOCK, named ?? EMPTY_BLOCK];
  const blocks = [route.pin, ...known];
  const credential = findCredential(row, blocks, profile, {
    env: host.env,
    pool: host.auth.pools.get(id) ?? [],
    now: host.now,
  });
  if (typeof credential === 'string') throw missingKey(id, row, credential, profile);
  const special = specialEndpoint(row, credential.key);
  const written = writtenAddress(route.pin, known, row, host) ?? credential.baseUrl;
  const base = usableAddress(id, row, written ?? special?.baseUrl ?? row.baseUrl);
  const wire = wireOf(id, blocks, written === null && special !== undefined ? special.wire : row.wire);
  const at = (address: URL): URL =>
    wire === 'anthropic'
      ? endpointUrl(address, '/v1', '/messages')
      : endpointUrl(address, row.pathPrefix ?? '', '/chat/completions');
  const plan = row.planPath === undefined ? null : withPathEnd(base, row.planPath.from, row.planPath.to);
  return {
    provider: id,
    model: route.model,
    wire,
    url: at(base),
    planUrl: plan === null ? null : at(plan),
    key: credential.key,
    keyId: createHash('sha256')
      .update(credential.key ?? '')
      .digest('hex')
      .slice(0, 16),
    auth: wire === 'anthropic' ? (row.auth ?? 'x-api-key') : 'bearer',
    sendsMaxTokens: wire === 'anthropic' || row.maxTokens === true,
  };
}

function callableRow(id: string, named: ProviderBlock | null): CallableProvider {
  const row = PROVIDERS.get(id);
  if (row === undefined) {
    if (named === null) throw llmError('invalid_provider', `unknown provider ${JSON.stringify(id)}`, { provider: id });
    return UNNAMED;
  }
  if (!('unsupported' in row)) return row;
  throw llmError('unsupported_provider', `provider ${id} ${row.unsupported}; it cannot be called from outside Hermes`, {
    provider: id,
  });
}

/** The address that the operator gave: pinned beside the route, else in the variable, else in config.yaml. */
function writtenAddress(
  pin: ProviderBlock,
  known: readonly ProviderBlock[],
  row: CallableProvider,
  host: HostState,
): string | null {
  const fromEnv = row.baseUrlEnv === undefined ? undefined : host.env(row.baseUrlEnv);
  return pin.baseUrl ?? fromEnv ?? known.find((block) => block.baseUrl !== null)?.baseUrl ?? null;
}

function usableAddress(id: string, row: CallableProvider, text: string | null): URL {
  const where = row.baseUrlEnv ?? `base_url of provider ${id} in config.yaml`;
  if (text === null)
    throw llmError('invalid_provider', `provider ${id} has no address; set ${where}`, { provider: id });
  const url = parseBaseUrl(text);
  if (url !== null) return url;
  throw llmError('invalid_provider', `the address of provider ${id} is not a plain http or https URL; see ${where}`, {
    provider: id,
  });
}

function specialEndpoint(row: CallableProvider, key: string | null): CallableProvider['keyEndpoint'] {
  const { keyEndpoint } = row;
  return keyEndpoint !== undefined && key?.startsWith(keyEndpoint.prefix) === true ? keyEndpoint : undefined;
}

function wireOf(id: string, blocks: readonly ProviderBlock[], otherwise: Wire): Wire {
  const mode = blocks.find(({ apiMode }) => apiMode !== null)?.apiMode;
  if (mode === undefined || mode === null || mode === 'auto') return otherwise;
  if (mode === 'chat_completions') return 'openai';
  if (mode === 'anthropic_messages') return 'anthropic';
  throw llmError(
    'unsupported_provider',
    `provider ${id} is set to api_mode ${JSON.stringify(mode)}, which this build does not speak`,
    {
      provider: id,
    },
  );
}

function missingKey(id: string, row: CallableProvider, why: string, profile: string | null): Error {
  if (profile !== null && why === 'unknown_profile')
    return llmError('no_credentials', `provider ${id} has no stored credential of that profile`, { provider: id });
  if (why === 'oauth')
    return llmError(
      'unsupported_provider',
      `provider ${id} has only OAuth tokens, which only Hermes itself may renew`,
      {
        provider: id,
        fix: row.keyEnv.slice(0, 1).map((name) => `${name}=<key>`),
      },
    );
  const names = row.keyEnv.join(' or ');
  return llmError('no_credentials', `provider ${id} has no usable key; set ${names || 'api_key'} in Hermes' .env`, {
    provider: id,
    fix: row.keyEnv.slice(0, 1).map((name) => `${name}=<key>`),
  });
}
