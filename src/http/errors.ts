/** One row of the error catalogue. */
export interface ErrorRow {
  /** HTTP status. */
  readonly status: number;
  /** The default `error` text; some rows are sent with a more exact one. */
  readonly message: string;
  /** What a person can do about it. */
  readonly hint?: string;
}

/**
 * Every error that this API answers: one row each, keyed by its stable `code`. The texts of the first two token rows, of
 * `unknown_route`, `method_not_allowed` and the JSON rows are the wire contract (spec: http 2.1); the panel reads them.
 */
export const ERRORS = {
  duplicate_host: { status: 400, message: 'the Host header must appear once' },
  host_not_allowed: {
    status: 421,
    message: 'this host name is not served here',
    hint: 'Use http://127.0.0.1 or http://localhost with the port of this daemon.',
  },
  cross_site: {
    status: 403,
    message: 'cross-site requests are refused',
    hint: 'Open the address directly instead of following a link from another site.',
  },
  foreign_origin: {
    status: 403,
    message: 'requests from another origin are refused',
    hint: 'A page of another origin reaches this API only through the Hermes WebUI proxy.',
  },
  uri_too_long: {
    status: 414,
    message: 'the request target exceeds 65536 bytes',
    hint: 'Send a long task or prompt with POST.',
  },
  method_not_allowed: { status: 405, message: 'method not allowed' },
  rate_limited: {
    status: 429,
    message: 'too many requests',
    hint: 'Wait for Retry-After seconds. The budget of authorised calls is set with --rate-limit.',
  },
  token_not_provisioned: {
    status: 503,
    message: 'sidecar token not provisioned',
    hint: 'Approve the sidecar once in Hermes One (Settings > Extensions > Diagnostics); that writes the token file.',
  },
  invalid_token: {
    status: 401,
    message: 'invalid sidecar token',
    hint: 'Send the content of the token file in the X-Hermes-Sidecar-Token header.',
  },
  client_header_required: {
    status: 403,
    message: 'the X-Hermes-Router-Client header is required',
    hint: 'Send X-Hermes-Router-Client with the name of your program. A page cannot: the Hermes WebUI proxy strips it.',
  },
  unsupported_encoding: {
    status: 415,
    message: 'request bodies must not be compressed',
    hint: 'Send the body without Content-Encoding.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'request body must be JSON',
    hint: 'Send Content-Type: application/json.',
  },
  body_too_large: { status: 413, message: 'request body exceeds 16777216 bytes' },
  incomplete_body: { status: 400, message: 'request body ended early' },
  invalid_json: { status: 400, message: 'request body is not valid JSON' },
  body_too_deep: { status: 400, message: 'request body nests deeper than 100 levels' },
  body_not_object: { status: 400, message: 'request body must be a JSON object' },
  unknown_field: { status: 400, message: 'unknown field' },
  invalid_field: { status: 400, message: 'a field has the wrong type' },
  task_required: { status: 400, message: 'task is required' },
  task_too_long: { status: 400, message: 'task is too long' },
  prompt_too_long: { status: 400, message: 'prompt_text is too long' },
  at_invalid: { status: 400, message: 'at must be an ISO-8601 timestamp, e.g. 2026-08-17T07:00:00Z' },
  policy_invalid: {
    status: 400,
    message: 'router policy is invalid',
    hint: 'GET /lint, or `hermes-router lint`, lists what is wrong with it.',
  },
  context_and_prompt: {
    status: 400,
    message: 'context and prompt_text cannot be given together',
    hint: 'Send context to have it put in front of the task, or the whole prompt as prompt_text.',
  },
  routing_disabled: {
    status: 422,
    message: 'routing is disabled in the policy',
    hint: 'Set `enabled: true` in router.yaml.',
  },
  no_policy: {
    status: 422,
    message: 'there is no policy that can be loaded',
    hint: 'GET /lint, or `hermes-router lint`, says what is wrong with router.yaml.',
  },
  decision_not_found: {
    status: 404,
    message: 'route trace not found',
    hint: 'The log keeps about 20 MiB; older decisions are gone.',
  },
  bad_args: { status: 400, message: 'the request for a job is wrong' },
  unknown_profile: { status: 422, message: 'the profile does not exist', hint: 'Run: hermes profile list' },
  cwd_invalid: { status: 422, message: 'cwd is not a folder to work in' },
  prompt_too_large: { status: 422, message: 'the prompt is too long' },
  routing_denied: { status: 422, message: 'the task is blocked', hint: 'Run: hermes-router blocklist' },
  routing_unresolved: {
    status: 422,
    message: 'the policy names no profile for this task',
    hint: 'Pass a profile explicitly, or repair router.yaml.',
  },
  queue_full: {
    status: 429,
    message: 'too many jobs are waiting',
    hint: 'Ask again after Retry-After seconds, or raise plugins.entries.hermes-smart-router.watchdog.max_concurrent.',
  },
  idempotency_conflict: {
    status: 409,
    message: 'another request was made under this idempotency_key',
    hint: 'Use a new key for a new request.',
  },
  daemon_stopping: { status: 503, message: 'the router is stopping', hint: 'Ask again after Retry-After seconds.' },
  job_not_found: {
    status: 404,
    message: 'unknown job',
    hint: 'The last 500 jobs of the last 7 days are kept.',
  },
  plan_required: { status: 400, message: "a 'policy' object is required" },
  base_hash_required: {
    status: 400,
    message: 'apply requires plan.base_hash',
    hint: 'Send the whole answer of POST /plan as `plan`.',
  },
  plan_id_unknown: {
    status: 400,
    message: 'the plan_id is unknown, was used, or is older than ten minutes',
    hint: 'Plan again: POST /plan.',
  },
  if_match_mismatch: {
    status: 400,
    message: 'If-Match must be the base_hash in double quotes',
    hint: 'Send the ETag of GET /policy as it is, or leave If-Match out.',
  },
  restart_unavailable: { status: 400, message: 'this build does not restart Hermes' },
  policy_rejected: {
    status: 400,
    message: 'the change cannot be applied',
    hint: 'POST /plan with the same change says what is wrong with it.',
  },
  policy_changed: {
    status: 409,
    message: 'the policy file has changed since it was read',
    hint: 'Read it again and plan anew: nothing was written.',
  },
  policy_read_only: {
    status: 403,
    message: 'the policy file is read-only',
    hint: 'Give the file its write permission back: nothing was written.',
  },
  policy_locked: { status: 503, message: 'another program is writing the policy file', hint: 'Try again in a moment.' },
  policy_write_failed: {
    status: 500,
    message: 'the policy file could not be written',
    hint: 'The old content is still there.',
  },
  unknown_route: { status: 404, message: 'unknown route' },
  console_not_found: { status: 404, message: 'console not found', hint: 'Build it: npm run build' },
  answer_too_large: {
    status: 406,
    message: 'the answer exceeds 524288 bytes',
    hint: 'Ask with Accept-Encoding: gzip, or for fewer rows.',
  },
  malformed_request: { status: 400, message: 'malformed HTTP request' },
  headers_too_large: {
    status: 431,
    message: 'the request head exceeds 81920 bytes',
    hint: 'Send a long task or prompt with POST.',
  },
  request_timeout: { status: 408, message: 'the request did not arrive in time' },
  internal: { status: 500, message: 'internal error', hint: 'The log of the daemon says more.' },
} as const satisfies Record<string, ErrorRow>;

/** Stable name of an error: a key of {@link ERRORS}. */
export type ErrorCode = keyof typeof ERRORS;

/** The JSON body of every failure. */
export interface ErrorBody {
  readonly error: string;
  readonly code: ErrorCode;
  readonly hint?: string;
}

/** The body of one failure. `message` replaces the row's text where the caller knows it more exactly. */
export function errorBody(code: ErrorCode, message?: string): ErrorBody {
  const row: ErrorRow = ERRORS[code];
  const body = { error: message ?? row.message, code };
  return row.hint === undefined ? body : { ...body, hint: row.hint };
}

/** A failure on its way to the error handler. It carries no status and no text of its own: the catalogue has them. */
export interface ApiError extends Error {
  readonly apiCode: ErrorCode;
}

/** Makes the error that a parser or a handler throws to answer one row of the catalogue. */
export function apiError(code: ErrorCode, message?: string): ApiError {
  return Object.assign(new Error(message ?? ERRORS[code].message), { apiCode: code });
}

/** True for an error made by {@link apiError}. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'apiCode' in error;
}
