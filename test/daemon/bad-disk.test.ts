import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { isMapping, type JsonObject } from '../../src/lib/json.ts';
import { recordsOf, textOf } from '../journal/fixtures/files.ts';
import { ownMount, remount, tinyDisk } from '../journal/fixtures/mounts.ts';
import { startProcess } from './daemon-process.ts';
import { daemonHome, decide, rowsOf, statusOf } from './live-daemon.ts';

/** Longer than the pause after a failed write, in which the disk is left alone. */
const PATIENCE_MS = 60_000;

function unable(t: Test): void {
  t.pass('not run: this user may not mount a file system', { skip: 'this user may not mount a file system' });
}

async function logOf(port: number): Promise<JsonObject> {
  const { log } = await statusOf(port);
  return isMapping(log) ? log : {};
}

/** Decides until the answer says so, or fails. Returns how often it was asked. */
async function decideUntil(t: Test, port: number, logged: 'durable' | 'degraded'): Promise<number> {
  const until = performance.now() + PATIENCE_MS;
  for (let n = 1; performance.now() < until; n++) {
    const { status, json } = await decide(port, `Debug the pool, case ${n}`);
    if (status !== 200) break;
    if (json.logged === logged) return n;
  }
  t.fail(`no decision was logged as ${logged}`);
  return 0;
}

t.test(
  'a full disk: decisions go on as degraded and are counted; with room the log is back without a restart',
  async (t) => {
    const disk = tinyDisk(t, 256);
    if (disk === null) return unable(t);
    const { env, routes } = daemonHome(t, disk);
    const ballast = join(disk, 'ballast');
    writeFileSync(ballast, Buffer.alloc(128 * 1024));
    const daemon = startProcess(t, { env });
    const port = await daemon.port();
    t.teardown(() => daemon.ended);
    t.teardown(() => daemon.kill('SIGKILL'));

    const fitted = (await decideUntil(t, port, 'degraded')) - 1;
    t.ok(fitted > 3, `${fitted} decisions fitted`);
    for (let n = 0; n < 5; n++) {
      const { status, json } = await decide(port, 'Debug it on a full disk, in more words than the ones that fitted');
      t.equal(status, 200);
      t.match(json, { logged: 'degraded', decision: { cause: 'hard_rule', output: { model: 'strong' } } });
    }
    t.match(await logOf(port), { state: 'degraded', written: fitted, dropped: 6, last_error: /ENOSPC/ });
    t.equal(recordsOf(routes).length, fitted, 'whole records only');
    t.match(await rowsOf(port, '?limit=1'), { count: fitted, skipped_lines: 0 });

    truncateSync(ballast, 0);
    const tries = await decideUntil(t, port, 'durable');
    t.match(await logOf(port), { state: 'ok', written: fitted + 1, dropped: 6 + tries - 1, last_error: /ENOSPC/ });
    t.equal(recordsOf(routes).length, fitted + 1);
    daemon.kill('SIGTERM');
    const { code, stderr } = await daemon.ended;
    t.equal(code, 0);
    t.match(stderr, /takes no records: .*ENOSPC/);
    t.equal(stderr.match(/takes no records/g)?.length, 1, 'said once, not once a decision');
  },
);

t.test('a read-only state folder: the daemon starts, decides, says so, and writes as soon as it may', async (t) => {
  const mount = ownMount(t);
  if (mount === null) return unable(t);
  const { env, routes } = daemonHome(t, mount);
  mkdirSync(join(mount, 'profiles'), { recursive: true });
  remount(mount, 'ro');
  const daemon = startProcess(t, { env });
  t.teardown(() => daemon.ended);
  t.teardown(() => daemon.kill('SIGKILL'));
  const port = await daemon.port();
  const { status, json } = await decide(port, 'Debug it on a read-only disk');
  t.equal(status, 200);
  t.equal(json.logged, 'degraded');
  t.match(await logOf(port), { path: routes, state: 'degraded', written: 0, dropped: 1, last_error: /EROFS/ });
  t.match(await rowsOf(port), { count: 0, routes: [] });

  remount(mount, 'rw');
  await decideUntil(t, port, 'durable');
  t.match(await logOf(port), { state: 'ok', written: 1, last_error: /EROFS/ });
  t.equal(textOf(routes).split('\n').length, 2);
  daemon.kill('SIGTERM');
  t.equal((await daemon.ended).code, 0);
});
