import { type Command, Option } from 'commander';
import type { DaemonClient } from '../client/client.ts';
import { envelopeOf } from '../client/envelope-of.ts';
import { followJob, followOutput } from '../client/follow.ts';
import { cancelJob, submitJob } from '../client/jobs.ts';
import { recursionEnvelope } from '../client/recursion.ts';
import type { SeenJob } from '../client/seen-job.ts';
import { type JsonObject, own } from '../lib/json.ts';
import { type DaemonFlags, EXIT_USAGE, withDaemon, withDaemonFlags } from './daemon-flags.ts';
import { envelopeText, printedText, targetText } from './job-text.ts';
import { type CommandIo, jsonText } from './output.ts';
import { EXIT_CANCELLED, takeInterruption } from './run/interrupt.ts';
import { jobRequest, type RequestFlags } from './run/request.ts';

/** Exit code of a failure that asking again may cure (EX_TEMPFAIL of sysexits.h). */
const EXIT_RETRYABLE = 75;

interface RunFlags extends RequestFlags, DaemonFlags {
  readonly wait: boolean;
}

/** `run PROMPT`: has a task done under the profile and the model that fit it, and says how it ended. */
export function registerRun(program: Command, io: CommandIo): void {
  withDaemonFlags(program.command('run'))
    .description(
      'Have a task done: the daemon chooses profile and model and runs Hermes there. Shows what it prints on stderr.',
    )
    .argument('<prompt>', 'what is to be done; - reads it from standard input')
    .option('--profile <name>', 'the profile; default: the router chooses')
    .option('--model <id>', 'the model instead of the chosen one')
    .option('--provider <name>', 'where the model runs; needs --model')
    .addOption(new Option('--context <text>', 'what the agent should know before the task').conflicts('contextFile'))
    .option('--context-file <path>', 'the same from a file')
    .option('--timeout <seconds>', 'total time from the start of the first attempt')
    .option('--cwd <folder>', 'where to work (default: here)')
    .option('--keep-background', 'leave running what the job started in the background')
    .option('--no-wait', 'print the job and return at once')
    .addHelpText(
      'after',
      `
Examples:
  hermes-router run "Fix the flaky test in tests/test_pool.py"
  git diff | hermes-router run - --context "Review this diff" --profile reviewer --json
Ctrl-C cancels the job and waits for its end; a second one does not wait.
Exit codes: 0 succeeded, 1 failed for good, 75 failed but worth asking again, 130 cancelled, 2 usage, 69 no daemon.`,
    )
    .action(async (prompt: string, _: RunFlags, command: Command) => {
      const flags = command.optsWithGlobals<RunFlags>();
      const envelope = recursionEnvelope(io.env);
      const code = envelope === null ? await run(io, prompt, flags) : report(io, envelope, flags);
      io.exitWith(code);
    });
}

async function run(io: CommandIo, prompt: string, flags: RunFlags): Promise<number> {
  const request = await jobRequest(prompt, flags);
  const interruption = takeInterruption();
  try {
    return await withDaemon(io, flags, (client) => delegate(io, client, request, flags, interruption.signal));
  } finally {
    interruption.release();
  }
}

async function delegate(
  io: CommandIo,
  client: DaemonClient,
  request: JsonObject,
  flags: RunFlags,
  interrupted: AbortSignal,
): Promise<number> {
  const submitted = await submitJob(client, request);
  if (submitted.kind === 'refused') {
    const code = report(io, submitted.envelope, flags);
    return submitted.isUsage ? EXIT_USAGE : code;
  }
  if (submitted.kind === 'inline') throw new Error('the daemon left the job to us although it was told not to');
  const { job } = submitted;
  if (flags.wait || interrupted.aborted) return report(io, await see(io, client, job, interrupted), flags);
  io.print(flags.json === true ? jsonText(job.json) : `${job.id} ${job.state}: hermes-router jobs tail -f ${job.id}`);
  return 0;
}

/** Shows what a job prints until it has ended. Answers its envelope. */
async function see(io: CommandIo, client: DaemonClient, job: SeenJob, interrupted: AbortSignal): Promise<JsonObject> {
  const cancel = (): void => {
    io.complain(`hermes-router: cancelling ${job.id}`);
    cancelJob(client, job.id).catch((error: Error) => io.complain(`hermes-router: not cancelled: ${error.message}`));
  };
  if (interrupted.aborted) cancel();
  else interrupted.addEventListener('abort', cancel, { once: true });
  const atLineStart = { yes: true };
  let shown = '';
  const onPoll = (seen: SeenJob): void => {
    const line = `hermes-router: ${seen.id} ${seen.state}: ${targetText(seen)}`;
    if (line !== shown && !seen.ended) io.complain(atLineStart.yes ? line : `\n${line}`);
    shown = line;
  };
  onPoll(job);
  const [last] = await Promise.all([
    followJob(client, job, { onPoll }),
    followOutput(client, { id: job.id, stream: 'text' }, (text, lost) => {
      if (lost > 0) io.complain(`\nhermes-router: ${lost} bytes are not kept`);
      io.writeError(printedText(text));
      if (text !== '') atLineStart.yes = text.endsWith('\n');
    }),
  ]);
  if (!atLineStart.yes) io.complain('');
  return envelopeOf(last);
}

/** Prints an envelope. Answers the exit code that says the same. */
function report(io: CommandIo, envelope: JsonObject, { json }: DaemonFlags): number {
  io.print(json === true ? jsonText(envelope) : envelopeText(envelope));
  if (own(envelope, 'success') === true) return 0;
  if (own(envelope, 'failure_kind') === 'cancelled') return EXIT_CANCELLED;
  return own(envelope, 'retryable') === true ? EXIT_RETRYABLE : 1;
}
