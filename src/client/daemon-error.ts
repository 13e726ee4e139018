/** Why: nothing there, something else there, no token to show, the token refused, or an answer that is an error. */
export type DaemonProblem = 'unreachable' | 'not_ours' | 'no_token' | 'token_refused' | 'failed';

/** The daemon could not be asked. */
export interface DaemonError extends Error {
  readonly daemonProblem: DaemonProblem;
  /** What a person can do about it. */
  readonly cure: string;
}

/** Makes a {@link DaemonError}. */
export function daemonError(daemonProblem: DaemonProblem, message: string, cure: string): DaemonError {
  return Object.assign(new Error(message), { daemonProblem, cure });
}

/** True for an error made by {@link daemonError}. */
export function isDaemonError(error: unknown): error is DaemonError {
  return error instanceof Error && 'daemonProblem' in error;
}
