import type { Job } from './job.ts';
import { holdsSlot } from './state.ts';

/** Jobs that may wait for a slot; one more is refused with 429. */
export const MAX_QUEUED = 100;

/** How the slots stand: the `/status.jobs` body. */
export interface SlotCounts {
  /** Jobs that hold a slot: routing, running or stopping. */
  readonly running: number;
  readonly queued: number;
  /** How many may run at the same time. */
  readonly slots: number;
}

/** A job that waits. Times are seconds of a clock that never goes back. */
export interface WaitingJob {
  readonly id: string;
  readonly queuedAt: number;
  /** Longest wait; 0 for as long as the job itself may take (`totalSeconds`). */
  readonly queueWait: number;
  readonly totalSeconds: number;
}

/** What to do with the jobs that wait. */
export interface QueueMoves {
  /** Ids to give a slot, in order. */
  readonly start: readonly string[];
  /** Ids that have waited too long. */
  readonly expire: readonly string[];
}

/** Counts jobs by what they are doing now: a slot is taken by a job that lives, and by nothing else. */
export function countSlots(jobs: Iterable<Job>, slots: number): SlotCounts {
  let running = 0;
  let queued = 0;
  for (const { state } of jobs) {
    if (holdsSlot(state)) running++;
    else if (state.name === 'queued') queued++;
  }
  return { running, queued, slots };
}

/**
 * Gives free slots to those who wait, first come first served, then sends away who has waited too long. In this order: a job whose time is
 * up in the same moment as a slot becomes free runs.
 */
export function queueMoves(waiting: readonly WaitingJob[], freeSlots: number, now: number): QueueMoves {
  const free = Math.max(0, freeSlots);
  return {
    start: waiting.slice(0, free).map(({ id }) => id),
    expire: waiting
      .slice(free)
      .filter((job) => now - job.queuedAt >= longestWait(job))
      .map(({ id }) => id),
  };
}

/** Seconds after which a waiting job is sent away. */
export function longestWait({ queueWait, totalSeconds }: Pick<WaitingJob, 'queueWait' | 'totalSeconds'>): number {
  return queueWait > 0 ? queueWait : totalSeconds;
}
