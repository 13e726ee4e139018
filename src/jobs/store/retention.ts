import type { Job } from '../job.ts';
import { isFinal } from '../state.ts';

/** How many ended jobs are kept, how long (ms), and how much their folders may hold together (bytes). */
export interface RetentionLimits {
  readonly jobs: number;
  readonly ageMs: number;
  readonly bytes: number;
}

/** The last 500 jobs, 7 days, 1 GiB: whichever is reached first. */
export const RETENTION: RetentionLimits = { jobs: 500, ageMs: 7 * 86_400_000, bytes: 1024 ** 3 };

/** What a folder holds beside the streams: envelope, attempts and the rendered text, at most. Bytes. */
const REST_BYTES = 64 * 1024;

/** Ids of the jobs that are to be forgotten. Jobs that have not ended are always kept and count for nothing. */
export function expiredJobs(jobs: Iterable<Job>, now: Date, limits: RetentionLimits = RETENTION): string[] {
  const ended = [...jobs]
    .flatMap(({ id, state, output }) =>
      isFinal(state) ? [{ id, endedAt: state.endedAt.getTime(), bytes: folderBytes(output) }] : [],
    )
    .sort((a, b) => b.endedAt - a.endedAt);
  let bytes = 0;
  return ended
    .filter((job, index) => {
      bytes += job.bytes;
      return index >= limits.jobs || now.getTime() - job.endedAt > limits.ageMs || bytes > limits.bytes;
    })
    .map(({ id }) => id);
}

/** The rendered text is at most as long as stdout. */
function folderBytes({ stdout, stderr }: Job['output']): number {
  return 2 * stdout.kept + stderr.kept + REST_BYTES;
}
