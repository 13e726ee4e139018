import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isMapping, type JsonObject, own } from '../../src/lib/json.ts';
import { median } from './explain.ts';
import { lagOf, type Server, startDaemon } from './processes.ts';

/** How jobs weigh on the daemon. */
export interface JobTimings {
  /** Milliseconds from a bare spawn to the child's first instruction. Medians, like the next. */
  readonly bareMs: number;
  /** The same from the submission of a job with that child. */
  readonly submittedMs: number;
  /** 99th percentile of the daemon's event-loop delay in ms while four jobs flood their output. */
  readonly loopDelayP99Ms: number;
  readonly healthIdle: number;
  /** `/health` a second while four jobs flood. */
  readonly healthFlooded: number;
  /** What the four wrote meanwhile, in MB a second: slowed down maybe, never stopped. */
  readonly floodMbPerSecond: number;
}

const ROUNDS = 15;
const SLOTS = 4;
/** The child: its first instruction is to tell the time. With FLOOD in the prompt it writes for ever. */
const CHILD = `#!/bin/sh
case "$*" in *--help*) echo '--query-file PATH'; exit 0;; *FLOOD*) exec yes 'eighty characters of output, again and again, as fast as the pipe will take them';; esac
date +%s%N
`;

/** Measures submissions, then the daemon under four floods. `load` gives answers a second of a path. */
export async function measureJobs(load: (server: Server, path: string) => Promise<number>): Promise<JobTimings> {
  const daemon = await startDaemon({ measureLag: true, prepare: writeChild });
  const bare: number[] = [];
  const submitted: number[] = [];
  const child = join(daemon.home, 'hermes');
  // Warm: the program is probed, the journal is open.
  await submittedMs(daemon);
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await bareMs(child));
    submitted.push(await submittedMs(daemon));
  }
  const healthIdle = await load(daemon, '/health');
  const floods = await Promise.all(Array.from({ length: SLOTS }, () => submit(daemon, 'FLOOD')));
  while ((await Promise.all(floods.map((id) => bytesOf(daemon, id)))).includes(0)) await pause(20);
  await lagOf(daemon);
  const before = await totalBytes(daemon, floods);
  const from = performance.now();
  await pause(3000);
  const loopDelayP99Ms = await lagOf(daemon);
  const healthFlooded = await load(daemon, '/health');
  const written = (await totalBytes(daemon, floods)) - before;
  const floodMbPerSecond = written / 1e3 / (performance.now() - from);
  for (const id of floods) await ask(daemon, 'POST', `/jobs/${id}/cancel`);
  await daemon.stop();
  return {
    bareMs: median(bare),
    submittedMs: median(submitted),
    loopDelayP99Ms,
    healthIdle,
    healthFlooded,
    floodMbPerSecond,
  };
}

/** Makes a home whose `hermes` is the child. Returns what its daemon needs in the environment. */
function writeChild(home: string): NodeJS.ProcessEnv {
  mkdirSync(join(home, 'profiles', 'coder'), { recursive: true });
  writeFileSync(join(home, 'hermes'), CHILD);
  chmodSync(join(home, 'hermes'), 0o755);
  return { HERMES_ROUTER_HERMES_BIN: join(home, 'hermes') };
}

const now = (): number => performance.timeOrigin + performance.now();

async function bareMs(child: string): Promise<number> {
  const from = now();
  const { stdout } = spawn(child, ['-p', 'coder', 'chat', '-q', 'tell'], { stdio: ['ignore', 'pipe', 'ignore'] });
  return Number(Buffer.concat(await stdout.toArray())) / 1e6 - from;
}

async function submittedMs(daemon: Server): Promise<number> {
  const from = now();
  const id = await submit(daemon, 'tell');
  for (;;) {
    const { job } = await ask(daemon, 'GET', `/jobs/${id}?wait=7`);
    if (isMapping(job) && 'ended_at' in job) break;
  }
  const { text } = await ask(daemon, 'GET', `/jobs/${id}/output`);
  return Number(text) / 1e6 - from;
}

async function submit(daemon: Server, prompt: string): Promise<string> {
  const { job } = await ask(daemon, 'POST', '/jobs', { prompt, profile: 'coder' });
  if (!isMapping(job)) throw new Error('the job was not accepted');
  return String(job.id);
}

async function totalBytes(daemon: Server, ids: readonly string[]): Promise<number> {
  const sizes = await Promise.all(ids.map((id) => bytesOf(daemon, id)));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function bytesOf(daemon: Server, id: string): Promise<number> {
  return Number(own(await ask(daemon, 'GET', `/jobs/${id}/output`), 'end'));
}

function ask({ port, token }: Server, method: string, path: string, body?: object): Promise<JsonObject> {
  const headers = {
    'x-hermes-sidecar-token': token,
    'x-hermes-router-client': 'bench',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (incoming) => {
      incoming.toArray().then((pieces) => resolve(JSON.parse(Buffer.concat(pieces).toString())), reject);
    });
    outgoing.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
