import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { DEFAULT_BACKUPS, DEFAULT_MAX_BYTES } from '../../src/journal/journal.ts';
import { journalFiles, rotateFiles } from '../../src/journal/rotation.ts';

/** What stands in each file before, and after one rotation with three backups; `-` for none. */
const ROWS: readonly (readonly [before: string, after: string])[] = [
  ['a - - -', '- a - -'],
  ['b a - -', '- b a -'],
  ['c b a -', '- c b a'],
  ['d c b a', '- d c b'],
  ['d - b a', '- d b a'],
  ['d c - a', '- d c a'],
];

t.test('the live file becomes .1, older ones move up once, the oldest is dropped, a gap is filled first', async (t) => {
  for (const [before, after] of ROWS) {
    const folder = t.testdir();
    const files = journalFiles(join(folder, 'routes.jsonl'), 3);
    before.split(' ').forEach((content, index) => {
      if (content !== '-') writeFileSync(files[index] ?? '', content);
    });
    await rotateFiles(join(folder, 'routes.jsonl'), 3);
    const found = new Set(readdirSync(folder));
    const contents = ['routes.jsonl', 'routes.jsonl.1', 'routes.jsonl.2', 'routes.jsonl.3'].map((name) =>
      found.has(name) ? readFileSync(join(folder, name), 'utf8') : '-',
    );
    t.equal(contents.join(' '), after, before);
  }
});

t.test('the decision log is 5 MiB and three backups', async (t) => {
  t.strictSame([DEFAULT_MAX_BYTES, DEFAULT_BACKUPS], [5 * 1024 * 1024, 3]);
});
