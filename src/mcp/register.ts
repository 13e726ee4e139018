import type { Command } from 'commander';
import { openDaemonClient } from '../client/client.ts';
import { parsePort } from '../client/port.ts';
import { delegateProfile } from './delegate-profile.ts';
import { JOB_TOOLS } from './job-tools.ts';
import { type McpFlags, readSurroundings } from './surroundings.ts';
import { TRACE_ROUTE } from './trace-route.ts';

/** What the command needs of its process. */
export interface McpProcess {
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  /** Aborted once nobody reads standard output. */
  readonly closed: AbortSignal;
  readonly complain: (text: string) => void;
}

/** Exit code of a command that was not understood. */
const EXIT_USAGE = 2;

/** `mcp`: the MCP server by which an agent gets `delegate_profile` as a tool. */
export function registerMcp(program: Command, { env, version, closed, complain }: McpProcess): void {
  program
    .command('mcp')
    .description('Serve delegate_profile and its companions as MCP tools on standard input and output.')
    .option('--hermes-home <folder>', 'the Hermes home whose daemon to use (default: $HERMES_HOME, else ~/.hermes)')
    .option(
      '--active-profile <name>',
      'the profile that the agent runs under: its own tasks are not sent through a process',
    )
    .option('--port <number>', 'port of the daemon (default: as its lock file says, else 8791)')
    .addHelpText(
      'after',
      `
In the config.yaml of a Hermes profile, under mcp_servers:
  router: {command: hermes-router, args: [mcp, --hermes-home, ~/.hermes, --active-profile, coder]}
Exit codes: 0 the client closed the connection, 2 usage. A daemon that is down is an answer of the tools, not an end.`,
    )
    .action(async (_, command: Command) => {
      const flags = command.optsWithGlobals<McpFlags>();
      const port = flags.port === undefined ? null : parsePort(flags.port);
      if (flags.port !== undefined && port === null)
        command.error(`error: --port ${JSON.stringify(flags.port)}: give a whole number from 1 to 65535`, {
          exitCode: EXIT_USAGE,
        });
      const surroundings = readSurroundings(flags, env);
      const client = openDaemonClient({ paths: surroundings.paths, port, name: 'mcp' });
      // The protocol's implementation takes 0.3 s to load: only this command pays for it.
      const { serveMcp } = await import('./serve.ts');
      const tools = [delegateProfile(surroundings, env), TRACE_ROUTE, ...JOB_TOOLS];
      await serveMcp({ version, tools, client, stop: AbortSignal.any([closed, ended()]), complain });
    });
}

function ended(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  return controller.signal;
}
