import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { encodeText } from '../../src/journal/encode-line.ts';
import { type JournalHealth, openJournal } from '../../src/journal/journal.ts';
import { openJournalReader } from '../../src/journal/reader.ts';
import { allRecords, linesOf, modeOf, recordsOf, textOf } from './fixtures/files.ts';

const inFolder = (folder: string): string => join(folder, 'routes.jsonl');

t.test('a record is on disk when it is acknowledged, private and on a line of its own', async (t) => {
  const path = join(t.testdir(), 'deep', 'state', 'routes.jsonl');
  const journal = openJournal({ path });
  t.equal(existsSync(path), false, 'no file before the first record');
  t.equal(await journal.append({ ts: 1, task: 'ação' }), 'durable');
  t.equal(textOf(path), '{"ts":1,"task":"ação"}\n', 'UTF-8, non-ASCII not escaped');
  t.equal(modeOf(path), '600');
  t.same(journal.health(), { path, state: 'ok', written: 1, dropped: 0, repaired: 0, last_error: null });
  await journal.close();
  t.equal(await journal.append({ ts: 2 }), 'degraded', 'a closed journal takes nothing');
  t.equal(linesOf(path).length, 1);
});

t.test('L-01 a torn last line costs only itself', async (t) => {
  const path = inFolder(t.testdir({ 'routes.jsonl': '{"id":"d0"}\n{"id":"d1","ts":1' }));
  const changes: JournalHealth[] = [];
  const journal = openJournal({ path, onChange: (health) => changes.push(health) });
  t.equal(await journal.append({ id: 'd2' }), 'durable');
  await journal.close();
  const lines = textOf(path).split('\n');
  t.same(lines, ['{"id":"d0"}', '{"id":"d1","ts":1', '["journal_repair",{"offset":29}]', '{"id":"d2"}', '']);
  t.equal(journal.health().repaired, 1);
  t.match(changes, [{ repaired: 1, state: 'ok' }]);
});

t.test('L-01 opening mends the line without waiting for a record, once', async (t) => {
  const path = inFolder(t.testdir({ 'routes.jsonl': '{"id":"whole but without its end"}' }));
  const first = openJournal({ path });
  await first.close();
  const second = openJournal({ path });
  await second.close();
  t.equal(textOf(path), '{"id":"whole but without its end"}\n["journal_repair",{"offset":34}]\n');
  t.equal(first.health().repaired, 1);
  t.equal(second.health().repaired, 0);
});

t.test('L-03 ten parallel records of 700 KiB stay whole and in order', async (t) => {
  const path = inFolder(t.testdir());
  const journal = openJournal({ path });
  const done: number[] = [];
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      journal.append({ n, text: String(n).repeat(700 * 1024) }).then((result) => {
        t.equal(result, 'durable');
        done.push(n);
      }),
    ),
  );
  await journal.close();
  const found = allRecords(path, 3).map(({ n }) => n);
  t.same(found, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  t.same(done, found, 'acknowledged in the order they stand in');
});

t.test('L-04 no reader sees a line end inside a record', async (t) => {
  const path = inFolder(t.testdir());
  const journal = openJournal({ path });
  const task = 'a\u2028b\u2029c\u0085d\v\f\x1c\x1d\x1e\r\n\ttab';
  await journal.append({ id: 'd1', task });
  await journal.append({ id: 'd2', [task]: 'as a key' });
  await journal.close();
  t.same(recordsOf(path), [
    { id: 'd1', task },
    { id: 'd2', [task]: 'as a key' },
  ]);
  const script =
    'import json,sys\nfor l in open(sys.argv[1],encoding="utf-8").read().splitlines(): print(json.loads(l)["id"])';
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
  } catch {
    t.comment('no python3 here: its splitlines() was not asked');
    return;
  }
  t.equal(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }), 'd1\nd2\n');
});

