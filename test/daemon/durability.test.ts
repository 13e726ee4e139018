import { join } from 'node:path';
import t from 'tap';
import { countLog, runKillLoop } from '../../scripts/durability/kill-loop.ts';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { TOKEN } from '../http/listening.ts';
import { textOf } from '../journal/fixtures/files.ts';
import { startProcess } from './daemon-process.ts';
import { daemonHome, decide, rowsOf } from './live-daemon.ts';

/** Ten in the suite, a hundred with `scripts/durability.ts`; this variable is for anything else. */
const KILLS = Number(process.env.ROUTER_TEST_KILLS ?? 10);

t.test(`L-08 ${KILLS} SIGKILLs under 16 clients: every decision answered as durable is in the log, once`, async (t) => {
  const { env } = daemonHome(t);
  const path = join(resolveHermesPaths(env).stateDir, 'routes.jsonl');
  const answered = await runKillLoop({
    kills: KILLS,
    clients: 16,
    token: TOKEN,
    start: async () => {
      const daemon = startProcess(t, { env });
      return {
        port: await daemon.port(),
        pid: daemon.pid,
        kill: async () => {
          daemon.kill('SIGKILL');
          await daemon.ended;
        },
      };
    },
  });
  const log = countLog(path, answered);
  t.ok(answered.durable.length >= KILLS, `${answered.durable.length} answers, ${log.records} records`);
  t.strictSame(answered.degraded, []);
  t.strictSame(log.missing, [], 'nothing answered is missing');
  t.strictSame(log.doubled, [], 'nothing is there twice');
  t.ok(log.torn <= KILLS, `${log.torn} torn lines, at most one a kill`);

  const daemon = startProcess(t, { env });
  const port = await daemon.port();
  t.equal((await decide(port, 'one more')).json.logged, 'durable');
  const { count, skipped_lines: skipped } = await rowsOf(port, '?limit=1');
  t.equal(count, log.records + 1, 'the daemon counts the same records');
  t.equal(skipped, log.torn);
  t.equal(textOf(path).at(-1), '\n');
});

t.test('L-08 SIGTERM right after the answers: every one of them is on disk, and nothing is torn', async (t) => {
  const { env } = daemonHome(t);
  const daemon = startProcess(t, { env });
  const port = await daemon.port();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const answer = await decide(port, `Debug case ${n}`);
      // The first answer is the signal's cue; the others are in flight.
      if (n === 0) daemon.kill('SIGTERM');
      return answer;
    }).map((answer) => answer.catch(() => null)),
  );
  t.equal((await daemon.ended).code, 0);
  const text = textOf(join(resolveHermesPaths(env).stateDir, 'routes.jsonl'));
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  const ids = answers.flatMap((answer) => (answer === null ? [] : [answer.json.id]));
  t.ok(ids.length > 0);
  for (const id of ids) t.ok(records.includes(id), String(id));
  t.equal(new Set(records).size, records.length);
});
