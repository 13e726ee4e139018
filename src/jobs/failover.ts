import type { Target } from './targets.ts';

/** An attempt with less than this left (seconds) could only fail: Hermes alone takes some seconds to start. */
export const LEAST_ATTEMPT_SECONDS = 5;

/** What the loop has to know of an attempt that ended. */
export interface AttemptOutcome {
  readonly ok: boolean;
  /** Whether another target may do better. */
  readonly retryable: boolean;
}

/** One attempt to make. */
export interface AttemptOrder {
  /** From 1. */
  readonly n: number;
  readonly target: Target;
  /** What is left of the total, in seconds. */
  readonly limitSeconds: number;
  /** Whether that is the whole total: a timeout of a shortened attempt is no provider's fault. */
  readonly fullLimit: boolean;
}

/** What the loop works with. */
export interface FailoverPlan<Outcome extends AttemptOutcome> {
  /** Distinct, in order; at least one. */
  readonly targets: readonly Target[];
  readonly totalSeconds: number;
  /** False: the first target only. */
  readonly failover: boolean;
  /** Seconds of a clock that never goes back. */
  readonly monotonic: () => number;
  /** Asked about each target but the first, just before its attempt: the decision vetted the head only. */
  readonly admits: (target: Target) => Promise<boolean>;
  readonly attempt: (order: AttemptOrder) => Promise<Outcome>;
}

/**
 * Attempts the targets in order, under one limit for all of them that starts with the first: on to the next after a failure that another
 * target may not have, until one succeeds, the rest of the time is too short, or none is left. Each target is attempted once.
 * @returns the outcomes in order; the last one is the job's.
 */
export async function attemptTargets<Outcome extends AttemptOutcome>(
  plan: FailoverPlan<Outcome>,
): Promise<readonly Outcome[]> {
  const startedAt = plan.monotonic();
  const outcomes: Outcome[] = [];
  for (const target of plan.failover ? plan.targets : plan.targets.slice(0, 1)) {
    const isFirst = outcomes.length === 0;
    const left = isFirst ? plan.totalSeconds : plan.totalSeconds - (plan.monotonic() - startedAt);
    if (!isFirst && left < LEAST_ATTEMPT_SECONDS) break;
    if (!isFirst && !(await plan.admits(target))) continue;
    const outcome = await plan.attempt({
      n: outcomes.length + 1,
      target,
      limitSeconds: left,
      fullLimit: isFirst,
    });
    outcomes.push(outcome);
    if (outcome.ok || !outcome.retryable) break;
  }
  return outcomes;
}
