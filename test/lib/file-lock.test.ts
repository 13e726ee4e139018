import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isLockHeld, withFileLock } from '../../src/lib/file-lock.ts';
import { processMark } from '../../src/lib/process-mark.ts';
import { readProcess } from '../../src/lib/process-row.ts';
import { startZombie } from '../processes.ts';

t.test('one works at a time, and nothing is left', async (t) => {
  const path = join(t.testdir(), 'lock');
  let inside = 0;
  let most = 0;
  const turns = Array.from({ length: 10 }, () =>
    withFileLock(path, async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    }),
  );
  await Promise.all(turns);
  t.equal(most, 1);
  t.strictSame(readdirSync(join(path, '..')), []);
});

t.test('what the work throws is thrown, and the lock is given back', async (t) => {
  const path = join(t.testdir(), 'lock');
  await t.rejects(
    withFileLock(path, () => Promise.reject(new Error('mine'))),
    { message: 'mine' },
  );
  t.equal(await withFileLock(path, async () => 'next'), 'next');
  t.notOk(isLockHeld(new Error('mine')));
});

t.test('what killed processes left is cleared away, a stranger\u2019s file is not', async (t) => {
  const folder = t.testdir({});
  const path = join(folder, 'lock');
  for (const name of [
    'lock.4194303-0123456789ab',
    `lock.${process.pid}-0123456789ab`,
    'lock.1-0123456789ab',
    'lock.old',
  ])
    writeFileSync(join(folder, name), '');
  await withFileLock(path, async () => undefined);
  t.strictSame(readdirSync(folder).sort(), ['lock.1-0123456789ab', 'lock.old'], 'the first process lives');
});

t.test('the lock of a killed process that nobody has noticed yet is taken over', async (t) => {
  const path = join(t.testdir(), 'lock');
  const pid = await startZombie(t);
  const bootId = processMark(process.pid)?.bootId;
  writeFileSync(path, JSON.stringify({ pid, start_ticks: String(readProcess(pid)?.startTicks), boot_id: bootId }));
  t.equal(await withFileLock(path, async () => 'mine'), 'mine');
});

t.test('a folder that is not there', async (t) => {
  await t.rejects(
    withFileLock(join(t.testdir(), 'none', 'lock'), async () => 1),
    { code: 'ENOENT' },
  );
});
