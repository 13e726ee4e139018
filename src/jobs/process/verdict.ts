import type { FailureKind } from '../failure-kind.ts';
import type { AttemptEnd } from './attempt-shape.ts';
import { lastLines, saysNothing } from './printed-lines.ts';
import { isErrorLine, isProfileMissing, mentionsExhaustion, reportsFailure, suggestsExhaustion } from './vocabulary.ts';

/** What an attempt amounts to. `failureKind` null: success. */
export interface Verdict {
  readonly failureKind: FailureKind | null;
  readonly retryable: boolean;
  /** One word for the log and the envelope: `answered`, `empty_answer`, `provider_quota`, `provider_failure`, `exit_code_1`, ... */
  readonly reason: string;
}

/** The part of an `AttemptEnd` a verdict depends on. */
export type Judged = Pick<
  AttemptEnd,
  'reason' | 'stopReason' | 'lingered' | 'exitCode' | 'signal' | 'stderr' | 'text' | 'result' | 'report'
>;

/** How far from the end an error line still speaks for the whole run (product decision: 5 non-blank lines). */
const LINES = 5;

/** `hermes` in a kanban worker: the reason may pass (sysexits EX_TEMPFAIL). 78, its counterpart, is judged by its text like 1. */
const EXIT_TRANSIENT = 75;

const TIMEOUTS: Partial<Record<AttemptEnd['reason'], Verdict>> = {
  hard_timeout: { failureKind: 'hard_timeout', retryable: true, reason: 'time_limit' },
  ttfb_timeout: { failureKind: 'ttfb_stall', retryable: true, reason: 'no_first_output' },
  idle_timeout: { failureKind: 'idle_stall', retryable: true, reason: 'no_output' },
};
const QUOTA: Verdict = { failureKind: 'quota_exhausted', retryable: true, reason: 'provider_quota' };
const PROVIDER: Verdict = { failureKind: 'agent_error', retryable: true, reason: 'provider_failure' };
const EMPTY: Verdict = { failureKind: 'agent_error', retryable: true, reason: 'empty_answer' };
const ANSWERED: Verdict = { failureKind: null, retryable: false, reason: 'answered' };

/**
 * The verdict over a finished attempt, for both generations of the child's contract (exit 0 with the error printed as the answer; 1, 75, 78).
 * In this order: what we did to it, the structured outcome, the exit code, and only then words: those of error-shaped lines at the end. An
 * answer that talks about 429 is an answer, and on exit 0 with an answer stderr never counts.
 */
export function judge(end: Judged): Verdict {
  // Stopped while it lingered after a complete answer: finished work, which nobody should be told to do again.
  if (end.reason === 'stopped' && !isComplete(end))
    return end.stopReason === 'daemon_stop'
      ? { failureKind: 'daemon_stop', retryable: true, reason: 'daemon_stop' }
      : { failureKind: 'cancelled', retryable: false, reason: 'cancelled' };
  const outcome = end.result ?? end.report;
  if (outcome !== null) {
    const code = outcome.exitCode ?? 0;
    if (code !== 0) return failedExit(code, [...lastLines(outcome.error, LINES), ...closingLines(end)], outcome.error);
    if (outcome.error !== '') return mentionsExhaustion(outcome.error) ? QUOTA : PROVIDER;
    return saysNothing(end.text) ? EMPTY : ANSWERED;
  }
  const timeout = TIMEOUTS[end.reason];
  if (timeout !== undefined) return quotaOr(timeout, end);
  // Ended by us because it had printed all of its answer and did not go away: as good as exit 0.
  if (end.lingered) return cleanExit(end);
  if (end.signal !== null) return quotaOr(crash(end.signal), end);
  // Nobody saw how it ended: never a success.
  if (end.exitCode === null) return { failureKind: 'crash', retryable: true, reason: 'exit_unobserved' };
  return end.exitCode === 0 ? cleanExit(end) : failedExit(end.exitCode, closingLines(end), '');
}

/** Whether the structured outcome says that the task was done. */
function isComplete({ result, report, text }: Judged): boolean {
  const outcome = result ?? report;
  return outcome !== null && (outcome.exitCode ?? 0) === 0 && outcome.error === '' && !saysNothing(text);
}

function closingLines(end: Judged): string[] {
  return [...lastLines(end.text, LINES), ...lastLines(end.stderr.tail, LINES)];
}

function crash(signal: NodeJS.Signals): Verdict {
  const failureKind = signal === 'SIGKILL' ? 'crash_or_oom' : 'crash';
  return { failureKind, retryable: true, reason: signal.toLowerCase() };
}

/** A run that stalled or died right after it had reported an empty quota failed of the quota. */
function quotaOr(verdict: Verdict, end: Judged): Verdict {
  return closingLines(end).some((line) => isErrorLine(line) && mentionsExhaustion(line)) ? QUOTA : verdict;
}

function cleanExit(end: Judged): Verdict {
  const answered = !saysNothing(end.text);
  const lines = lastLines(answered ? end.text : end.stderr.tail, LINES).filter(isErrorLine);
  if (lines.some(mentionsExhaustion)) return QUOTA;
  if (lines.some(isProfileMissing)) return { failureKind: 'agent_error', retryable: false, reason: 'profile_missing' };
  if (lines.some(reportsFailure)) return PROVIDER;
  return answered ? ANSWERED : EMPTY;
}

function failedExit(code: number, lines: readonly string[], error: string): Verdict {
  const exhausted = (line: string) => (isErrorLine(line) ? mentionsExhaustion(line) : suggestsExhaustion(line));
  if (lines.some(exhausted) || mentionsExhaustion(error)) return QUOTA;
  if (lines.some(isProfileMissing)) return { failureKind: 'nonzero_exit', retryable: false, reason: 'profile_missing' };
  if (code === EXIT_TRANSIENT || lines.some(reportsFailure)) return PROVIDER;
  return { failureKind: 'nonzero_exit', retryable: false, reason: `exit_code_${code}` };
}
