import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Test, test } from 'tap';
import { openDaemonClient } from '../../src/client/client.ts';
import { readOutput } from '../../src/client/jobs.ts';
import { registerRun } from '../../src/commands/run.ts';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { bareNode } from '../bare-node.ts';
import { runningDaemon, told } from '../client/running-daemon.ts';
import { testHome } from '../http/listening.ts';
import { MAIN } from '../main-file.ts';
import { type Ran, runHere } from './command-here.ts';

interface Options {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly stdin?: string;
  /** Sent as soon as the pattern shows on stderr. */
  readonly interrupt?: RegExp;
}

/** Runs a command to its end. */
function command(
  t: Test,
  argv: readonly string[],
  { env, cwd, stdin = '', interrupt }: Options,
): Promise<Omit<Ran, 'code'> & { readonly code: number | null }> {
  const child = spawn(...bareNode(env, MAIN, ...argv), cwd === undefined ? {} : { cwd });
  t.teardown(() => child.kill('SIGKILL'));
  let [out, err, sent] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    if (sent || interrupt === undefined || !interrupt.test(err)) return;
    sent = true;
    child.kill('SIGINT');
  });
  child.stdin.end(stdin);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}

/** Runs one command here, against a daemon process. */
const inHome = ({ env }: { readonly env: NodeJS.ProcessEnv }) => {
  return (...argv: string[]) => runHere(registerRun, env, argv);
};

test('run ends with a code that says how the job ended, and shows what it printed', async (t) => {
  const run = inHome(await runningDaemon(t));
  const table: [string, string[], number, RegExp][] = [
    [
      'success',
      ['--profile', 'coder', told({ text: 'on it\n' }, { answer: 'tidy' })],
      0,
      /^dp_\w{12} succeeded: profile coder/,
    ],
    ['final failure', ['--profile', 'coder', told({ text: 'on it\n' }, { exit: 3 })], 1, /failed \(nonzero_exit\)/],
    ['retryable', ['--profile', 'coder', told({ text: 'on it\n' }, { die: 'SIGKILL' })], 75, /worth asking again: yes/],
  ];
  for (const [name, argv, code, out] of table) {
    const ran = await run('run', ...argv);
    t.equal(ran.code, code, name);
    t.match(ran.out, out, name);
    t.match(ran.err, /^on it$/m, name);
    t.notMatch(ran.out, /on it/, `${name}: stdout is for the envelope`);
  }
  const unknown = await run('run', 'x', '--profile', 'codr', '--json');
  t.equal(unknown.code, 1);
  t.match(JSON.parse(unknown.out), { success: false, failure_kind: 'unknown_profile', hint: /Did you mean coder/ });
});

test('run works in the folder of its caller, with a prompt from stdin and a context from a file', async (t) => {
  const daemon = await runningDaemon(t);
  const cwd = realpathSync(t.testdir({ 'context.txt': 'the background' }));
  const stdin = `${told({ show: 'cwd' }, { show: 'prompt' }, { answer: 'ok' })}\n`;
  const argv = ['run', '-', '--profile', 'coder', '--context-file', 'context.txt', '--json'];
  const { code, out, err } = await command(t, argv, { env: daemon.env, cwd, stdin });
  t.equal(code, 0, err);
  const { subagent_id: id, ...envelope } = JSON.parse(out);
  t.match(envelope, { success: true, result: /ok/ });
  const client = openDaemonClient({ paths: resolveHermesPaths(daemon.env), port: null, name: 'test' });
  const printed = (await readOutput(client, id, 'stderr', 0))?.text ?? '';
  t.match(printed, `"${cwd}"`);
  t.match(printed, '"Context: the background\\n\\nTask: Tidy up.');
});

test('Ctrl-C cancels the job and waits for its end', async (t) => {
  const daemon = await runningDaemon(t);
  const argv = ['run', '--profile', 'coder', told({ text: 'begun\n' }, { hang: true })];
  const { code, out, err } = await command(t, argv, { env: daemon.env, interrupt: /^begun$/m });
  t.equal(code, 130, err);
  t.match(err, /cancelling dp_/);
  t.match(out, /^dp_\w{12} cancelled/);
});

test('what is no daemon: exit 69 with the cure; what is no command: exit 2', async (t) => {
  const home = testHome(t);
  const run = inHome(home);
  const squatter = createServer((_, reply) => reply.end('hello')).listen(0, '127.0.0.1');
  await new Promise((resolve) => squatter.once('listening', resolve));
  t.teardown(() => squatter.close());
  const address = squatter.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  const table: [string[], number, RegExp][] = [
    [['run', 'x', '--port', '1'], 69, /nothing listens there.*hermes-router serve/],
    [['run', 'x', '--port', port], 69, /did not answer with JSON/],
    [['run', ' ', '--port', port], 2, /prompt is empty/],
    [['run', 'x', '--port', 'http'], 2, /--port "http"/],
    [['run', 'x', '--timeout', 'soon'], 2, /--timeout "soon"/],
    [['run', 'x', '--context', 'a', '--context-file', 'b'], 2, /cannot be used with/],
    [['run'], 2, /missing required argument/],
  ];
  for (const [argv, code, message] of table) {
    const ran = await run(...argv);
    t.equal(ran.code, code, argv.join(' '));
    t.match(ran.err, message, argv.join(' '));
  }
  const { code, out } = await inHome({ env: { ...home.env, HERMES_ROUTER_JOB_ID: 'dp_0123456789ab' } })(
    'run',
    'x',
    '--json',
  );
  t.equal(code, 1);
  t.match(JSON.parse(out), { failure_kind: 'routing_recursion', outer_job_id: 'dp_0123456789ab' });
});
