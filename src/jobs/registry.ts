import type { Job } from './job.ts';
import { isFinal } from './state.ts';

/** Every job this daemon knows of, newest last. */
export interface Registry {
  add(job: Job): void;
  get(id: string): Job | undefined;
  /** In the order in which they were accepted. */
  all(): Iterable<Job>;
  /** Replaces a job, counts its `rev` up and wakes who waits for that. @throws RangeError for an unknown or final job. */
  change(id: string, patch: JobPatch): Job;
  remove(id: string): void;
  /**
   * Resolves with the job as soon as its `rev` is not the given one, at once where it already is another or the job is final; after
   * `seconds` with the job as it is then. `null` for an unknown one.
   */
  waitForChange(id: string, rev: number, seconds: number): Promise<Job | null>;
  /** Answers everybody who waits, for the end of the process. */
  wakeAll(): void;
}

/** What may change about a job. */
export type JobPatch = Partial<
  Pick<Job, 'state' | 'profile' | 'model' | 'provider' | 'decisionId' | 'warnings' | 'attempts' | 'output'>
>;

/** Opens an empty registry. */
export function openRegistry(): Registry {
  const jobs = new Map<string, Job>();
  const waiters = new Map<string, Set<() => void>>();
  const wake = (id: string): void => {
    for (const done of waiters.get(id) ?? []) done();
  };
  return {
    add: (job) => void jobs.set(job.id, job),
    get: (id) => jobs.get(id),
    all: () => jobs.values(),
    change: (id, patch) => {
      const before = jobs.get(id);
      if (before === undefined || isFinal(before.state)) throw new RangeError(`job ${id} cannot change`);
      const after = { ...before, ...patch, rev: before.rev + 1 };
      jobs.set(id, after);
      wake(id);
      return after;
    },
    remove: (id) => {
      jobs.delete(id);
      wake(id);
    },
    waitForChange: (id, rev, seconds) => {
      const job = jobs.get(id);
      if (job === undefined) return Promise.resolve(null);
      if (job.rev !== rev || isFinal(job.state) || seconds <= 0) return Promise.resolve(job);
      return new Promise((resolve) => {
        const own = waiters.get(id) ?? new Set();
        waiters.set(id, own);
        const done = (): void => {
          clearTimeout(timer);
          own.delete(done);
          if (own.size === 0) waiters.delete(id);
          resolve(jobs.get(id) ?? null);
        };
        const timer = setTimeout(done, seconds * 1000);
        own.add(done);
      });
    },
    wakeAll: () => {
      for (const id of [...waiters.keys()]) wake(id);
    },
  };
}
