/**
 * `npm run bench`: speed as ratios inside one run, against the targets the project set itself. Absolute figures are printed
 * beside them for orientation only. Needs the built dist/; takes about a minute.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureExplain, median } from './bench/explain.ts';
import { measureJobs } from './bench/jobs.ts';
import { measureJournal, PRODUCERS } from './bench/journal.ts';
import { measurePlan } from './bench/plan.ts';
import { bareStartMs, get, type Server, startDaemon, startRawServer } from './bench/processes.ts';

const SECONDS = 6;
const TRACES = 10_000;
const loadScript = fileURLToPath(new URL('./bench/load.ts', import.meta.url));
const run = promisify(execFile);
const rows: { what: string; value: string; target: string; reached: boolean }[] = [];

function report(what: string, value: number, unit: string, bound: '<=' | '>=' | '<', target: number): void {
  const reached = bound === '>=' ? value >= target : bound === '<=' ? value <= target : value < target;
  rows.push({ what, value: `${value.toFixed(2)}${unit}`, target: `${bound} ${target}${unit}`, reached });
}

async function load(server: Server, path: string, options: { amount?: number; vary?: boolean } = {}): Promise<number> {
  const plan = { url: `http://127.0.0.1:${server.port}${path}`, token: server.token, seconds: SECONDS, ...options };
  const { stdout } = await run(process.execPath, ['--import=tsx', loadScript, JSON.stringify(plan)]);
  const result = JSON.parse(stdout);
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${path}: ${result.errors} errors, ${result.non2xx} answers other than 2xx`);
  return result.perSecond;
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function startUp(): Promise<void> {
  const bare: number[] = [];
  const cold: number[] = [];
  for (let i = 0; i < 7; i++) {
    bare.push(await bareStartMs());
    const daemon = await startDaemon();
    cold.push(daemon.coldStartMs);
    await daemon.stop();
  }
  report(
    `cold start to /health (${median(cold).toFixed(0)} ms) / node -e 0 (${median(bare).toFixed(0)} ms)`,
    median(cold) / median(bare),
    'x',
    '<=',
    7,
  );
}

async function throughput(): Promise<void> {
  const daemon = await startDaemon();
  const task = encodeURIComponent('Refactor the pool in queue.go, case 000000000 of the list...');
  const same = `/trace?task=${task}`;
  for (const [name, path, vary, target] of [
    ['GET /health', '/health', false, 0.5],
    ['GET /trace, tasks that differ', same, true, 0.15],
    ['GET /trace, one task', same, false, 0],
  ] as const) {
    const raw = await startRawServer(await get(daemon, path));
    const ceiling = await load(raw, '/');
    await raw.stop();
    const reached = await load(daemon, path, { vary });
    report(
      `${name} (${reached.toFixed(0)}/s) / raw node:http, same JSON (${ceiling.toFixed(0)}/s)`,
      reached / ceiling,
      'x',
      '>=',
      target,
    );
  }
  await daemon.stop();
}

async function memory(): Promise<void> {
  const daemon = await startDaemon();
  await load(daemon, '/trace', { vary: true, amount: TRACES });
  const first = residentMb(daemon.pid);
  await load(daemon, '/trace', { vary: true, amount: TRACES });
  const second = residentMb(daemon.pid);
  await daemon.stop();
  report(`RSS after ${TRACES} traces`, first, ' MB', '<=', 110);
  report(`RSS growth over the next ${TRACES}`, (second / first - 1) * 100, ' %', '<', 10);
}

async function jobs(): Promise<void> {
  const { bareMs, submittedMs, loopDelayP99Ms, healthIdle, healthFlooded, floodMbPerSecond } = await measureJobs(load);
  report(
    `submit to the child's first instruction (${submittedMs.toFixed(1)} ms) / bare spawn of it (${bareMs.toFixed(1)} ms)`,
    submittedMs / bareMs,
    'x',
    '<=',
    3,
  );
  report('event-loop delay under 4 flooding jobs, p99', loopDelayP99Ms, ' ms', '<=', 20);
  report(
    `/health under 4 flooding jobs (${healthFlooded.toFixed(0)}/s) / idle (${healthIdle.toFixed(0)}/s)`,
    healthFlooded / healthIdle,
    'x',
    '>=',
    0.4,
  );
  report('output taken from 4 flooding jobs', floodMbPerSecond, ' MB/s', '>=', 1);
}

async function journal(): Promise<void> {
  const { oneAtATime, manyAtATime, syncMs, routeMs, smallListMs, bigListMs } = await measureJournal();
  report(
    `durable appends, ${PRODUCERS} producers (${manyAtATime.toFixed(0)}/s) / one (${oneAtATime.toFixed(0)}/s)`,
    manyAtATime / oneAtATime,
    'x',
    '>=',
    10,
  );
  report(
    `/routes?limit=50 on 20 MB (${bigListMs.toFixed(2)} ms) / on 200 KB (${smallListMs.toFixed(2)} ms)`,
    bigListMs / smallListMs,
    'x',
    '<=',
    3,
  );
  report(
    `POST /route, p50 (${routeMs.toFixed(2)} ms) / one fdatasync (${syncMs.toFixed(2)} ms)`,
    routeMs / syncMs,
    'x',
    '<=',
    3,
  );
}

function core(): void {
  const timings = measureExplain();
  report('explain, 100 rules, 8 KB task, p99', timings.p99HundredRules8KiB, ' ms', '<=', 1);
  report('explain, 1 MiB prompt', timings.oneMiBPrompt, ' ms', '<=', 60);
  const { prose = Number.NaN, ...hostile } = timings.sixtyFourKiB;
  for (const [name, time] of Object.entries(hostile))
    report(`64 KiB of ${name} (${time.toFixed(2)} ms) / of prose (${prose.toFixed(2)} ms)`, time / prose, 'x', '<=', 1);
}

core();
report('POST /plan, shipped policy, 200 decisions replayed, p50', await measurePlan(), ' ms', '<=', 60);
await startUp();
await throughput();
await memory();
await jobs();
await journal();
const width = Math.max(...rows.map((row) => row.what.length));
for (const row of rows)
  console.log(
    `${row.reached ? 'ok  ' : 'MISS'}  ${row.what.padEnd(width)}  ${row.value.padStart(11)}  (${row.target})`,
  );
