import type { Json, JsonObject } from '../lib/json.ts';
import { FAILURE_KINDS, type FailureKind } from './failure-kind.ts';

/** Characters of a child's answer and of what it printed before it failed; the tail is kept (spec: runtime 2.1). */
export const RESULT_CHARS = 8000;
/** Characters of a child's stderr; the tail is kept. */
export const STDERR_CHARS = 2000;

/** What every envelope has, whatever happened: one JSON object that says it and whether to ask again. */
export interface EnvelopeHead {
  readonly success: boolean;
  /** `null` on success. */
  readonly failure_kind: FailureKind | null;
  readonly retryable: boolean;
  /** The job's id; `null` where no job came to be. */
  readonly subagent_id: string | null;
}

/** The envelope of a failure. More fields by kind. */
export interface FailureEnvelope extends EnvelopeHead {
  readonly [field: string]: Json | undefined;
  readonly success: false;
  readonly failure_kind: FailureKind;
  readonly error: string;
}

/** Any envelope as it is stored and sent. */
export type Envelope = EnvelopeHead & JsonObject;

/** The envelope of something that failed before, or without, an attempt. */
export function failure(kind: FailureKind, error: string, fields: JsonObject = {}): FailureEnvelope {
  return {
    success: false,
    failure_kind: kind,
    retryable: FAILURE_KINDS[kind].retryable,
    subagent_id: null,
    error,
    ...fields,
  };
}

/** The last `count` UTF-16 units of a text, never beginning inside a surrogate pair. */
export function tailOf(text: string, count: number): string {
  if (text.length <= count) return text;
  const start = text.length - count;
  const unit = text.charCodeAt(start);
  return text.slice(unit >= 0xdc00 && unit <= 0xdfff ? start + 1 : start);
}
