import { constants } from 'node:os';
import type { JsonObject } from '../lib/json.ts';
import { type Envelope, failure, RESULT_CHARS, STDERR_CHARS, tailOf } from './envelope.ts';
import type { FailureKind } from './failure-kind.ts';
import type { AttemptEnd, AttemptLimits, SpawnFailure, StopReason } from './process/attempt-shape.ts';
import type { Verdict } from './process/verdict.ts';
import type { Target } from './targets.ts';

/** The profile's own model. */
export const OWN_MODEL: Target = { model: '', provider: '' };

/** Whose attempt an envelope speaks of. */
export interface AttemptIdentity {
  readonly jobId: string;
  readonly profile: string;
  readonly target: Target;
}

/** Kinds that come without what the child had printed: the Python plugin's callers know them so (spec: runtime 10). */
const WITHOUT_PARTIAL_OUTPUT: readonly FailureKind[] = ['hard_timeout', 'crash', 'crash_or_oom', 'nonzero_exit'];

/** The fields of every envelope of an accepted job, whether an attempt ran or not. `elapsed_s` is the last attempt's. */
export function baseFields({ jobId, profile, target }: AttemptIdentity, elapsedSeconds: number): JsonObject {
  return {
    subagent_id: jobId,
    profile,
    model: target.model,
    provider: target.provider,
    elapsed_s: Math.round(elapsedSeconds * 10) / 10,
  };
}

/** The envelope of an attempt that ran. */
export function attemptEnvelope(
  identity: AttemptIdentity,
  end: AttemptEnd,
  verdict: Verdict,
  limits: AttemptLimits,
): Envelope {
  const fields = { ...baseFields(identity, end.elapsedSeconds), ...traces(identity, end, verdict) };
  const { failureKind } = verdict;
  if (failureKind === null) {
    const result = tailOf(end.text, RESULT_CHARS) || '(no output)';
    return { success: true, failure_kind: null, retryable: false, ...fields, subagent_id: identity.jobId, result };
  }
  const printed = end.text === '' ? end.stdout.tail.trim() : end.text;
  return failure(failureKind, attemptError(failureKind, end, verdict, limits), {
    ...fields,
    retryable: verdict.retryable,
    stderr: tailOf(end.stderr.tail.trim(), STDERR_CHARS),
    ...(WITHOUT_PARTIAL_OUTPUT.includes(failureKind) ? {} : { partial_output: tailOf(printed, RESULT_CHARS) }),
  });
}

/** The envelope of an attempt that could not be started. */
export function spawnEnvelope(identity: AttemptIdentity, problem: SpawnFailure): Envelope {
  return failure(problem.kind, problem.message, {
    ...baseFields(identity, 0),
    retryable: problem.retryable,
    reason: problem.reason,
  });
}

/** The envelope of a job that was stopped while nothing of it ran. */
export function stoppedEnvelope(identity: AttemptIdentity, reason: StopReason): Envelope {
  const error = reason === 'cancelled' ? 'The job was cancelled' : 'The router was stopped before the job could start';
  return failure(reason, error, { ...baseFields(identity, 0), reason });
}

/** What helps to understand the end, and to take up the work: Hermes keeps the session of a job that failed too. */
function traces({ profile }: AttemptIdentity, end: AttemptEnd, verdict: Verdict): JsonObject {
  return {
    reason: verdict.reason,
    exit_code: end.exitCode,
    signal: end.signal,
    session_id: end.sessionId,
    resume_hint: end.sessionId === null ? null : `hermes -p ${profile} --resume ${end.sessionId}`,
    reaped: end.reaped,
    ...(end.reaped === 0 ? {} : { reaped_names: end.reapedNames }),
    ...(end.unknown === 0 ? {} : { unknown: end.unknown }),
  };
}

function attemptError(kind: FailureKind, end: AttemptEnd, verdict: Verdict, limits: AttemptLimits): string {
  const code = `code ${exitNumber(end)}`;
  switch (kind) {
    case 'hard_timeout':
      return `Hard timeout after ${Math.trunc(limits.hardSeconds)}s`;
    case 'ttfb_stall':
      return `The child produced no output within ${Math.trunc(limits.ttfbSeconds)}s`;
    case 'idle_stall':
      return `The child went silent for more than ${Math.trunc(limits.idleSeconds)}s`;
    case 'quota_exhausted':
      return `Provider quota exhausted (the child ended with ${code})`;
    case 'agent_error':
      return verdict.reason === 'empty_answer'
        ? `The agent gave no answer before exiting with ${code}`
        : `The agent reported a failure while exiting with ${code}`;
    case 'cancelled':
      return 'The job was cancelled';
    case 'daemon_stop':
      return 'The router was stopped while the job ran';
    default:
      return `The child exited abnormally (${code})`;
  }
}

/** The exit code; for a signal its negative number, as Python's callers know it. */
function exitNumber({ exitCode, signal }: AttemptEnd): number | string {
  if (exitCode !== null) return exitCode;
  return signal === null ? 'unknown' : -constants.signals[signal];
}
