import type { Command } from 'commander';
import { askDaemon, type DaemonAddress, type DaemonQuestion } from '../client/ask.ts';
import { envelopeOf } from '../client/envelope-of.ts';
import { followJob, followOutput } from '../client/follow.ts';
import { submitJob } from '../client/jobs.ts';
import { isMapping, own } from '../lib/json.ts';
import type { DecisionParts } from './decision-text.ts';
import { clausesText, decisionLine } from './decision-text.ts';
import { type DemoHome, makeDemoHome } from './demo/home.ts';
import { CommandError } from './failure.ts';
import { envelopeText, printedText } from './job-text.ts';
import { type CommandIo, plainText } from './output.ts';

/** Starts a daemon in this process. Flags as `serve` takes them; answers the port it listens on. */
export type StartDaemon = (flags: Record<string, string>, env: NodeJS.ProcessEnv) => Promise<{ readonly port: number }>;

/** Exit code of a start whose port is taken. */
const PORT_IN_USE = 4;

/** The one of them that is then delegated. */
const JOB = 'Rename getCwd in utils.py';

const TASKS = [JOB, 'Debug race condition in pool', 'Review PR for security'];

const REAL_HERMES = `With a real hermes (on the PATH, or named by HERMES_ROUTER_HERMES_BIN):
  hermes-router serve
  hermes-router run "Your task"`;

/** `demo`: a daemon in a private home that is thrown away afterwards, the first three answers and one job. */
export function registerDemo(program: Command, io: CommandIo, start: StartDaemon): void {
  program
    .command('demo')
    .description(
      'Try it: a daemon with a demo token and three demo profiles in a temporary folder, three first answers and one job.',
    )
    .option('--port <number>', 'port to listen on; when it is taken, any free one', '8791')
    .option('--once', 'end after the answers instead of staying up')
    .action(async (flags: { port: string; once?: boolean }) => {
      const home = makeDemoHome();
      process.once('exit', () => home.remove());
      const address = { port: await startOrMove(io, start, flags.port, home), token: home.token };
      await showAnswers(io, address);
      await showJob(io, address);
      // The daemon's own shutdown ends the process, as Ctrl-C would.
      if (flags.once === true) process.kill(process.pid, 'SIGTERM');
      else io.print(`\n${stayingUp(address)}`);
    });
}

async function startOrMove(io: CommandIo, start: StartDaemon, port: string, home: DemoHome): Promise<number> {
  try {
    return (await start({ port, logLevel: 'warn' }, home.env)).port;
  } catch (error) {
    if (!(error instanceof CommandError && error.exitCode === PORT_IN_USE)) throw error;
    io.complain(`${error.message} Taking a free port instead (--port 0).`);
    return (await start({ port: '0', logLevel: 'warn' }, home.env)).port;
  }
}

async function showAnswers(io: CommandIo, address: DaemonAddress): Promise<void> {
  const policy = await ask(address, '/policy');
  const rules = isMapping(policy) ? own(policy, 'rules') : [];
  for (const task of TASKS) {
    const parts = (await ask(address, `/trace?task=${encodeURIComponent(task)}`)) as DecisionParts;
    const clauses = clausesText(parts.decision.matched_clauses);
    const rails = (parts.if_unclassified?.chain_plan ?? parts.chain_plan).chain.map((hop) =>
      plainText(String(hop.model)),
    );
    io.print(
      `\n${task}\n  -> ${decisionLine(parts, rules)}\n     because ${clauses}\n     attempts in order: ${rails.join(', ')}`,
    );
  }
}

/** One job from its request to its end, as `run` would do it. */
async function showJob(io: CommandIo, address: DaemonAddress): Promise<void> {
  const client = { ask: (question: DaemonQuestion) => askDaemon(address, 'demo', question) };
  const submitted = await submitJob(client, { prompt: JOB, inline: 'never' });
  if (submitted.kind !== 'job') throw new Error('the demo job was not accepted');
  io.print(`\nThe same task as a job, run by a stand-in for hermes:`);
  const [job] = await Promise.all([
    followJob(client, submitted.job),
    followOutput(client, { id: submitted.job.id, stream: 'text' }, (text) =>
      io.write(printedText(text).replace(/^(?=.)/gm, '     ')),
    ),
  ]);
  io.print(`  -> profile ${plainText(job.profile)}: ${job.state}`);
  if (job.state !== 'succeeded') io.print(envelopeText(envelopeOf(job)));
  io.print(`\n${REAL_HERMES}`);
}

async function ask(address: DaemonAddress, path: string): Promise<unknown> {
  const { status, body } = await askDaemon(address, 'demo', { method: 'GET', path });
  if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
  return body;
}

function stayingUp({ port, token }: DaemonAddress): string {
  return `The daemon stays up on http://127.0.0.1:${port} until Ctrl-C. Its panel, in a browser:
  http://127.0.0.1:${port}/console#token=${token}
Ask it yourself:
  curl -sG -H 'X-Hermes-Sidecar-Token: ${token}' --data-urlencode 'task=Your task' http://127.0.0.1:${port}/trace`;
}
