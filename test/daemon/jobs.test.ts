import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { isList, isMapping, type JsonObject, own } from '../../src/lib/json.ts';
import { TOKEN, testHome } from '../http/listening.ts';
import { exchange, requestText } from '../http/raw.ts';
import { withMarker } from '../processes.ts';
import { FAKE_HERMES, steps } from '../service/job-runs.ts';
import { startProcess } from './daemon-process.ts';

const HEADERS = { 'X-Hermes-Sidecar-Token': TOKEN, 'X-Hermes-Router-Client': 'test' };
/** Prints, so that a test knows that it runs, starts something outside its group, and stays. */
const BUSY = steps({ grandchild: 'orphan' }, { text: 'working' }, { hang: true });

function homeWithCoder(t: Test) {
  const home = testHome(t);
  mkdirSync(join(home.folder, 'profiles', 'coder'), { recursive: true });
  const env = {
    ...home.env,
    HERMES_ROUTER_HERMES_BIN: FAKE_HERMES,
    HERMES_DELEGATE_PROFILE_KILL_GRACE: '1',
    HERMES_DELEGATE_PROFILE_MAX_CONCURRENT: '2',
  };
  return { env, stateDir: join(home.folder, 'hermes-smart-router', 'state') };
}

/** A daemon and a client of it. */
async function startDaemon(t: Test, env: NodeJS.ProcessEnv) {
  const daemon = startProcess(t, { env });
  const port = await daemon.port();
  const send = async (line: string, body?: object): Promise<JsonObject> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return (await exchange(port, requestText(line, port, HEADERS, text))).json;
  };
  const submit = async (prompt: string): Promise<string> => {
    const job = own(await send('POST /jobs', { prompt, profile: 'coder' }), 'job');
    return isMapping(job) ? String(job.id) : '';
  };
  const when = async (id: string, wanted: (job: JsonObject) => boolean): Promise<JsonObject> => {
    for (let rev: unknown = -1; ; ) {
      const job = own(await send(`GET /jobs/${id}?wait=7&rev=${rev === -1 ? 0 : rev}`), 'job');
      if (!isMapping(job)) throw new Error(`no job ${id}`);
      if (wanted(job)) return job;
      rev = job.rev;
    }
  };
  const working = async (id: string): Promise<void> => {
    while (!String((await send(`GET /jobs/${id}/output?stream=text`)).text).includes('working'));
  };
  return { daemon, send, submit, when, working };
}

function endRows(stateDir: string): JsonObject[] {
  const lines = readFileSync(join(stateDir, 'jobs.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line): JsonObject => JSON.parse(line)).filter(({ event }) => event === 'ended');
}

t.test('J-19 after kill -9 every job has exactly one end, and nothing of it runs', async (t) => {
  const { env, stateDir } = homeWithCoder(t);
  const first = await startDaemon(t, env);
  const done = await first.submit(steps({ answer: 'ok' }));
  await first.when(done, ({ state }) => state === 'succeeded');
  const running = await first.submit(BUSY);
  const alsoRunning = await first.submit(BUSY);
  const queued = await first.submit(BUSY);
  await first.working(running);
  await first.working(alsoRunning);
  t.ok(withMarker(running).length >= 2);
  first.daemon.kill('SIGKILL');
  await first.daemon.ended;
  t.ok(withMarker(running).length >= 2, 'they outlive the daemon');

  const second = await startDaemon(t, env);
  const lost = await second.when(running, ({ state }) => state === 'lost');
  t.match(lost, {
    envelope: {
      success: false,
      failure_kind: 'lost',
      retryable: true,
      subagent_id: running,
      reason: 'daemon_died',
      resume_hint: 'hermes -p coder --resume 20260627_184951_ba55a7',
    },
  });
  t.match(await second.when(alsoRunning, ({ state }) => state === 'lost'), { id: alsoRunning });
  t.match(await second.when(queued, ({ state }) => state === 'lost'), { envelope: { reason: 'never_started' } });
  for (const id of [running, alsoRunning, queued]) t.strictSame(withMarker(id), [], 'nothing is left');
  t.match(await second.send(`GET /jobs/${running}/output?stream=text`), { text: /working/, eof: true });
  t.match(await second.when(done, () => true), { state: 'succeeded', envelope: { result: 'ok' } });
  const list = own(await second.send('GET /jobs'), 'jobs');
  t.equal(isList(list) && list.length, 4, 'none is missing from the list');
  t.match(await second.send('GET /status'), { jobs: { running: 0, queued: 0, slots: 2 } });
  t.match(await second.when(await second.submit(steps({ answer: 'again' })), ({ state }) => state === 'succeeded'), {
    state: 'succeeded',
  });
  second.daemon.kill('SIGTERM');
  t.equal((await second.daemon.ended).code, 0);
  const ended = endRows(stateDir).map(({ id }) => id);
  t.strictSame(ended.toSorted(), [...new Set(ended)].toSorted(), 'one last row each');
  t.equal(ended.length, 5);
});

t.test('J-22 SIGTERM ends the jobs first, and says so', async (t) => {
  const { env, stateDir } = homeWithCoder(t);
  const first = await startDaemon(t, env);
  const running = await first.submit(BUSY);
  const queued = await Promise.all([first.submit(BUSY), first.submit(BUSY)]);
  await first.working(running);
  first.daemon.kill('SIGTERM');
  t.equal((await first.daemon.ended).code, 0);
  t.strictSame(withMarker(running), []);
  const second = await startDaemon(t, env);
  for (const id of [running, ...queued])
    t.match(await second.when(id, () => true), {
      state: 'failed',
      failure_kind: 'daemon_stop',
      envelope: { retryable: true },
    });
  t.equal(endRows(stateDir).length, 3);
});
