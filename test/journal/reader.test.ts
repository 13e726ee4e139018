import { appendFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { lineHash } from '../../src/journal/decode-line.ts';
import { openJournalReader } from '../../src/journal/reader.ts';
import { own } from '../../src/lib/json.ts';

type Files = Readonly<Record<string, string | Buffer>>;

interface Scope {
  testdir(files: Record<string, string | Buffer>): string;
}

function readerOf(t: Scope, files: Files): ReturnType<typeof openJournalReader> & { folder: string } {
  const folder = t.testdir({ ...files });
  const reader = openJournalReader({
    path: join(folder, 'routes.jsonl'),
    backups: 3,
    facet: (record) => String(own(record, 'kind') ?? ''),
  });
  return { ...reader, folder };
}

async function newestIds(reader: ReturnType<typeof openJournalReader>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of reader.newestFirst()) ids.push(id);
  return ids;
}

t.test('newest first across the four files, with gaps', async (t) => {
  const table: [Files, ids: string[]][] = [
    [{}, []],
    [{ 'routes.jsonl': '' }, []],
    [{ 'routes.jsonl': '{"id":"c"}\n', 'routes.jsonl.1': '{"id":"a"}\n{"id":"b"}\n' }, ['c', 'b', 'a']],
    [
      { 'routes.jsonl': '{"id":"b"}\n{"id":"c"}\n{"id":"d"}\n', 'routes.jsonl.2': '{"id":"a"}\n' },
      ['d', 'c', 'b', 'a'],
    ],
    [{ 'routes.jsonl.3': '{"id":"a"}\n', 'routes.jsonl.4': '{"id":"not ours"}\n' }, ['a']],
  ];
  for (const [files, ids] of table) {
    const reader = readerOf(t, files);
    t.same(await newestIds(reader), ids);
    t.equal((await reader.totals()).rows, ids.length);
    rmSync(reader.folder, { recursive: true });
  }
});

const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

t.test('a bad line costs itself only, and is counted', async (t) => {
  const table: [name: string, bytes: string | Buffer, ids: string[], skipped: number][] = [
    ['blank lines and spaces', '\n  \n\t\n{"id":"a"}\n\r\n', ['a'], 0],
    ['bad JSON, a string, a number, null', '{"id":\n"text"\n5\nnull\n{"id":"a"}\n', ['a'], 4],
    ['a torn line between two good ones', '{"id":"a"}\n{"id":"b","ta\n{"id":"c"}\n', ['c', 'a'], 1],
    ['a torn end', '{"id":"a"}\n{"id":"b","ta', ['a'], 1],
    ['a whole row without its end', '{"id":"a"}\n{"id":"b"}', ['b', 'a'], 0],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('{"id":"a"}\n{"id":"b\xff"}\n', 'latin1'), Buffer.from('{"id":"c"}\n')]),
      ['c', 'a'],
      1,
    ],
    ['a byte order mark', '\ufeff{"id":"a"}\n{"id":"b"}\n', ['b', 'a'], 0],
    ['CRLF', '{"id":"a"}\r\n{"id":"b"}\r\n', ['b', 'a'], 0],
    ['our repair note, and a foreign array', '{"id":"a"}\n["journal_repair",{"offset":3}]\n[1]\n', ['a'], 1],
    ['NaN, as Python writes it', '{"id":"a","x":NaN}\n{"id":"b"}\n', ['b'], 1],
    ['a line of 6 MB', `{"id":"a"}\n{"id":"b","x":"${'é'.repeat(3_000_000)}"}\n{"id":"c"}\n`, ['c', 'b', 'a'], 0],
    ['very deep nesting', `${DEEP}\n{"id":"b"}\n`, ['b'], 1],
    ['binary zeros', Buffer.concat([Buffer.alloc(200_000), Buffer.from('\n{"id":"b"}\n')]), ['b'], 1],
  ];
  for (const [name, bytes, ids, skipped] of table) {
    const reader = readerOf(t, { 'routes.jsonl': bytes });
    t.same(await newestIds(reader), ids, name);
    t.match(await reader.totals(), { rows: ids.length, skipped_lines: skipped }, `${name}: counts`);
    for (const id of ids) t.equal((await reader.find(id))?.id, id, `${name}: ${id} by id`);
    rmSync(reader.folder, { recursive: true });
  }
});

t.test('lines that meet the block borders come out whole', async (t) => {
  for (const length of [65_535, 65_536, 65_537, 131_072, 262_144]) {
    const line = `{"id":"b","x":"${'x'.repeat(length - 18)}"}\n`;
    t.equal(line.length, length);
    const reader = readerOf(t, { 'routes.jsonl': `{"id":"a"}\n${line}{"id":"c"}\n` });
    t.same(await newestIds(reader), ['c', 'b', 'a']);
    t.equal((await reader.totals()).rows, 3);
    rmSync(reader.folder, { recursive: true });
  }
});

t.test('lone surrogates of a foreign writer never reach an answer', async (t) => {
  const reader = readerOf(t, { 'routes.jsonl': '{"id":"a","task":"x\\ud800y \\ud83d\\ude00 \\\\ud800"}\n' });
  const row = await reader.find('a');
  t.equal(row?.record.task, 'x\ufffdy 😀 \\ud800');
});