t.test('lone surrogates become U+FFFD, and only those', async (t) => {
  const table: [object: Record<string, string>, text: string][] = [
    [{ a: 'x\ud800y' }, '{"a":"x\ufffdy"}'],
    [{ '\udc00': '😀' }, '{"\ufffd":"😀"}'],
    [{ a: '\ud83d\ud83d\ude00\ude00' }, '{"a":"\ufffd😀\ufffd"}'],
    [{ a: 'written \\ud800 \\\\ud800' }, '{"a":"written \\\\ud800 \\\\\\\\ud800"}'],
    [{ a: '\\\ud800' }, '{"a":"\\\\\ufffd"}'],
  ];
  for (const [object, text] of table) t.equal(encodeText(object), text);
});

t.test('L-06 a byte order mark is never written, and one in the file hurts nobody', async (t) => {
  const path = inFolder(t.testdir({ 'routes.jsonl': '\ufeff{"id":"d1"}\n' }));
  const journal = openJournal({ path });
  await journal.append({ id: 'd2', task: '\ufeffstarts with one' });
  await journal.close();
  const bytes = readFileSync(path);
  t.equal(bytes.indexOf('\ufeff', 3), bytes.indexOf('\ufeffstarts'), 'only inside the text');
  const rows = await openJournalReader({ path, backups: 3 }).last();
  t.same(
    rows.map(({ id }) => id),
    ['d1', 'd2'],
  );
});

t.test('L-14 the journal survives an external rm or mv of its live file', async (t) => {
  const path = inFolder(t.testdir());
  const journal = openJournal({ path });
  await journal.append({ id: 'd1' });
  renameSync(path, `${path}.moved`);
  t.equal(await journal.append({ id: 'd2' }), 'durable');
  t.same(recordsOf(path), [{ id: 'd2' }]);
  t.equal(modeOf(path), '600');
  rmSync(path);
  t.equal(await journal.append({ id: 'd3' }), 'durable');
  t.same(recordsOf(path), [{ id: 'd3' }]);
  rmSync(join(path, '..'), { recursive: true });
  t.equal(await journal.append({ id: 'd4' }), 'durable', 'even of its folder');
  t.same(recordsOf(path), [{ id: 'd4' }]);
  await journal.close();
});

t.test('another writer of the same file is noticed and respected', async (t) => {
  const path = inFolder(t.testdir());
  const journal = openJournal({ path, maxBytes: 300, backups: 3 });
  await journal.append({ id: 'ours' });
  appendFileSync(path, '{"id": "python"}\n{"id": "torn');
  await journal.append({ id: 'after' });
  t.equal(journal.health().repaired, 1);
  t.same(
    textOf(path).split('\n').slice(0, 3),
    ['{"id":"ours"}', '{"id": "python"}', '{"id": "torn'],
    'foreign bytes are never removed',
  );
  appendFileSync(path, `{"id": "${'p'.repeat(220)}"}\n`);
  await journal.append({ id: 'rotated', filler: 'x'.repeat(60) });
  t.same(
    recordsOf(path).map(({ id }) => id),
    ['rotated'],
    'foreign growth counts for the rotation',
  );
  renameSync(path, `${path}.9`);
  writeFileSync(path, '{"id": "python rotated"}\n');
  await journal.append({ id: 'last' });
  await journal.close();
  t.same(recordsOf(path), [{ id: 'python rotated' }, { id: 'last' }]);
});

t.test('rotation: each file within its cap, the newest rows kept without a gap', async (t) => {
  const path = inFolder(t.testdir());
  const journal = openJournal({ path, maxBytes: 1024, backups: 2 });
  for (let n = 0; n < 40; n++) await journal.append({ n, filler: 'é'.repeat(40) });
  await journal.close();
  const sizes = [path, `${path}.1`, `${path}.2`].map((file) => statSync(file).size);
  t.ok(
    sizes.every((size) => size <= 1024 && size > 900),
    `sizes ${sizes}`,
  );
  t.equal(existsSync(`${path}.3`), false);
  const kept = allRecords(path, 2).map(({ n }) => n);
  t.same(
    kept,
    Array.from({ length: kept.length }, (_, index) => 40 - kept.length + index),
  );
  for (const file of [path, `${path}.1`, `${path}.2`]) t.equal(modeOf(file), '600');
});

