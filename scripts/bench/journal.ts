import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openJournal } from '../../src/journal/journal.ts';
import { median } from './explain.ts';
import { get, type Server, startDaemon } from './processes.ts';

/** How the decision log weighs on decisions. */
export interface JournalTimings {
  /** Durable records a second: one producer that waits for each, and {@link PRODUCERS} that do. */
  readonly oneAtATime: number;
  readonly manyAtATime: number;
  /** Milliseconds of one write and fdatasync of a record. Medians, like the rest. */
  readonly syncMs: number;
  /** Milliseconds of one `POST /route`. */
  readonly routeMs: number;
  /** Milliseconds of `GET /routes?limit=50` on a log of 200 KB and on one of 20 MB. */
  readonly smallListMs: number;
  readonly bigListMs: number;
}

/** Producers of {@link JournalTimings.manyAtATime}. */
export const PRODUCERS = 64;
const ROUNDS = 200;
const RECORD = {
  ts: 1,
  cause: 'hard_rule',
  output: { model: 'm', provider: 'p' },
  rule_id: 'r',
  task: 'x'.repeat(3000),
};
const LINE = Buffer.from(`${JSON.stringify(RECORD)}\n`);
const FILE_BYTES = 5_000_000;

/** Measures on the disk that the project is on: the temporary folder may be a tmpfs, where syncing costs nothing. */
export async function measureJournal(): Promise<JournalTimings> {
  const project = fileURLToPath(new URL('../../.tap', import.meta.url));
  mkdirSync(project, { recursive: true });
  const folder = mkdtempSync(join(project, 'bench-'));
  try {
    const oneAtATime = await appendsPerSecond(join(folder, 'one.jsonl'), 1);
    const manyAtATime = await appendsPerSecond(join(folder, 'many.jsonl'), PRODUCERS);
    const syncs = syncTimes(join(folder, 'sync.jsonl'));
    const routed = await onDaemon(join(folder, 'routed'), 0, 0, (daemon) => timesOf(() => route(daemon)));
    const list = (daemon: Server) => timesOf(() => get(daemon, '/routes?limit=50'));
    const small = await onDaemon(join(folder, 'small'), 1, 200_000, list);
    const big = await onDaemon(join(folder, 'big'), 4, FILE_BYTES, list);
    return {
      oneAtATime,
      manyAtATime,
      syncMs: median(syncs),
      routeMs: median(routed),
      smallListMs: median(small),
      bigListMs: median(big),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function appendsPerSecond(path: string, producers: number): Promise<number> {
  const journal = openJournal({ path, maxBytes: 1e9 });
  await journal.append(RECORD);
  const from = performance.now();
  await Promise.all(
    Array.from({ length: producers }, async () => {
      for (let round = 0; round < ROUNDS; round++)
        if ((await journal.append(RECORD)) !== 'durable') throw new Error('the disk refused a record');
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  await journal.close();
  return (producers * ROUNDS) / seconds;
}

function syncTimes(path: string): number[] {
  const file = openSync(path, 'a');
  const times = Array.from({ length: ROUNDS }, () => {
    const from = performance.now();
    writeSync(file, LINE);
    fdatasyncSync(file);
    return performance.now() - from;
  });
  closeSync(file);
  return times;
}

/** Runs a measurement on a daemon whose log has so many files of so many bytes. */
async function onDaemon(
  folder: string,
  files: number,
  bytes: number,
  measure: (daemon: Server) => Promise<number[]>,
): Promise<number[]> {
  mkdirSync(folder);
  const log = join(folder, 'routes.jsonl');
  const content = Buffer.concat(Array.from({ length: Math.ceil(bytes / LINE.length) }, () => LINE));
  for (let index = 0; index < files; index++) writeFileSync(index === 0 ? log : `${log}.${index}`, content);
  const daemon = await startDaemon({ prepare: () => ({ HERMES_ROUTE_TRACE_FILE: log }) });
  const times = await measure(daemon);
  await daemon.stop();
  return times;
}

/** Times of calls one after the other, warm. */
async function timesOf(call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = -20; round < ROUNDS; round++) {
    const from = performance.now();
    await call();
    if (round >= 0) times.push(performance.now() - from);
  }
  return times;
}

function route({ port, token }: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'X-Hermes-Sidecar-Token': token,
      'X-Hermes-Router-Client': 'bench',
      'Content-Type': 'application/json',
    };
    const call = request({ host: '127.0.0.1', port, method: 'POST', path: '/route', headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      answer.once('end', () =>
        body.includes('"logged":"durable"')
          ? resolve()
          : reject(new Error(`POST /route answered ${answer.statusCode}`)),
      );
    });
    call.once('error', reject).end('{"task":"Rename getCwd in utils.py"}');
  });
}
