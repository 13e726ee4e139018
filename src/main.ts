#!/usr/bin/env -S node --max-semi-space-size=2 --optimize-for-size
// Answers are short-lived garbage: a small nursery and an early look keep the daemon near its resting size (74 MB instead of 120).
import type { Command } from 'commander';
import { nodeVersionProblem, readPackageInfo } from './daemon/package-info.ts';

const EXIT_USAGE = 2;
const { version, lowestNode } = readPackageInfo();

/** Everything else is imported after this check: an older Node would fail in some package, with a message about syntax. */
const problem = nodeVersionProblem(process.version, lowestNode);
if (problem === null) {
  const code = await run();
  // A start that failed half-way may have left a socket open, which would keep the process alive.
  if (code !== 0) process.exit(code);
} else {
  process.stderr.write(`hermes-router: ${problem}\n`);
  process.exitCode = EXIT_USAGE;
}

async function serve(flags: Record<string, string>, env: NodeJS.ProcessEnv): Promise<{ port: number }> {
  const { readSettings } = await import('./daemon/settings.ts');
  const { startDaemon } = await import('./daemon/start.ts');
  return startDaemon(readSettings(flags, env), env, version);
}

/** The commands beside `serve`; left unloaded when the daemon starts, which is to answer soon. */
async function registerOthers(program: Command): Promise<void> {
  const { registerCommands } = await import('./commands/register.ts');
  const { registerDemo } = await import('./commands/demo.ts');
  const { processIo } = await import('./commands/output.ts');
  const { registerMcp } = await import('./mcp/register.ts');
  const io = processIo();
  registerCommands(program, io);
  registerDemo(program, io, serve);
  registerMcp(program, { ...io, version });
}

/** Runs the command line. Answers the exit code; `serve` goes on in the background and ends the process itself. */
async function run(): Promise<number> {
  const { Command, CommanderError } = await import('commander');
  const { CommandError } = await import('./commands/failure.ts');
  const program = new Command('hermes-router')
    .description('Decides which Hermes Agent profile and which model should do a task, and says why.')
    .version(version)
    .option('--config <path>', 'the policy file (default: $HERMES_ROUTER_CONFIG_FILE, else router.yaml in Hermes home)')
    .addHelpText(
      'after',
      `
First steps:
  hermes-router demo                          see it answer, in a home of its own
  hermes-router serve                         run the daemon; writes an example policy at its first start
  hermes-router explain "Fix the login bug"   where would this task go, and why?
  hermes-router lint                          is my policy valid?
Without a command, serve runs. \`hermes-router help COMMAND\` has examples and exit codes.`,
    )
    .exitOverride();
  program
    .command('serve', { isDefault: true })
    .allowExcessArguments()
    .description(
      'Run the daemon on 127.0.0.1. GET routes only read; POST routes may write the policy. /health and /console need no token.',
    )
    .option('--host <address>', '127.0.0.1 or localhost, both bound as 127.0.0.1', '127.0.0.1')
    .option('--port <number>', 'port to listen on, 0 for any free one', '8791')
    .option('--rate-limit <number>', 'authorised calls per minute, 0 for no limit (default: 6000)')
    .option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent', 'info')
    .action(async (_, command: Command) => {
      const [stray] = command.args;
      if (stray !== undefined)
        program.error(`error: unknown command or argument '${stray}' (see --help)`, { exitCode: EXIT_USAGE });
      await serve(command.optsWithGlobals<Record<string, string>>(), process.env);
    });
  if (process.argv.length > 2 && process.argv[2] !== 'serve') await registerOthers(program);
  try {
    await program.parseAsync();
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    if (error instanceof CommandError) {
      process.stderr.write(`hermes-router: ${error.message}\n`);
      return error.exitCode;
    }
    process.stderr.write(`hermes-router: ${error instanceof Error ? error.stack : String(error)}\n`);
    return 1;
  }
}
