import type { Job } from './job.ts';
import type { JobState } from './state.ts';
import { type JobView, jobView } from './wire.ts';

/** Which jobs to list. */
export interface ListQuery {
  /** Only jobs in this state; `null` for all. */
  readonly state: JobState['name'] | null;
  /** 1 to 100. */
  readonly limit: number;
  /** `next_cursor` of the page before; empty for the first. */
  readonly cursor: string;
}

/** A page of jobs, newest first, without their envelopes. */
export interface JobPage {
  readonly jobs: readonly JobView[];
  /** Jobs in all that the filter lets through. */
  readonly matched: number;
  /** Present when there are older ones. */
  readonly next_cursor?: string;
}

/** Most jobs on a page. */
export const MAX_LIST_LIMIT = 100;
/** Jobs on a page unless the caller says otherwise. */
export const DEFAULT_LIST_LIMIT = 50;
/** Bytes of a page, encoded: below the 524,288 at which the WebUI's proxy cuts, with room for what surrounds the list. */
const MAX_PAGE_BYTES = 480 * 1024;

/**
 * Lists jobs, newest first, at most `limit` and at most what fits through the proxy. A cursor whose job was forgotten meanwhile lists nothing:
 * all older jobs were forgotten before it.
 */
export function listJobs(jobs: Iterable<Job>, { state, limit, cursor }: ListQuery): JobPage {
  const matching = [...jobs].filter((job) => state === null || job.state.name === state || job.id === cursor).reverse();
  const start = cursor === '' ? 0 : matching.findIndex(({ id }) => id === cursor) + 1;
  const candidates = cursor !== '' && start === 0 ? [] : matching.slice(start);
  const page: JobView[] = [];
  let bytes = 0;
  for (const job of candidates.slice(0, limit)) {
    const view = jobView(job);
    bytes += Buffer.byteLength(JSON.stringify(view)) + 1;
    if (page.length > 0 && bytes > MAX_PAGE_BYTES) break;
    page.push(view);
  }
  const last = page.at(-1);
  const matched = matching.filter((job) => state === null || job.state.name === state).length;
  const hasMore = page.length < candidates.length && last !== undefined;
  return { jobs: page, matched, ...(hasMore ? { next_cursor: last.id } : {}) };
}
