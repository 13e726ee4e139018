import { setTimeout as pause } from 'node:timers/promises';
import type { StreamName } from '../jobs/store/job-files.ts';
import type { DaemonClient } from './client.ts';
import { isDaemonError } from './daemon-error.ts';
import { findJob, readOutput } from './jobs.ts';
import type { SeenJob } from './seen-job.ts';

/** Seconds of one poll: what the daemon waits at most, so that its answer passes the WebUI's proxy too. */
const POLL_SECONDS = 7;
/** A person sees what a job prints at once, and the daemon hardly notices. ms. */
const OUTPUT_POLL_MS = 250;
/** A daemon that is restarted is back within this; the jobs of the one before are settled then. ms. */
const RESTART_MS = 20_000;
const RETRY_MS = 500;

/** How long to follow a job, and who wants to know. */
export interface FollowOptions {
  /** Longest wait in seconds; default: until the job has ended. */
  readonly seconds?: number;
  /** Ends the wait at once; the job goes on. */
  readonly signal?: AbortSignal;
  /** Told about the job after each poll, changed or not. */
  readonly onPoll?: (job: SeenJob) => void;
}

/**
 * Waits until a job has ended, and survives a restart of the daemon meanwhile. Resolves with the job as it was seen last: ended, or not where time or the signal
 * cut the wait short.
 * @throws DaemonError
 */
export async function followJob(client: DaemonClient, first: SeenJob, options: FollowOptions = {}): Promise<SeenJob> {
  const { seconds = Number.POSITIVE_INFINITY, signal, onPoll } = options;
  const until = performance.now() + seconds * 1000;
  let job = first;
  for (;;) {
    const left = Math.min(POLL_SECONDS, Math.ceil((until - performance.now()) / 1000));
    if (job.ended || left <= 0 || signal?.aborted === true) return job;
    const wait = { rev: job.rev, seconds: left, signal };
    const next = await patiently(() => findJob(client, job.id, wait), signal);
    // Nobody waits any more, or it is forgotten: nothing will ever be known again.
    if (next === null) return job;
    job = next;
    onPoll?.(job);
  }
}

/** A piece of output for a person. */
export type OutputSink = (text: string, lostBytes: number) => void;

/**
 * Hands over what a job prints until it has ended and everything is read.
 * @param from raw byte to begin at.
 * @throws DaemonError
 */
export async function followOutput(
  client: DaemonClient,
  {
    id,
    stream,
    from = 0,
    signal,
  }: { readonly id: string; readonly stream: StreamName; readonly from?: number; readonly signal?: AbortSignal },
  sink: OutputSink,
): Promise<void> {
  let at = from;
  while (signal?.aborted !== true) {
    const chunk = await patiently(() => readOutput(client, id, stream, at), signal);
    if (chunk === null) return;
    at = Math.max(at, chunk.next);
    const lost = chunk.gap === undefined ? 0 : chunk.gap.to - chunk.gap.from;
    if (chunk.text !== '' || lost > 0) sink(chunk.text, lost);
    if (chunk.eof) return;
    // With more at hand there is nothing to wait for.
    if (chunk.text === '' || chunk.next === chunk.end)
      await pause(OUTPUT_POLL_MS, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}

/** Asks again while nothing listens, for as long as a restart takes; `null` once the signal says that nobody waits. */
async function patiently<T>(question: () => Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  const until = performance.now() + RESTART_MS;
  for (;;) {
    try {
      return await question();
    } catch (error) {
      if (signal?.aborted === true) return null;
      if (!isDaemonError(error) || error.daemonProblem !== 'unreachable' || performance.now() > until) throw error;
      await pause(RETRY_MS, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    }
  }
}