t.test('D11 rows without an id get one that list and lookup share and that rotation keeps', async (t) => {
  const first = '{"ts": 1.0, "task": "a"}';
  const second = '{"ts": 1700000000.25, "id": ""}';
  const third = '{"task":"no time"}';
  const reader = readerOf(t, { 'routes.jsonl': `${first}\n${second}\n${third}\n` });
  const ids = [third, second, first].map((line) => lineHash(Buffer.from(line)));
  const expected = [`0-${ids[0]}`, `1700000000.25-${ids[1]}`, `1-${ids[2]}`];
  t.same(await newestIds(reader), expected);
  renameSync(reader.path, `${reader.path}.2`);
  for (const id of expected) t.equal((await reader.find(id))?.id, id);
  t.equal((await reader.find(expected[2] ?? ''))?.record.task, 'a');
});

t.test('ids that no row has, and odd ones that some row has', async (t) => {
  const odd = 'ä "quoted" \\ id';
  const reader = readerOf(t, {
    'routes.jsonl': `${JSON.stringify({ id: odd })}\n{"note":"rt_quoted inside","id":"b"}\n`,
  });
  for (const id of ['', 'nonexistent-id', 'rt_quoted', '1-00000000', 'x'.repeat(5000)])
    t.equal(await reader.find(id), null, id.slice(0, 20));
  t.equal((await reader.find(odd))?.id, odd);
});

t.test('last: a positive number or its text counts, anything else means everything', async (t) => {
  const reader = readerOf(t, {
    'routes.jsonl': '{"id":"c"}\n{"id":"d"}\n',
    'routes.jsonl.1': '{"id":"a"}\n{"id":"b"}\n',
  });
  const all = ['a', 'b', 'c', 'd'];
  const table: [unknown, string[]][] = [
    [2, ['c', 'd']],
    ['3', ['b', 'c', 'd']],
    [9, all],
    ...[undefined, null, 0, -2, 'oops', true, []].map((limit): [unknown, string[]] => [limit, all]),
  ];
  for (const [limit, ids] of table)
    t.same(
      (await reader.last(limit)).map(({ id }) => id),
      ids,
      JSON.stringify(limit),
    );
});

t.test('a rotation between two rows hides none and shows none twice', async (t) => {
  const row = (id: string): string => `{"id":"${id}"}\n`;
  const reader = readerOf(t, { 'routes.jsonl': row('b') + row('c'), 'routes.jsonl.1': row('a') });
  const seen: string[] = [];
  for await (const { id } of reader.newestFirst()) {
    if (seen.length === 0) {
      renameSync(`${reader.path}.1`, `${reader.path}.2`);
      renameSync(reader.path, `${reader.path}.1`);
      writeFileSync(reader.path, row('d'));
    }
    seen.push(id);
  }
  t.same(seen, ['c', 'b', 'a']);
  t.same(await newestIds(reader), ['d', 'c', 'b', 'a']);
});

t.test('totals follow growth, rotation, cutting and a new file with an old inode', async (t) => {
  const reader = readerOf(t, { 'routes.jsonl': '{"id":"a","kind":"x"}\n{"id":"b","kind":"y"}\nbad\n' });
  const now = async (): Promise<[number, number, Record<string, number>]> => {
    const { rows, skipped_lines, facets } = await reader.totals();
    return [rows, skipped_lines, Object.fromEntries(facets)];
  };
  t.same(await now(), [2, 1, { x: 1, y: 1 }]);
  appendFileSync(reader.path, '{"id":"c","ki');
  t.same(await now(), [2, 2, { x: 1, y: 1 }], 'a line without an end is damaged so far');
  appendFileSync(reader.path, 'nd":"x"}\n');
  t.same(await now(), [3, 1, { x: 2, y: 1 }], 'and counts once it is whole');
  renameSync(reader.path, `${reader.path}.1`);
  writeFileSync(reader.path, '{"id":"d","kind":"z"}\n');
  t.same(await now(), [4, 1, { x: 2, y: 1, z: 1 }]);
  truncateSync(`${reader.path}.1`, 22);
  t.same(await now(), [2, 0, { x: 1, z: 1 }]);
  const { ino } = statSync(reader.path);
  writeFileSync(reader.path, '{"id":"e","kind":"new"}\n{"id":"f","kind":"new"}\n');
  t.equal(statSync(reader.path).ino, ino, 'same inode, larger, other content');
  t.same(await now(), [3, 0, { x: 1, new: 2 }]);
  rmSync(`${reader.path}.1`);
  t.same(await now(), [2, 0, { new: 2 }]);
  utimesSync(reader.path, 1, 1);
  t.same(await now(), [2, 0, { new: 2 }], 'a touched file is not counted twice');
});

t.test('concurrent totals share one pass', async (t) => {
  const reader = readerOf(t, { 'routes.jsonl': '{"id":"a"}\n' });
  const first = reader.totals();
  t.equal(reader.totals(), first);
  t.equal((await first).rows, 1);
});
