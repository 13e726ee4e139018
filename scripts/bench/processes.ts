import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The limiter stays in the path, but never bites. */
const FLAGS = ['--rate-limit', '1000000000', '--log-level', 'warn'];
const started = new Set<ChildProcess>();
const homes: string[] = [];
// However a bench ends, it leaves no server and no home behind.
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
  // A killed server may write once more.
  for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 10 });
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const LAG_HOOK = new URL('./loop-delay.ts', import.meta.url).href;

/** A server process of the bench's own, with the address it answers on. */
export interface Server {
  readonly port: number;
  readonly pid: number;
  readonly token: string;
  stop(): Promise<void>;
}

/** A port that is free now: a fixed one may be somebody's. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** A private home with a token, so that a bench never touches the real one. It goes when this process ends. */
export function makeHome(): { home: string; token: string } {
  const home = mkdtempSync(join(tmpdir(), 'hermes-router-bench-'));
  homes.push(home);
  const token = 'bench-token-bench-token-bench-token-bench-t';
  const file = join(home, 'webui/sidecar-auth/hermes-smart-router.token');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, token, { mode: 0o600 });
  chmodSync(file, 0o600);
  return { home, token };
}

/** Environment of a daemon that lives in `home` alone. */
export function privateEnvironment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home, HERMES_HOME: home };
}

/** What a daemon under measurement may need beside its home. */
export interface DaemonOptions {
  /** Makes `lagOf` possible. */
  readonly measureLag?: boolean;
  /** Fills the home, and returns what goes into the environment. */
  readonly prepare?: (home: string) => NodeJS.ProcessEnv;
}

/** A built daemon that runs, and how long it took to answer. */
export interface BenchDaemon extends Server {
  readonly home: string;
  readonly coldStartMs: number;
}

/** Starts the built daemon on a free port and waits until it answers. */
export async function startDaemon({ measureLag = false, prepare }: DaemonOptions = {}): Promise<BenchDaemon> {
  const { home, token } = makeHome();
  const port = await freePort();
  const env = { ...privateEnvironment(home), BENCH_LAG_FILE: lagFile(home), ...prepare?.(home) };
  const command = [join(root, 'dist/app/main.js'), 'serve', '--port', String(port), ...FLAGS];
  const [file = '', ...args] = measureLag
    ? [process.execPath, '--import=tsx', `--import=${LAG_HOOK}`, ...command]
    : command;
  const from = performance.now();
  const child = spawn(file, args, { env, cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  started.add(child);
  await answers(port, '/health');
  return { home, port, pid: pidOf(child), token, coldStartMs: performance.now() - from, stop: () => stop(child) };
}

/** 99th percentile of a daemon's event-loop delay since this was asked last, in ms. */
export async function lagOf({ pid, home }: BenchDaemon): Promise<number> {
  const file = lagFile(home);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 5));
  return Number(readFileSync(file, 'utf8'));
}

function lagFile(home: string): string {
  return join(home, 'loop-delay');
}

/** Starts a bare `node:http` server that answers `body` to every request: the yardstick of the ratios. */
export async function startRawServer(body: string): Promise<Server> {
  const port = await freePort();
  const code = `const body = Buffer.from(process.env.BODY); require('node:http').createServer((q, s) => {
    s.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }); s.end(body);
  }).listen(${port}, '127.0.0.1')`;
  const child = spawn(process.execPath, ['-e', code], {
    env: { PATH: process.env.PATH, BODY: body },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  started.add(child);
  await answers(port, '/');
  return { port, pid: pidOf(child), token: '', stop: () => stop(child) };
}

/** Milliseconds from spawn to exit of `node -e 0`. */
export async function bareStartMs(): Promise<number> {
  const from = performance.now();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await new Promise((resolve) => child.once('exit', resolve));
  return performance.now() - from;
}

/** Body of one GET, with the token when there is one. */
export function get(server: { port: number; token: string }, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = server.token === '' ? {} : { 'x-hermes-sidecar-token': server.token };
    const outgoing = request({ host: '127.0.0.1', port: server.port, path, headers, agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      incoming.once('end', () =>
        incoming.statusCode === 200
          ? resolve(text)
          : reject(new Error(`${path}: ${incoming.statusCode} ${text.slice(0, 200)}`)),
      );
    });
    outgoing.once('error', reject).end();
  });
}

async function answers(port: number, path: string): Promise<void> {
  const until = performance.now() + 20_000;
  for (;;) {
    try {
      await get({ port, token: '' }, path);
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the process did not start');
  return child.pid;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  started.delete(child);
}
