import type { Command } from 'commander';
import { openDaemonClient } from '../client/client.ts';
import { type DaemonProblem, isDaemonError } from '../client/daemon-error.ts';
import { lockPath, readLock } from '../client/lock-file.ts';
import { parsePort } from '../client/port.ts';
import { resolveHermesPaths } from '../hermes/paths.ts';
import { CODE_FOLDER, newestChange } from '../lib/code-age.ts';
import { isMapping, type JsonObject, own } from '../lib/json.ts';
import { EXIT_USAGE } from './daemon-flags.ts';
import { CommandError } from './failure.ts';
import { type CommandIo, plainText } from './output.ts';
import { restartService } from './stale-check/restart.ts';
import { type Ages, staleVerdict } from './stale-check/verdict.ts';

/** Longest that `/status` may take, in ms (spec: http 1.6). */
const ASK_MS = 5_000;

/** Why nothing can be told, by what kept the daemon from answering. */
const UNKNOWN: Readonly<Record<DaemonProblem, string>> = {
  no_token: 'disabled: the token cannot be read or is empty',
  token_refused: 'the daemon refuses the token',
  unreachable: 'the daemon does not answer',
  not_ours: 'something else answers',
  failed: 'the daemon answered with an error',
};

/** `stale-check`: what the timer runs. Restarts the service when the code on disk is newer than the code that runs. */
export function registerStaleCheck(program: Command, io: CommandIo): void {
  program
    .command('stale-check')
    .description(
      'Restart the service when the code on disk is newer than the code that runs, and no job runs or waits.',
    )
    .option('--port <number>', 'port of the daemon (default: as its lock file says, else 8791)')
    .addHelpText(
      'after',
      '\nJobs put a restart off for two hours at most.\nExit codes: 0 fresh, restarted, or it could not be told; 1 a restart failed; 2 usage.',
    )
    .action(async (flags: { port?: string }) => {
      const port = flags.port === undefined ? null : parsePort(flags.port);
      if (flags.port !== undefined && port === null)
        throw new CommandError(`--port ${JSON.stringify(flags.port)}: give a whole number from 1 to 65535`, EXIT_USAGE);
      const paths = resolveHermesPaths(io.env);
      const ages = await readAges(io, port);
      if (typeof ages === 'string') return io.print(`cannot tell: ${plainText(ages)}`);
      const verdict = staleVerdict(ages);
      if (verdict.kind !== 'restart') return io.print(`${verdict.kind}: ${verdict.reason}`);
      io.print(`restarting: ${verdict.reason}`);
      const restarted = await restartService(io.env, readLock(lockPath(paths.stateDir))?.pid ?? null);
      if (restarted.kind === 'done') return io.print('restarted');
      if (restarted.kind === 'not-ours')
        return io.print(`not restarted: ${plainText(restarted.reason)}. Restart it the way it was started.`);
      throw new CommandError(`the restart failed: ${plainText(restarted.reason)}`, 1);
    });
}

/** The ages that decide, or why they are not known. */
async function readAges(io: CommandIo, port: number | null): Promise<Ages | string> {
  const client = openDaemonClient({ paths: resolveHermesPaths(io.env), port, name: 'stale-check' });
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const { status, body } = await client.ask({ method: 'GET', path: '/status', signal });
    if (status !== 200 || !isMapping(body)) return `/status answered ${status}`;
    const startedAt = new Date(String(own(body, 'process_started_at')));
    if (Number.isNaN(startedAt.getTime())) return '/status does not say when the daemon started';
    return { startedAt, changedAt: newestChange(CODE_FOLDER), now: io.now(), jobs: pendingJobs(body) };
  } catch (error) {
    if (!isDaemonError(error)) throw error;
    return `${UNKNOWN[error.daemonProblem]} (${error.message})`;
  }
}

function pendingJobs(status: JsonObject): number {
  const jobs = own(status, 'jobs');
  const count = (name: string): number => {
    const value = isMapping(jobs) ? own(jobs, name) : undefined;
    return typeof value === 'number' ? value : 0;
  };
  return count('running') + count('queued');
}
