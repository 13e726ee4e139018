/** One row of the catalogue: the text, and what a person can do where the text does not say it. */
export interface LlmErrorRow {
  readonly message: string;
  readonly hint?: string;
}

/** Every way a call can fail. The keys are stable; they appear in audit lines, in `steps[]` and in `/status`. */
export const LLM_ERRORS = {
  refused: { message: 'the trust gate refuses this', hint: 'Set the keys that `fix` names in the root config.yaml.' },
  unknown_task: { message: 'no such auxiliary task', hint: 'Only tasks registered by this router can be named.' },
  invalid_request: { message: 'the request is not usable' },
  images_refused: { message: 'image input is not supported', hint: 'Send text only.' },
  invalid_provider: { message: 'unknown provider', hint: '`hermes model` lists the provider ids.' },
  unsupported_provider: { message: 'this provider cannot be called from outside Hermes' },
  no_provider_configured: { message: 'no provider is configured', hint: 'Run `hermes setup`.' },
  no_model: { message: 'no model is configured', hint: 'Run `hermes model`.' },
  no_credentials: { message: 'no credentials' },
  cooling: { message: 'left alone for a while after failures' },
  queue_timeout: { message: 'no free slot within the time limit' },
  timeout: { message: 'no complete answer within the time limit' },
  aborted: { message: 'cancelled by the caller' },
  network: { message: 'the connection failed' },
  http_status: { message: 'the provider answered with an error' },
  bad_content_type: { message: 'the answer has an unexpected content type' },
  bad_reply: { message: 'the answer is not a chat completion' },
  no_choices: { message: 'the answer holds no choice' },
  empty_reply: { message: 'the model answered nothing' },
  truncated: { message: 'the answer was cut off at the token limit' },
  model_refusal: { message: 'the model declined to answer' },
  schema_mismatch: { message: 'the answer does not match the schema' },
  internal: { message: 'a defect of this program' },
} as const satisfies Record<string, LlmErrorRow>;

/** Stable name of a failure: a key of {@link LLM_ERRORS}. */
export type LlmErrorCode = keyof typeof LLM_ERRORS;

/** One hop that was tried and did not answer. */
export interface FailedAttempt {
  readonly provider: string;
  readonly model: string;
  readonly code: LlmErrorCode;
  /** HTTP status, where there was one. */
  readonly status: number | null;
}

/** The facts that go with a failure. None of them ever holds a key, a prompt, a reply or a header. */
export interface LlmErrorDetails {
  readonly provider?: string;
  readonly model?: string;
  /** HTTP status of the answer, or the one an answer of 200 carries inside. */
  readonly status?: number;
  /** Whole seconds after which asking again makes sense. */
  readonly retryAfterSeconds?: number;
  /** `key: value` lines to set in the host's files, exact. */
  readonly fix?: readonly string[];
  /** Every hop that was tried, in order, this failure's own last. */
  readonly attempts?: readonly FailedAttempt[];
}

/** What `complete` and `completeStructured` reject with. */
export interface LlmError extends Error, LlmErrorDetails {
  readonly llmCode: LlmErrorCode;
}

/** Makes the failure of one row. `text` replaces the row's message where the caller knows it more exactly. */
export function llmError(code: LlmErrorCode, text?: string, details: LlmErrorDetails = {}): LlmError {
  return Object.assign(new Error(text ?? LLM_ERRORS[code].message), { ...details, llmCode: code });
}

/** True for a failure made by {@link llmError}. */
export function isLlmError(error: unknown): error is LlmError {
  return error instanceof Error && 'llmCode' in error;
}

/** The same failure with facts added that only an outer frame knows. */
export function withDetails(error: LlmError, details: LlmErrorDetails): LlmError {
  return Object.assign(error, details);
}
