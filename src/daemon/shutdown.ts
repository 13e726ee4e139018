import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { describeFault } from '../http/failures.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** What is left for requests in flight: the daemon promises to be gone 2 s after the signal (a unit stop waits for it). */
const GRACE_MS = 1_500;
/** What is left after them for putting state on disk: some 50 syncs of a slow disk, or one of a sick one. */
const FLUSH_MS = 400;

/** What has to be wound up. */
export interface ShutdownParts {
  readonly app: FastifyInstance;
  readonly log: Logger;
  readonly jobs: Pick<Jobs, 'close' | 'closeSeconds'>;
  /** Puts what is still in memory on disk. Never rejects. An answered decision is there already. */
  readonly flush: () => Promise<void>;
  /** Last act, synchronous: gives the state directory back. */
  readonly release: () => void;
}

/**
 * Winds the process up. SIGTERM or SIGINT: no new connections, idle ones closed, requests in flight answered with
 * `Connection: close`, jobs stopped and their ends written, state flushed, exit 0. A second signal exits at once. A fault nobody caught is logged and exits 1: the state it
 * leaves is unknown, and the service manager starts a fresh process.
 */
export function installShutdown({ app, log, jobs, flush, release }: ShutdownParts): void {
  let stopping = false;
  const exit = (code: number): never => {
    release();
    process.exit(code);
  };
  const crash = (error: unknown) => {
    log.fatal({ error: describeFault(error) }, 'unexpected fault, exiting');
    exit(1);
  };
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) exit(0);
    stopping = true;
    log.info(`${signal}: stopping`);
    // First of all, so that no job moves on to its next attempt; its limit is their grace, far beyond that of the requests.
    const jobsEnded = Promise.race([jobs.close(), after(jobs.closeSeconds() * 1000)]);
    const wound = app.close().then(
      () => 0,
      () => 1,
    );
    // A connection that never sent a request counts as busy to Node: the deadline closes it.
    Promise.race([wound, after(GRACE_MS)])
      .then(async (code) => {
        await jobsEnded;
        await Promise.race([flush(), after(FLUSH_MS)]);
        exit(code);
      })
      .catch(crash);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}

/** Answers 0, the exit code, once this many ms have passed. */
function after(ms: number): Promise<number> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(0), ms);
  });
}