t.test('rotation inside one group commit', async (t) => {
  const path = inFolder(t.testdir());
  const journal = openJournal({ path, maxBytes: 1024, backups: 50 });
  const results = await Promise.all(Array.from({ length: 200 }, (_, n) => journal.append({ n })));
  await journal.close();
  t.ok(results.every((result) => result === 'durable'));
  t.same(
    allRecords(path, 50).map(({ n }) => n),
    Array.from({ length: 200 }, (_, n) => n),
  );
  t.ok(statSync(`${path}.1`).size <= 1024);
});

t.test('an oversized record is kept whole in a file of its own; an empty file never rotates', async (t) => {
  const path = inFolder(t.testdir({ 'routes.jsonl': '' }));
  const journal = openJournal({ path, maxBytes: 64, backups: 3 });
  await journal.append({ big: 'x'.repeat(500) });
  t.equal(existsSync(`${path}.1`), false);
  await journal.append({ small: 1 });
  await journal.close();
  t.same(recordsOf(path), [{ small: 1 }]);
  t.same(recordsOf(`${path}.1`), [{ big: 'x'.repeat(500) }]);
});

t.test('missing backups are tolerated, and nothing is dropped while there is a gap', async (t) => {
  const path = inFolder(t.testdir({ 'routes.jsonl': `{"n":"${'x'.repeat(60)}"}\n`, 'routes.jsonl.2': '{"n":2}\n' }));
  const journal = openJournal({ path, maxBytes: 64, backups: 2 });
  await journal.append({ n: 'new' });
  await journal.close();
  t.same(
    allRecords(path, 2).map(({ n }) => n),
    [2, 'x'.repeat(60), 'new'],
  );
});

t.test('what cannot be serialised is counted and never thrown', async (t) => {
  const path = inFolder(t.testdir());
  const journal = openJournal({ path });
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  let deep: unknown = 1;
  for (let n = 0; n < 100_000; n++) deep = [deep];
  const hopeless: unknown[] = [cycle, { big: 10n }, undefined, { deep }, { toJSON: () => undefined }];
  for (const record of hopeless)
    t.equal(await journal.append(record as never), 'degraded', 'what only a bug would pass');
  t.match(journal.health(), { state: 'ok', written: 0, dropped: hopeless.length, last_error: /not serialisable/ });
  t.equal(existsSync(path), false, 'nothing on disk');
  t.equal(await journal.append({ n: 1 }), 'durable', 'and the next record is fine');
  await journal.close();
});

t.test('a record is taken as it is at the call', async (t) => {
  const path = inFolder(t.testdir());
  const journal = openJournal({ path });
  const record = { n: 1 };
  const written = journal.append(record);
  record.n = 2;
  await written;
  await journal.close();
  t.same(recordsOf(path), [{ n: 1 }]);
});

t.test('close writes what is waiting', async (t) => {
  const path = inFolder(t.testdir());
  const journal = openJournal({ path });
  const results = Array.from({ length: 50 }, (_, n) => journal.append({ n }));
  await journal.close();
  t.equal(recordsOf(path).length, 50);
  t.ok((await Promise.all(results)).every((result) => result === 'durable'));
});

t.test('L-13 the room has no path of its own: it never looks at the home folder', async (t) => {
  const folder = t.testdir({
    home: { '.hermes': { 'hermes-smart-router': { state: { 'routes.jsonl': '{"id":"live"}\n' } } } },
  });
  const live = join(folder, 'home', '.hermes', 'hermes-smart-router', 'state', 'routes.jsonl');
  const before = statSync(live, { bigint: true });
  const script = `
    import { openJournal } from '${new URL('../../src/journal/journal.ts', import.meta.url)}';
    const journal = openJournal({ path: process.argv[1] });
    await journal.append({ id: 'test' });
    await journal.close();`;
  const elsewhere = join(folder, 'elsewhere.jsonl');
  execFileSync(process.execPath, ['--import=tsx', '--input-type=module', '-e', script, elsewhere], {
    env: { PATH: process.env.PATH, HOME: join(folder, 'home') },
  });
  t.same(recordsOf(elsewhere), [{ id: 'test' }]);
  t.equal(statSync(live, { bigint: true }).mtimeNs, before.mtimeNs);
  t.equal(textOf(live), '{"id":"live"}\n');
});
