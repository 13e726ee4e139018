import type { Usage } from '../request.ts';

/** What one provider answered, whatever its wire. */
export interface WireReply {
  /** The answer as written, thinking blocks included; `""` when there is none. */
  readonly text: string;
  /** Thinking that came in a field of its own; `""` when there is none. */
  readonly reasoning: string;
  /** In the words of chat completions where there is one (`stop`, `length`, `content_filter`), else the provider's. */
  readonly finishReason: string | null;
  /** The model declined, as opposed to answering something. */
  readonly declined: boolean;
  readonly model: string | null;
  readonly usage: Usage;
}

/** An answer of 200 that is none: an error inside it (with its status, where it has one), or nothing to choose from. */
export interface NoReply {
  readonly failed: { readonly status: number | null; readonly code: string | null; readonly resetAt: number | null };
}

/** Usage of a reply that reports none. */
export const NO_USAGE: Usage = {
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  costUsd: null,
};
