import { type Command, Option } from 'commander';
import type { DaemonClient } from '../client/client.ts';
import { envelopeOf } from '../client/envelope-of.ts';
import { followOutput, type OutputSink } from '../client/follow.ts';
import { cancelJob, findJob, listJobs, readOutput } from '../client/jobs.ts';
import { type SeenJob, seenJob } from '../client/seen-job.ts';
import { STATE_NAMES } from '../jobs/state.ts';
import { STREAM_NAMES, type StreamName } from '../jobs/store/job-files.ts';
import { isList, own } from '../lib/json.ts';
import { type DaemonFlags, EXIT_USAGE, withDaemon, withDaemonFlags } from './daemon-flags.ts';
import { CommandError } from './failure.ts';
import { envelopeText, jobLine, printedText } from './job-text.ts';
import { type CommandIo, jsonLine, jsonText } from './output.ts';

/** Raw bytes of the end of a stream that `jobs tail` shows. */
const TAIL_BYTES = 16 * 1024;

interface ListFlags extends DaemonFlags {
  readonly state?: string;
  readonly limit: string;
}

interface TailFlags extends DaemonFlags {
  readonly follow?: boolean;
  readonly all?: boolean;
  readonly stream: StreamName;
}

/** `jobs`: what the daemon runs and has run. */
export function registerJobs(program: Command, io: CommandIo): void {
  const jobs = program
    .command('jobs')
    .description('Show, follow and cancel the jobs of the daemon.')
    .addHelpText('after', '\nExit codes: 0 done, 1 no such job, 2 usage, 69 no daemon.');
  withDaemonFlags(jobs.command('list', { isDefault: true }))
    .description('List jobs, newest first.')
    .addOption(new Option('--state <name>', 'only jobs in this state').choices(STATE_NAMES))
    .option('--limit <n>', 'how many, at most 100', '20')
    .action((_, command: Command) => list(io, command.optsWithGlobals<ListFlags>()));
  withDaemonFlags(jobs.command('show'))
    .description('Show one job, and how it ended.')
    .argument('<id>', 'dp_ and 12 hex digits')
    .action((id: string, _, command: Command) => show(io, id, command.optsWithGlobals<DaemonFlags>()));
  withDaemonFlags(jobs.command('tail'))
    .description('Print what a job printed.')
    .argument('<id>', 'dp_ and 12 hex digits')
    .option('-f, --follow', 'go on until the job has ended')
    .option('--all', `everything that is kept, not just the last ${TAIL_BYTES / 1024} KiB`)
    .addOption(
      new Option('--stream <name>', 'rendered, or as the child wrote it').choices(STREAM_NAMES).default('text'),
    )
    .action((id: string, _, command: Command) => tail(io, id, command.optsWithGlobals<TailFlags>()));
  withDaemonFlags(jobs.command('cancel'))
    .description('Ask a job to end. One that has ended stays as it is.')
    .argument('<id>', 'dp_ and 12 hex digits')
    .action((id: string, _, command: Command) => cancel(io, id, command.optsWithGlobals<DaemonFlags>()));
}

async function list(io: CommandIo, flags: ListFlags): Promise<void> {
  if (!/^[1-9]\d?$|^100$/.test(flags.limit))
    throw new CommandError(`--limit ${JSON.stringify(flags.limit)}: give a whole number from 1 to 100`, EXIT_USAGE);
  const query = new URLSearchParams({
    limit: flags.limit,
    ...(flags.state === undefined ? {} : { state: flags.state }),
  });
  const page = await withDaemon(io, flags, (client) => listJobs(client, query));
  if (flags.json === true) return io.print(jsonText(page));
  const rows = own(page, 'jobs');
  const seen = isList(rows) ? rows.flatMap((row) => seenJob(row) ?? []) : [];
  io.print(seen.length === 0 ? 'no jobs' : seen.map(jobLine).join('\n'));
}

async function show(io: CommandIo, id: string, flags: DaemonFlags): Promise<void> {
  const job = await withDaemon(io, flags, async (client) => found(id, await findJob(client, id)));
  io.print(flags.json === true ? jsonText(job.json) : jobText(job));
}

async function cancel(io: CommandIo, id: string, flags: DaemonFlags): Promise<void> {
  const job = await withDaemon(io, flags, async (client) => found(id, await cancelJob(client, id)));
  io.print(flags.json === true ? jsonText(job.json) : jobText(job));
}

function jobText(job: SeenJob): string {
  return job.ended ? `${jobLine(job)}\n${envelopeText(envelopeOf(job))}` : jobLine(job);
}

/** With `--json` each piece is one line: the stream's name and the text as it came. */
async function tail(io: CommandIo, id: string, flags: TailFlags): Promise<void> {
  const { stream } = flags;
  const sink: OutputSink = (text, lost) => {
    if (lost > 0) io.complain(`hermes-router: ${lost} bytes are not kept`);
    if (flags.json === true) io.print(jsonLine({ stream, text, ...(lost > 0 ? { lost } : {}) }));
    else io.write(printedText(text));
  };
  await withDaemon(io, flags, async (client) => {
    const { end } = found(id, await readOutput(client, id, stream, 0));
    const from = flags.all === true ? 0 : Math.max(0, end - TAIL_BYTES);
    if (flags.follow === true) await followOutput(client, { id, stream, from, signal: io.closed }, sink);
    else await printUntil(client, { id, stream, from, end }, sink);
  });
}

/** Prints a stream up to where it ended when it was looked at first. */
async function printUntil(
  client: DaemonClient,
  {
    id,
    stream,
    from,
    end,
  }: { readonly id: string; readonly stream: StreamName; readonly from: number; readonly end: number },
  sink: OutputSink,
): Promise<void> {
  for (let at = from; at < end; ) {
    const chunk = found(id, await readOutput(client, id, stream, at));
    sink(chunk.text, chunk.gap === undefined ? 0 : chunk.gap.to - chunk.gap.from);
    // A character that is not complete yet is left alone.
    if (chunk.next <= at) return;
    at = chunk.next;
  }
}

function found<T>(id: string, answer: T | null): T {
  if (answer === null)
    throw new CommandError(`there is no job ${JSON.stringify(id)}; \`hermes-router jobs\` lists them`, 1);
  return answer;
}
