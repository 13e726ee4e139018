import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { patientClient } from '../../scripts/soak/client.ts';
import { isMapping, type JsonObject, own } from '../../src/lib/json.ts';
import { shortestOf } from '../best-of.ts';
import { TOKEN, testHome } from '../http/listening.ts';
import { FAKE_HERMES, steps } from '../service/job-runs.ts';
import { startProcess } from './daemon-process.ts';

const FINAL = /succeeded|failed|cancelled|lost/;
const BUSY = steps({ text: 'working' }, { hang: true });

/** A wrapper, not a link: the fake child looks for its script beside itself. */
function install(bin: string): void {
  writeFileSync(bin, `#!/bin/sh\nexec ${FAKE_HERMES} "$@"\n`, { mode: 0o755 });
}

/** A home whose `hermes` can be taken away. */
function homeWithHermes(t: Test) {
  const home = testHome(t);
  const bin = join(home.folder, 'hermes');
  install(bin);
  mkdirSync(join(home.folder, 'profiles', 'coder'), { recursive: true });
  const env = { ...home.env, HERMES_ROUTER_HERMES_BIN: bin, HERMES_DELEGATE_PROFILE_KILL_GRACE: '1' };
  return { env, bin, journal: join(home.folder, 'hermes-smart-router', 'state', 'jobs.jsonl') };
}

async function startDaemon(t: Test, env: NodeJS.ProcessEnv) {
  const daemon = startProcess(t, { env });
  const port = await daemon.port();
  const client = patientClient(async () => ({ port, pid: daemon.pid, kill: async () => undefined }), TOKEN);
  const view = async (path: string, body?: object): Promise<JsonObject> => {
    const job = own(await client.ask(body === undefined ? 'GET' : 'POST', path, body), 'job');
    if (!isMapping(job)) throw new Error(`no job: ${path}`);
    return job;
  };
  const submit = async (prompt: string, more: object = {}): Promise<string> =>
    String((await view('/jobs', { prompt, profile: 'coder', ...more })).id);
  const when = async (id: string, wanted: (job: JsonObject) => boolean): Promise<JsonObject> => {
    for (let rev: unknown = 0; ; ) {
      const job = await view(`/jobs/${id}?wait=7&rev=${rev}`);
      if (wanted(job)) return job;
      rev = job.rev;
    }
  };
  const working = async (id: string): Promise<void> => {
    for (;;) {
      const chunk = await client.ask('GET', `/jobs/${id}/output?stream=text`);
      if (String(chunk.text).includes('working')) return;
      if (chunk.eof === true) throw new Error(`job ${id} ended before it worked`);
      await setTimeout(20);
    }
  };
  return { daemon, port, client, view, submit, when, working };
}

t.test('J-22 seven endings: each has one final state, one last row, and says what happened', async (t) => {
  const { env, bin, journal } = homeWithHermes(t);
  const one = await startDaemon(t, env);
  const wanted = new Map<string, JsonObject>();
  const good = await one.submit(steps({ answer: 'ok' }));
  wanted.set(good, { state: 'succeeded', failure_kind: null });
  wanted.set(await one.submit(steps({ exit: 1 })), { state: 'failed', failure_kind: 'nonzero_exit' });
  wanted.set(await one.submit(BUSY, { timeout: 1 }), { state: 'failed', failure_kind: 'hard_timeout' });
  const cancelled = await one.submit(BUSY);
  wanted.set(cancelled, { state: 'cancelled', failure_kind: 'cancelled' });
  await one.working(cancelled);
  await one.view(`/jobs/${cancelled}/cancel`, {});
  for (const id of wanted.keys()) await one.when(id, ({ state }) => FINAL.test(String(state)));
  rmSync(bin);
  const missing = await one.submit(steps({ answer: 'ok' }));
  wanted.set(missing, { state: 'failed', failure_kind: 'binary_not_found' });
  await one.when(missing, ({ state }) => FINAL.test(String(state)));
  install(bin);
  const stopped = await one.submit(BUSY);
  wanted.set(stopped, { state: 'failed', failure_kind: 'daemon_stop' });
  await one.working(stopped);
  one.daemon.kill('SIGTERM');
  t.equal((await one.daemon.ended).code, 0);

  const two = await startDaemon(t, env);
  const killed = await two.submit(BUSY);
  wanted.set(killed, { state: 'lost', failure_kind: 'lost' });
  await two.working(killed);
  two.daemon.kill('SIGKILL');
  await two.daemon.ended;

  const three = await startDaemon(t, env);
  for (const [id, ending] of wanted)
    t.match(await three.when(id, ({ state }) => FINAL.test(String(state))), ending, `${ending.failure_kind}`);
  const rows = readFileSync(journal, 'utf8').trimEnd().split('\n');
  const ended = rows.map((row): JsonObject => JSON.parse(row)).filter(({ event }) => event === 'ended');
  t.strictSame(ended.map(({ id }) => String(id)).toSorted(), [...wanted.keys()].toSorted(), 'one last row each');
});

t.test('J-30 a job that burns two processors and much memory gives way to the daemon', async (t) => {
  const { env } = homeWithHermes(t);
  const { submit, when, view, working, port } = await startDaemon(t, env);
  const busy = { grandchild: 'busy' };
  const id = await submit(steps(busy, busy, { hold: 300 }, { text: 'working' }, { hang: true }));
  await working(id);
  const { attempts } = await when(id, ({ state }) => state === 'running');
  const pid = Number(/"pid":(\d+)/.exec(JSON.stringify(attempts))?.[1]);
  t.ok(getPriority(pid) > getPriority(process.pid), 'the scheduler prefers the daemon');
  t.ok(Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8')) > 0, 'and so does the kernel when memory is short');
  const median = await shortestOf(10, 200, async () => {
    const times: number[] = [];
    for (let n = 0; n < 21; n++) {
      const from = performance.now();
      await (await fetch(`http://127.0.0.1:${port}/health`)).json();
      times.push(performance.now() - from);
    }
    return times.toSorted((a, b) => a - b)[10] ?? Number.NaN;
  });
  t.ok(median < 200, `/health takes ${median.toFixed(1)} ms`);
  await view(`/jobs/${id}/cancel`, {});
  t.match(await when(id, ({ state }) => FINAL.test(String(state))), { state: 'cancelled' });
});
