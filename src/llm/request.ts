import type { JsonObject } from '../lib/json.ts';

/** A part of a message or of a structured call's input. Images are part of the host's surface, and refused here by name. */
export type InputPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly url?: string; readonly data?: Uint8Array; readonly mimeType?: string };

/** One chat message. */
export interface LlmMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string | readonly InputPart[];
}

/** What both calls take. The first five choose a route or a credential and pass the trust gate; the rest shape the request. */
export interface RouteOptions {
  /** Provider id or alias. Needs `allow_provider_override`. Default: the active one. */
  readonly provider?: string;
  /** Model name as that provider spells it. Needs `allow_model_override`. Default: the active one. */
  readonly model?: string;
  /** Needs `allow_agent_id_override`; there is one agent here, so it only labels the result. Default `default`. */
  readonly agentId?: string;
  /** Id or label of a stored credential of the provider. Needs `allow_profile_override`. */
  readonly profile?: string;
  /** An auxiliary task: its route in `auxiliary.<task>`. A built-in one needs `allow_task_override`. `auto` = the main model. */
  readonly task?: string;
  readonly temperature?: number;
  /** Upper bound of the answer, in tokens. Sent only where the provider is known to honour it. */
  readonly maxTokens?: number;
  /** Milliseconds from the call to the last byte, waiting for a slot included. Default: `auxiliary.<task>.timeout`, else 30 000. */
  readonly timeoutMs?: number;
  /** Free text for the audit line. */
  readonly purpose?: string;
  /** Ends the call early with the code `aborted`. */
  readonly signal?: AbortSignal;
  /** Whether the host's fallback chain is tried when the first hop is out of capacity. Default true. */
  readonly useFallbackChain?: boolean;
  /** Repeats of one hop after a passing failure. Default: `auxiliary.transient_retries`, else 2. */
  readonly retries?: number;
}

/** A chat completion. */
export interface CompleteRequest extends RouteOptions {
  readonly messages: readonly LlmMessage[];
}

/** A typed answer. */
export interface StructuredRequest extends RouteOptions {
  /** What is wanted of the input. */
  readonly instructions: string;
  readonly input: readonly InputPart[];
  /** JSON Schema (draft 7) that `parsed` must satisfy. */
  readonly jsonSchema?: JsonObject;
  /** Ask for JSON without a schema. Default false. */
  readonly jsonMode?: boolean;
  /** For the audit record only. */
  readonly schemaName?: string;
  readonly systemPrompt?: string;
}

/** Token counts as the provider reported them; null = it did not. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly totalTokens: number | null;
  readonly cacheReadTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly costUsd: number | null;
}

/** Who asked, and what for. */
export interface ResultAudit {
  readonly pluginId: string;
  readonly purpose: string;
  readonly profile: string | null;
  readonly schemaName?: string;
}

/** The answer of `complete`. */
export interface CompleteResult {
  /** The model's text without its thinking. Not empty. */
  readonly text: string;
  /** The provider that answered; a fallback hop's, when one did. */
  readonly provider: string;
  /** The model as the provider named it, else as it was asked for. */
  readonly model: string;
  readonly agentId: string;
  readonly usage: Usage;
  /** Why the model stopped: `stop`, `length`, or what the provider calls it; null = it did not say. */
  readonly finishReason: string | null;
  readonly audit: ResultAudit;
}

/** The answer of `completeStructured`. */
export interface StructuredResult extends CompleteResult {
  /** The JSON value; null when `contentType` is `text`. Satisfies `jsonSchema` when one was given. */
  readonly parsed: unknown;
  readonly contentType: 'json' | 'text';
}
