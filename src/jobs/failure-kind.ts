/**
 * Every way in which a delegation fails, and whether asking again may help (spec: runtime 10). `retryable` says so to the caller; within a
 * job the same word decides whether the next target is tried.
 */
export const FAILURE_KINDS = {
  bad_args: { retryable: false },
  unknown_profile: { retryable: false },
  cwd_invalid: { retryable: false },
  prompt_too_large: { retryable: false },
  routing_recursion: { retryable: false },
  routing_denied: { retryable: false },
  routing_unresolved: { retryable: false },
  routing_error: { retryable: true },
  inline_error: { retryable: true },
  at_capacity: { retryable: true },
  binary_not_found: { retryable: false },
  spawn_error: { retryable: true },
  hard_timeout: { retryable: true },
  ttfb_stall: { retryable: true },
  idle_stall: { retryable: true },
  quota_exhausted: { retryable: true },
  agent_error: { retryable: true },
  crash_or_oom: { retryable: true },
  crash: { retryable: true },
  nonzero_exit: { retryable: false },
  cancelled: { retryable: false },
  lost: { retryable: true },
  daemon_stop: { retryable: true },
} as const satisfies Record<string, { readonly retryable: boolean }>;

/** The closed set of `failure_kind`. */
export type FailureKind = keyof typeof FAILURE_KINDS;
