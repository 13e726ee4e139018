import type { LlmError, LlmErrorCode } from './errors.ts';

/** What follows from a failed attempt. */
export interface FailureEffect {
  /** The same hop may be asked again within the same call. */
  readonly retry: boolean;
  /** Another hop may do better: what a caller with candidates of its own goes by. */
  readonly nextHop: boolean;
  /** The host's fallback chain goes on. Narrower: a key that is refused is a matter for the operator, not for another bill. */
  readonly hostChain: boolean;
  /** What the failure is held against: the (model, provider) pair, or the credential with every model behind it. Null = nobody. */
  readonly counts: 'pair' | 'credential' | null;
  /** One failure is enough to leave the hop alone, instead of a series. */
  readonly atOnce: boolean;
}

const NOTHING: FailureEffect = { retry: false, nextHop: false, hostChain: false, counts: null, atOnce: false };
const ELSEWHERE: FailureEffect = { ...NOTHING, nextHop: true };
/** Caused by the request: another hop would only burn quota on the same refusal. */
const REQUEST = NOTHING;
const PASSING: FailureEffect = { retry: true, nextHop: true, hostChain: true, counts: 'pair', atOnce: false };
const BROKEN: FailureEffect = { ...PASSING, retry: false };
const REFUSED_KEY: FailureEffect = { ...ELSEWHERE, counts: 'credential', atOnce: true };

/** By HTTP status; the ranges below cover the rest. */
const BY_STATUS: ReadonlyMap<number, FailureEffect> = new Map([
  [401, REFUSED_KEY],
  [402, { ...REFUSED_KEY, hostChain: true }],
  [403, REFUSED_KEY],
  [404, { ...BROKEN, atOnce: true }],
  [408, PASSING],
  [429, { ...PASSING, atOnce: true }],
  [500, PASSING],
  [502, PASSING],
  [503, PASSING],
  [504, PASSING],
  [529, PASSING],
]);

const BY_CODE: Readonly<Record<Exclude<LlmErrorCode, 'http_status'>, FailureEffect>> = {
  refused: NOTHING,
  unknown_task: NOTHING,
  invalid_request: NOTHING,
  images_refused: NOTHING,
  invalid_provider: ELSEWHERE,
  unsupported_provider: ELSEWHERE,
  no_provider_configured: ELSEWHERE,
  no_model: ELSEWHERE,
  no_credentials: ELSEWHERE,
  cooling: { ...ELSEWHERE, hostChain: true },
  queue_timeout: NOTHING,
  timeout: BROKEN,
  aborted: NOTHING,
  network: PASSING,
  bad_content_type: BROKEN,
  bad_reply: BROKEN,
  no_choices: BROKEN,
  empty_reply: { ...ELSEWHERE, hostChain: true },
  truncated: ELSEWHERE,
  model_refusal: ELSEWHERE,
  schema_mismatch: ELSEWHERE,
  internal: NOTHING,
};

/** The effect of a failure, from one fixed table. A failure that carries a status goes by the status, wherever it stood. */
export function failureEffect(failure: Pick<LlmError, 'llmCode' | 'status'>): FailureEffect {
  const { llmCode, status } = failure;
  // A hop that rests because its key was refused is as much the operator's matter as the refusal was.
  if (llmCode === 'cooling') return { ...BY_CODE.cooling, hostChain: status !== 401 && status !== 403 };
  if (llmCode !== 'http_status') return BY_CODE[llmCode];
  const known = status === undefined ? undefined : BY_STATUS.get(status);
  return known ?? (status !== undefined && status >= 500 ? BROKEN : REQUEST);
}
