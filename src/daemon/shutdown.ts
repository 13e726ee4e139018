import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { describeFault } from '../http/failures.ts';

/** What is left for requests in flight: the daemon promises to be gone 2 s after the signal (a unit stop waits for it). */
const GRACE_MS = 1_500;

/** What has to be wound up. */
export interface ShutdownParts {
  readonly app: FastifyInstance;
  readonly log: Logger;
  /** Last act, synchronous: gives the state directory back. */
  readonly release: () => void;
}

/**
 * Winds the process up. SIGTERM or SIGINT: no new connections, idle ones closed, requests in flight answered with
 * `Connection: close`, exit 0. A second signal exits at once. A fault nobody caught is logged and exits 1: the state it
 * leaves is unknown, and the service manager starts a fresh process.
 */
export function installShutdown({ app, log, release }: ShutdownParts): void {
  let stopping = false;
  const exit = (code: number): never => {
    release();
    process.exit(code);
  };
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) exit(0);
    stopping = true;
    log.info(`${signal}: stopping`);
    // A connection that never sent a request counts as busy to Node: the deadline closes it.
    setTimeout(() => exit(0), GRACE_MS);
    app.close().then(
      () => exit(0),
      () => exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const crash = (error: unknown) => {
    log.fatal({ error: describeFault(error) }, 'unexpected fault, exiting');
    exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}
