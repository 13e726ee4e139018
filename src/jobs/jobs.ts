import { join } from 'node:path';
import { openJournalReader } from '../journal/reader.ts';
import { openDispatcher } from './dispatcher.ts';
import { failure } from './envelope.ts';
import type { Job } from './job.ts';
import { isJobId } from './job-id.ts';
import { type JobPage, type ListQuery, listJobs } from './list.ts';
import { type OutputChunk, readChunk } from './output-chunk.ts';
import type { JobParts } from './parts.ts';
import { MAX_QUEUED, type SlotCounts } from './queue.ts';
import { jobRefusal } from './refusal.ts';
import { settleJobs } from './settle.ts';
import { isFinal } from './state.ts';
import type { StreamName } from './store/job-files.ts';
import { jobRow } from './store/job-row.ts';
import { loadJobs } from './store/load-jobs.ts';
import { expiredJobs } from './store/retention.ts';
import { admit, type InlineAnswer, readRequest, requestHash } from './submit.ts';
import { type JobView, jobView } from './wire.ts';

/** What a submission became. */
export type Submission =
  | { readonly kind: 'accepted'; readonly job: JobView }
  /** The same request under the same key was accepted before. */
  | { readonly kind: 'repeated'; readonly job: JobView }
  | { readonly kind: 'inline'; readonly answer: InlineAnswer };

/** The jobs of this daemon, and those of earlier ones that are still kept. */
export interface Jobs {
  /** Accepts a delegation. @throws JobRefusal for one that starts no job. */
  submit(body: unknown): Promise<Submission>;
  list(query: ListQuery): Promise<JobPage>;
  /**
   * One job with its envelope; `null` for an unknown id. With `wait` (seconds) and an unchanged `rev` the answer comes with the next change,
   * at the latest after that time.
   */
  find(id: string, wait?: { readonly rev: number | null; readonly seconds: number }): Promise<JobView | null>;
  /** A piece of what a job printed; `null` for an unknown id. */
  output(id: string, stream: StreamName, from: number): Promise<OutputChunk | null>;
  /** Asks a job to end and answers with it as it is then; one that has ended stays as it is. `null` for an unknown id. */
  cancel(id: string): Promise<JobView | null>;
  counts(): SlotCounts;
  /** The longest that `close` should be waited for, in seconds: the grace of children, and some time to write. */
  closeSeconds(): number;
  /** Stops all jobs (`daemon_stop`), writes their ends, closes the journal. */
  close(): Promise<void>;
}

/** When the queue is full: seconds after which a place is likely to be free. */
const RETRY_QUEUE_SECONDS = 10;

/** Seconds for what follows the grace: SIGKILL, the last output, the envelopes. */
const CLOSE_SECONDS = 5;

/** Rows of a job are about 1 KiB: 32 MiB tell of some five thousand jobs, ten times what is kept. */
export const JOB_JOURNAL_LIMITS = { maxBytes: 8 * 1024 * 1024, backups: 3 } as const;

/** Where the journal of jobs is. */
export function jobJournalPath(stateDir: string): string {
  return join(stateDir, 'jobs.jsonl');
}

/** Opens the jobs of a daemon and begins to settle what an earlier one left. */
export function openJobs(parts: JobParts): Jobs {
  const { registry, files, journal } = parts;
  const dispatcher = openDispatcher(parts, () => void prune(parts));
  let closing = false;
  const loaded = load(parts);
  const settled = loaded.then(() => settleJobs(parts, parts.settings().grace)).then(() => prune(parts));

  async function accept(body: unknown): Promise<Submission> {
    const request = readRequest(body);
    const known = request.idempotencyKey === '' ? undefined : jobWithKey(registry.all(), request.idempotencyKey);
    if (known !== undefined) {
      if (known.requestHash === requestHash(request)) return { kind: 'repeated', job: await shown(known) };
      const error = 'Another request was made under this idempotency_key';
      throw jobRefusal('idempotency_conflict', failure('bad_args', error, { job_id: known.id }));
    }
    if (closing)
      throw jobRefusal('daemon_stopping', failure('daemon_stop', 'The router is stopping'), RETRY_QUEUE_SECONDS);
    const admission = admit(parts, request);
    if (admission.kind === 'inline') return admission;
    const { queued, running, slots } = dispatcher.counts();
    if (queued >= MAX_QUEUED && running >= slots)
      throw jobRefusal(
        'queue_full',
        failure('at_capacity', `${queued} jobs are waiting already (cap=${slots})`),
        RETRY_QUEUE_SECONDS,
      );
    const { job } = admission;
    registry.add(job);
    const recorded = journal.append(jobRow(job, 'accepted', job.createdAt));
    dispatcher.take(job.id, request);
    await recorded;
    return { kind: 'accepted', job: await shown(registry.get(job.id) ?? job) };
  }

  async function shown(job: Job): Promise<JobView> {
    return jobView(job, isFinal(job.state) ? await files.readEnvelope(job.id) : null);
  }

  return {
    submit: async (body) => {
      await loaded;
      return accept(body);
    },
    list: async (query) => {
      await loaded;
      return listJobs(registry.all(), query);
    },
    find: async (id, wait) => {
      await loaded;
      const now = registry.get(id);
      if (now === undefined || wait === undefined) return now === undefined ? null : shown(now);
      const job = await registry.waitForChange(id, wait.rev ?? now.rev, closing ? 0 : wait.seconds);
      return job === null ? null : shown(job);
    },
    output: async (id, stream, from) => {
      await loaded;
      const job = isJobId(id) ? registry.get(id) : undefined;
      return job === undefined ? null : readChunk(files.stream(id, stream), from, isFinal(job.state));
    },
    cancel: async (id) => {
      await loaded;
      dispatcher.stop(id, 'cancelled');
      const job = registry.get(id);
      return job === undefined ? null : shown(job);
    },
    counts: () => dispatcher.counts(),
    closeSeconds: () => {
      const { running, queued } = dispatcher.counts();
      return running + queued === 0 ? CLOSE_SECONDS : parts.settings().grace + CLOSE_SECONDS;
    },
    close: async () => {
      closing = true;
      await settled;
      await dispatcher.close();
      await journal.close();
    },
  };
}

function jobWithKey(jobs: Iterable<Job>, key: string): Job | undefined {
  for (const job of jobs) if (job.request.idempotency_key === key) return job;
  return undefined;
}

/** Lists what an earlier daemon recorded, and removes the folders of jobs that are forgotten. What it left unfinished holds its slots. */
async function load({ journal, registry, files }: JobParts): Promise<void> {
  const reader = openJournalReader({ path: journal.health().path, backups: JOB_JOURNAL_LIMITS.backups });
  for (const job of await loadJobs(reader)) registry.add(job);
  for (const id of await files.ids()) if (registry.get(id) === undefined) await files.remove(id);
}

async function prune({ registry, files, now }: JobParts): Promise<void> {
  for (const id of expiredJobs(registry.all(), now())) {
    registry.remove(id);
    await files.remove(id);
  }
}
