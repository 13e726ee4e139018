import type { Envelope } from './envelope.ts';

/** Why a request starts no job; stable, for the error catalogue of a face. */
export type RefusalCode =
  | 'bad_args'
  | 'unknown_profile'
  | 'cwd_invalid'
  | 'prompt_too_large'
  | 'routing_denied'
  | 'routing_unresolved'
  | 'routing_disabled'
  | 'no_policy'
  | 'queue_full'
  | 'idempotency_conflict'
  | 'daemon_stopping';

/** A request that was refused before it became a job. The message is the envelope's `error`. */
export interface JobRefusal extends Error {
  readonly refusalCode: RefusalCode;
  readonly envelope: Envelope;
  /** Whole seconds after which asking again makes sense; `null` where time does not help. */
  readonly retryAfterSeconds: number | null;
}

/** Makes the error that a submission rejects with. */
export function jobRefusal(
  refusalCode: RefusalCode,
  envelope: Envelope & { readonly error: string },
  retryAfterSeconds: number | null = null,
): JobRefusal {
  return Object.assign(new Error(envelope.error), { refusalCode, envelope, retryAfterSeconds });
}

/** True for an error made by {@link jobRefusal}. */
export function isJobRefusal(error: unknown): error is JobRefusal {
  return error instanceof Error && 'refusalCode' in error;
}
