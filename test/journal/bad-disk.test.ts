import { execFileSync } from 'node:child_process';
import { mkdirSync, rmdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type JournalHealth, openJournal } from '../../src/journal/journal.ts';
import { openJournalReader } from '../../src/journal/reader.ts';
import { allRecords, recordsOf, textOf } from './fixtures/files.ts';
import { ownMount, remount, tinyDisk } from './fixtures/mounts.ts';

/** Ends a test that this machine cannot run, and says why. */
function unable(t: Test, reason: string): void {
  t.pass(`not run: ${reason}`, { skip: reason });
}

const NO_MOUNT = 'this user may not mount a file system';

t.test('a full disk: whole records stay, the partial one goes, and room brings the log back', async (t) => {
  const disk = tinyDisk(t, 64);
  if (disk === null) return unable(t, NO_MOUNT);
  const path = join(disk, 'routes.jsonl');
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, 'b'.repeat(32 * 1024));
  const journal = openJournal({ path, retryAfterMs: 0 });
  let fitted = 0;
  while ((await journal.append({ n: fitted, filler: 'x'.repeat(3000) })) === 'durable') fitted++;
  t.ok(fitted > 3 && fitted < 11, `${fitted} records of 3 kB in 32 KiB`);
  t.match(journal.health(), { state: 'degraded', written: fitted, dropped: 1, last_error: /ENOSPC/ });
  t.equal(textOf(path).at(-1), '\n', 'our own partial bytes were taken back');
  t.equal(recordsOf(path).length, fitted);

  truncateSync(ballast, 0);
  t.equal(await journal.append({ n: 'after' }), 'durable', 'no restart needed');
  t.match(journal.health(), { state: 'ok', written: fitted + 1, dropped: 1, repaired: 0, last_error: /ENOSPC/ });
  await journal.close();
  t.equal(recordsOf(path).at(-1)?.n, 'after');
});

t.test('a full disk with a foreign torn line: nothing of it is removed', async (t) => {
  const disk = tinyDisk(t, 64);
  if (disk === null) return unable(t, NO_MOUNT);
  const path = join(disk, 'routes.jsonl');
  const foreign = `{"id":"${'p'.repeat(4000)}`;
  writeFileSync(path, foreign);
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(56 * 1024));
  const journal = openJournal({ path, retryAfterMs: 0 });
  t.equal(await journal.append({ filler: 'x'.repeat(9000) }), 'degraded');
  await journal.close();
  t.ok(textOf(path).startsWith(foreign));
});

t.test('part of a batch fits: what was synced is durable, the rest is counted', async (t) => {
  const disk = tinyDisk(t, 64);
  if (disk === null) return unable(t, NO_MOUNT);
  const path = join(disk, 'routes.jsonl');
  const journal = openJournal({ path, maxBytes: 8 * 1024, backups: 20, retryAfterMs: 0 });
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, n) => journal.append({ n, filler: 'x'.repeat(3000) })),
  );
  await journal.close();
  const durable = results.flatMap((result, n) => (result === 'durable' ? [n] : []));
  t.ok(durable.length > 5 && durable.length < 40, `${durable.length} of 40`);
  t.same(
    allRecords(path, 20).map(({ n }) => n),
    durable,
  );
  t.match(journal.health(), { written: durable.length, dropped: 40 - durable.length });
});

t.test('while the disk is known to be bad it is left alone, and asked again after the pause', async (t) => {
  const folder = t.testdir({ 'routes.jsonl': {} });
  const path = join(folder, 'routes.jsonl');
  let clock = 0;
  const changes: JournalHealth[] = [];
  const journal = openJournal({
    path,
    retryAfterMs: 1000,
    monotonic: () => clock,
    onChange: (health) => changes.push(health),
  });
  t.equal(await journal.append({ n: 1 }), 'degraded', 'a directory stands where the file goes');
  rmdirSync(path);
  clock = 999;
  t.equal(await journal.append({ n: 2 }), 'degraded', 'the pause is not over');
  clock = 1000;
  t.equal(await journal.append({ n: 3 }), 'durable');
  await journal.close();
  t.match(journal.health(), { state: 'ok', written: 1, dropped: 2, last_error: /EISDIR/ });
  t.same(
    changes.map(({ state }) => state),
    ['degraded', 'ok'],
    'told once each way',
  );
});

