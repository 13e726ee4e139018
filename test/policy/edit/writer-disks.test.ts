import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { POLICY } from '../../http/listening.ts';
import { remount, tinyDisk } from '../../journal/fixtures/mounts.ts';
import { STRONGER, written } from './fixtures/written.ts';

function unable(t: Test): void {
  const reason = 'this user may not mount a file system';
  t.pass(`not run: ${reason}`, { skip: reason });
}

t.test('Y-20 a full disk: a reason, the old bytes, nothing left over', async (t) => {
  const disk = tinyDisk(t, 64);
  if (disk === null) return unable(t);
  const file = written(disk);
  writeFileSync(join(disk, 'ballast'), 'b'.repeat(8 * 1024));
  t.match(await file.apply(STRONGER), { kind: 'written' });
  t.match(await file.apply({ tiers: { T4: { model: 'strong' } } }), { kind: 'written' });
  t.equal(file.text(), POLICY);
  const before = readdirSync(file.historyFolder);
  for (let length = 8 * 1024; !isFull(disk); length += 4096) writeFileSync(join(disk, 'ballast'), 'b'.repeat(length));
  const result = await file.apply(STRONGER);
  t.match(result, { kind: 'failed', problem: 'io', reason: /the disk is full \(ENOSPC\)/ });
  t.equal(file.text(), POLICY);
  t.strictSame(readdirSync(file.historyFolder), before, 'a failed write pushes nothing out of the history');
  rmSync(join(disk, 'ballast'));
  t.match(await file.apply(STRONGER), { kind: 'written' }, 'and with room it works');
  t.strictSame(readdirSync(disk).sort(), ['router.yaml', 'router.yaml.bak', 'state']);
});

function isFull(folder: string): boolean {
  try {
    writeFileSync(join(folder, 'probe'), 'x'.repeat(2048));
    return false;
  } catch {
    return true;
  } finally {
    rmSync(join(folder, 'probe'), { force: true });
  }
}

t.test('a read-only folder, and a file that is a mount of its own', async (t) => {
  const disk = tinyDisk(t, 256);
  if (disk === null) return unable(t);
  const file = written(disk, POLICY, t.testdir());
  remount(disk, 'ro');
  t.match(await file.apply(STRONGER), {
    kind: 'failed',
    problem: 'io',
    reason: /the file system is read-only \(EROFS\)/,
  });
  remount(disk, 'rw');
  t.equal(file.text(), POLICY);
  mkdirSync(join(disk, 'mounted'));
  const bound = written(join(disk, 'mounted'), '', join(disk, 'state'));
  execFileSync('mount', ['--bind', file.path, bound.path]);
  t.teardown(() => execFileSync('umount', [bound.path]));
  t.match(await bound.apply(STRONGER), { kind: 'failed', problem: 'io', reason: /mount point of its own/ });
  t.equal(bound.text(), POLICY);
  t.strictSame(readdirSync(join(disk, 'mounted')).sort(), ['router.yaml', 'router.yaml.bak']);
});
