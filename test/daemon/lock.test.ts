import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { lockState } from '../../src/daemon/lock.ts';
import { processMark } from '../../src/lib/process-mark.ts';
import { readProcess } from '../../src/lib/process-row.ts';
import { startZombie } from '../processes.ts';

const lockFile = (folder: string) => join(folder, 'daemon.lock');
const readLock = (folder: string): unknown => JSON.parse(readFileSync(lockFile(folder), 'utf8'));

test('D12 the lock says who holds the state directory, and goes when its holder goes', (t) => {
  const folder = join(t.testdir(), 'state with \u{1f600}');
  const lock = lockState(folder, 0);
  t.equal(lock.unlockedBecause, null);
  t.equal(statSync(folder).mode & 0o777, 0o700);
  t.equal(statSync(lockFile(folder)).mode & 0o777, 0o600);
  lock.recordPort(8791);
  const mark = processMark(process.pid);
  t.strictSame(readLock(folder), {
    pid: process.pid,
    start_ticks: mark?.startTicks,
    port: 8791,
    boot_id: mark?.bootId,
  });
  t.throws(() => lockState(folder, 0), { exitCode: 3, message: new RegExp(`pid ${process.pid} on port 8791`) });
  lock.release();
  t.notOk(existsSync(lockFile(folder)));
  lockState(folder, 0).release();
  t.end();
});

test('a stale lock is taken over', (t) => {
  const mark = processMark(process.pid);
  const own = { pid: process.pid, start_ticks: mark?.startTicks, port: 1, boot_id: mark?.bootId };
  const stale: readonly (readonly [string, string])[] = [
    ['of a process that is gone', JSON.stringify({ ...own, pid: 4_194_305 })],
    ['of a process whose pid was given away', JSON.stringify({ ...own, start_ticks: '1' })],
    ['of another boot', JSON.stringify({ ...own, boot_id: 'f0000000-0000-0000-0000-000000000000' })],
    ['empty', ''],
    ['not JSON', '{"pid":'],
    ['of pid 0', JSON.stringify({ ...own, pid: 0 })],
    ['of pid -1', JSON.stringify({ ...own, pid: -1 })],
  ];
  for (const [name, content] of stale) {
    const folder = t.testdir();
    writeFileSync(lockFile(folder), content);
    const lock = lockState(folder, 5);
    t.match(readLock(folder), { pid: process.pid, port: 5 }, name);
    t.strictSame(readdirSync(folder), ['daemon.lock'], name);
    lock.release();
  }
  t.end();
});

test('the lock of a killed daemon that nobody has noticed yet is stale too', async (t) => {
  const folder = t.testdir();
  const pid = await startZombie(t);
  const ticks = String(readProcess(pid)?.startTicks);
  writeFileSync(
    lockFile(folder),
    JSON.stringify({ pid, start_ticks: ticks, port: 1, boot_id: processMark(process.pid)?.bootId }),
  );
  const lock = lockState(folder, 5);
  t.match(readLock(folder), { pid: process.pid, port: 5 });
  lock.release();
});

test('a state directory that cannot be made is no reason not to start', (t) => {
  const folder = t.testdir({ file: 'in the way' });
  const lock = lockState(join(folder, 'file', 'state'), 0);
  t.match(lock.unlockedBecause, /cannot be made \(ENOTDIR\)/);
  lock.recordPort(1);
  lock.release();
  t.end();
});

test('a lock that somebody else took is noticed, and left alone', (t) => {
  const folder = t.testdir();
  const lock = lockState(folder, 0);
  writeFileSync(lockFile(folder), JSON.stringify({ pid: 1, port: 1 }));
  t.throws(() => lock.recordPort(2), { exitCode: 3, message: /pid 1 on port 1/ });
  lock.release();
  t.ok(existsSync(lockFile(folder)));
  t.end();
});