t.test('a listener that throws loses no record', async (t) => {
  const path = join(t.testdir({ 'routes.jsonl': 'torn' }), 'routes.jsonl');
  const journal = openJournal({
    path,
    onChange: () => {
      throw new Error('a fault of the listener');
    },
  });
  t.equal(await journal.append({ n: 1 }), 'durable');
  await journal.close();
});

t.test('a folder in the way: no error for readers either', async (t) => {
  const reader = openJournalReader({ path: join(t.testdir({ 'routes.jsonl': {} }), 'routes.jsonl'), backups: 3 });
  t.same(await reader.last(), []);
  t.equal((await reader.totals()).rows, 0);
  t.equal(await reader.find('d1'), null);
});

t.test('a named pipe in the way hangs nobody', async (t) => {
  const path = join(t.testdir(), 'routes.jsonl');
  execFileSync('mkfifo', [path]);
  const journal = openJournal({ path });
  t.equal(await journal.append({ n: 1 }), 'degraded');
  t.same(await openJournalReader({ path, backups: 3 }).last(), []);
  await journal.close();
});

t.test('a read-only file system: degraded, then durable once it is writable', async (t) => {
  const folder = ownMount(t);
  if (folder === null) return unable(t, NO_MOUNT);
  const path = join(folder, 'routes.jsonl');
  remount(folder, 'ro');
  const journal = openJournal({ path, retryAfterMs: 0 });
  t.equal(await journal.append({ n: 1 }), 'degraded');
  t.match(journal.health(), { state: 'degraded', last_error: /EROFS/ });
  remount(folder, 'rw');
  t.equal(await journal.append({ n: 2 }), 'durable');
  await journal.close();
  t.same(recordsOf(path), [{ n: 2 }]);
});

// Immutable: no record can be added. Append-only: one could, but the file can be neither renamed nor cut.
for (const attribute of ['i', 'a']) {
  t.test(`rotation of a file with chattr +${attribute}: it stays as it is, and retries cost no backup`, async (t) => {
    const path = join(t.testdir(), 'routes.jsonl');
    for (const [file, id] of [
      [path, 'live'],
      [`${path}.1`, 'one'],
      [`${path}.2`, 'two'],
    ] as const)
      writeFileSync(file, `${JSON.stringify({ id, filler: 'x'.repeat(80) })}\n`);
    const journal = openJournal({ path, maxBytes: 120, backups: 3, retryAfterMs: 0 });
    const ids = (): unknown[] => allRecords(path, 3).map(({ id }) => id);
    try {
      execFileSync('chattr', [`+${attribute}`, path], { stdio: 'ignore' });
    } catch {
      return unable(t, `this user or file system has no chattr +${attribute}`);
    }
    try {
      for (let n = 0; n < 5; n++) t.equal(await journal.append({ n, filler: 'x'.repeat(80) }), 'degraded');
    } finally {
      execFileSync('chattr', [`-${attribute}`, path]);
    }
    t.match(journal.health(), { state: 'degraded', written: 0, dropped: 5, last_error: /EPERM|EACCES/ });
    t.same(ids(), ['two', 'one', 'live']);
    t.equal(await journal.append({ id: 'new', filler: 'x'.repeat(80) }), 'durable');
    await journal.close();
    t.same(ids(), ['two', 'one', 'live', 'new']);
  });
}

t.test('the folder goes while the journal is open and something else takes its name', async (t) => {
  const folder = t.testdir();
  const path = join(folder, 'state', 'routes.jsonl');
  writeFileSync(join(folder, 'state'), 'a file, not a folder');
  const journal = openJournal({ path, retryAfterMs: 0 });
  t.equal(await journal.append({ n: 1 }), 'degraded');
  t.match(journal.health(), { last_error: /ENOTDIR|EEXIST/ });
  execFileSync('rm', [join(folder, 'state')]);
  mkdirSync(join(folder, 'state'));
  t.equal(await journal.append({ n: 2 }), 'durable');
  await journal.close();
});
