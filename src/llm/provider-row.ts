/** How requests to a provider are written. */
export type Wire = 'openai' | 'anthropic';

/** One provider of the host. */
export type ProviderRow = CallableProvider | UncallableProvider;

/** A provider that takes an API key, or none, over one of our wires. */
export interface CallableProvider {
  readonly wire: Wire;
  /** Base URL when nothing overrides it; null = the operator has to give one. */
  readonly baseUrl: string | null;
  /** Variables that may hold the key, in order. Empty = called without one. */
  readonly keyEnv: readonly string[];
  /** Variable that overrides `baseUrl`. */
  readonly baseUrlEnv?: string;
  /** Works without a key (local servers). Default false. */
  readonly keyOptional?: true;
  /** What every key begins with, where a foreign key must not be sent. */
  readonly keyPrefix?: string;
  /** Prefixes of OAuth tokens, which this build cannot use, although the key variables may hold one. */
  readonly oauthPrefixes?: readonly string[];
  /** What goes between the base URL and `/chat/completions`. Default nothing. */
  readonly pathPrefix?: string;
  /** The Anthropic wire's key header. Default `x-api-key`; the OpenAI wire is always `bearer`. */
  readonly auth?: 'x-api-key' | 'bearer';
  /** Other endpoint for keys of one kind. */
  readonly keyEndpoint?: { readonly prefix: string; readonly baseUrl: string; readonly wire: Wire };
  /** Path endings: where the first refuses a key, the second is tried once. */
  readonly planPath?: { readonly from: string; readonly to: string };
  /** `max_tokens` is sent. Default: only on the Anthropic wire, which demands it; others have refused it. */
  readonly maxTokens?: true;
  /** Never chosen when the operator names no provider. */
  readonly neverAutomatic?: true;
}

/** A provider of another kind. */
export interface UncallableProvider {
  /** Completes "<id> ...". */
  readonly unsupported: string;
}
