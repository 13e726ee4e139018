import { describePortOwner } from '../client/port-owner.ts';
import { CommandError } from '../commands/failure.ts';
import { resolveHermesPaths } from '../hermes/paths.ts';
import { buildApp } from '../http/app.ts';
import { errorCode } from '../lib/atomic-file.ts';
import { openService } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { lockState } from './lock.ts';
import { createLog } from './log.ts';
import { announceReady } from './ready.ts';
import type { DaemonSettings } from './settings.ts';
import { installShutdown } from './shutdown.ts';

/** The only address the daemon is ever bound to. */
const LOOPBACK = '127.0.0.1';

/**
 * Starts the daemon and returns once it listens. A missing token or a bad policy is no reason not to start: the daemon
 * answers /health and says what is wrong everywhere else.
 * @throws CommandError when the state directory (exit 3) or the port (exit 4) is taken.
 */
export async function startDaemon(
  settings: DaemonSettings,
  env: NodeJS.ProcessEnv,
  version: string,
): Promise<{ readonly port: number }> {
  // Policy, state and journals are for their owner alone, whatever the shell's umask.
  process.umask(0o077);
  const log = createLog(settings.logLevel);
  const lock = lockState(resolveHermesPaths(env).stateDir, settings.port);
  try {
    if (lock.unlockedBecause !== null) log.warn(`running without the state lock: ${lock.unlockedBecause}`);
    const { context, token, close } = await openService({ env, config: settings.config, version, log });
    const app = await buildApp({ context, token, log, rateLimit: settings.rateLimit });
    const port = await listen(app, settings.port);
    installShutdown({ app, log, jobs: context.jobs, flush: close, release: lock.release });
    lock.recordPort(port);
    if (token.read() === null)
      log.warn(`no sidecar token at ${context.paths.tokenFile}: only /health answers until it is there`);
    log.info(`listening on http://${LOOPBACK}:${port}`);
    void announceReady(port, { env, log });
    // The counts of /routes come from an index. Built now, in the background, nobody waits for it.
    void context.history.decisions.totals();
    return { port };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, port: number): Promise<number> {
  try {
    await app.listen({ host: LOOPBACK, port });
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    throw new CommandError(`port ${port} is in use by ${await describePortOwner(port)}.`, EXIT.portInUse);
  }
  const address = app.server.address();
  if (typeof address !== 'object' || address?.address !== LOOPBACK) {
    await app.close();
    throw new Error('the server is not bound to 127.0.0.1');
  }
  return address.port;
}
