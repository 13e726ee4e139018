import type { Blocklist } from '../blocklist/blocklist.ts';
import type { HermesPaths } from '../hermes/paths.ts';
import type { Journal } from '../journal/journal.ts';
import type { HermesBinary } from '../system/hermes-binary.ts';
import type { RunningAttempt, StopReason } from './process/attempt-shape.ts';
import type { Registry } from './registry.ts';
import type { JobRequest } from './request.ts';
import type { JobRouter } from './routing.ts';
import type { JobFiles } from './store/job-files.ts';
import type { WatchdogSettings } from './watchdog/settings.ts';

/** What running jobs work on. One per process. */
export interface JobParts {
  readonly registry: Registry;
  readonly files: JobFiles;
  /** `jobs.jsonl`. */
  readonly journal: Journal;
  readonly outcomeLog: Journal;
  readonly blocklist: Blocklist;
  readonly router: JobRouter;
  readonly paths: HermesPaths;
  /** The daemon's environment, which children get a part of. */
  readonly env: NodeJS.ProcessEnv;
  /** Read anew for each job. */
  readonly settings: () => WatchdogSettings;
  /** Where `hermes` is and what it understands. */
  readonly binary: () => Promise<HermesBinary>;
  readonly now: () => Date;
  /** Seconds that never go back. */
  readonly monotonic: () => number;
}

/** What is known of a job only while it lives. The prompt is nowhere else. */
export interface LiveJob {
  readonly id: string;
  readonly request: JobRequest;
  readonly queuedAt: number;
  /** Aborted with a `StopReason` as soon as the job is to end. */
  readonly stop: AbortController;
  /** The process of the attempt in hand. */
  running: RunningAttempt | null;
}

/** Asks a job to end. The first reason counts. */
export function stopJob(live: LiveJob, reason: StopReason): void {
  if (!live.stop.signal.aborted) live.stop.abort(reason);
  live.running?.stop(reason);
}

/** Why a job is to end; `null` while it is not. */
export function stopReasonOf({ stop }: LiveJob): StopReason | null {
  if (!stop.signal.aborted) return null;
  return stop.signal.reason === 'daemon_stop' ? 'daemon_stop' : 'cancelled';
}

/** The promise's value, or `null` as soon as the job is to end. */
export async function unlessStopped<T>(live: LiveJob, work: Promise<T>): Promise<T | null> {
  const { signal } = live.stop;
  if (signal.aborted) return null;
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(null);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
