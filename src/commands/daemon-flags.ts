import type { Command } from 'commander';
import { type DaemonClient, openDaemonClient } from '../client/client.ts';
import { isDaemonError } from '../client/daemon-error.ts';
import { parsePort } from '../client/port.ts';
import { resolveHermesPaths } from '../hermes/paths.ts';
import { CommandError } from './failure.ts';
import type { CommandIo } from './output.ts';

/** Exit code of a command that could not ask the daemon (EX_UNAVAILABLE of sysexits.h). */
export const EXIT_NO_DAEMON = 69;
/** Exit code of a command that was not understood. */
export const EXIT_USAGE = 2;

/** Flags of every command that asks the daemon. */
export interface DaemonFlags {
  readonly port?: string;
  readonly json?: boolean;
}

/** Adds {@link DaemonFlags}. */
export function withDaemonFlags(command: Command): Command {
  return command
    .option('--port <number>', 'port of the daemon (default: as its lock file says, else 8791)')
    .option('--json', 'print JSON');
}

/**
 * Asks the daemon of this Hermes home.
 * @throws CommandError exit 2 for a bad port, exit 69 with the cure when the daemon cannot be asked.
 */
export async function withDaemon<T>(
  io: CommandIo,
  { port }: DaemonFlags,
  work: (client: DaemonClient) => Promise<T>,
): Promise<T> {
  const number = port === undefined ? null : parsePort(port);
  if (port !== undefined && number === null)
    throw new CommandError(`--port ${JSON.stringify(port)}: give a whole number from 1 to 65535`, EXIT_USAGE);
  try {
    return await work(openDaemonClient({ paths: resolveHermesPaths(io.env), port: number, name: 'cli' }));
  } catch (error) {
    if (!isDaemonError(error)) throw error;
    const code = error.daemonProblem === 'failed' ? 1 : EXIT_NO_DAEMON;
    throw new CommandError(error.cure === '' ? error.message : `${error.message}. ${error.cure}`, code);
  }
}
