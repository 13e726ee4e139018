import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { newestMtime } from '../../src/daemon/identity.ts';
import { nodeVersionProblem, readPackageInfo } from '../../src/daemon/package-info.ts';

test('O-10 the running Node is compared with the engines field', (t) => {
  const table: readonly (readonly [string, string, boolean])[] = [
    ['v20.19.0', '20.19.0', true],
    ['v20.19.5', '20.19.0', true],
    ['v20.20.0', '20.19.0', true],
    ['v22.0.0', '20.19.0', true],
    ['v20.18.9', '20.19.0', false],
    ['v18.20.4', '20.19.0', false],
    ['v9.99.99', '20.19.0', false],
    ['v24.0.0-pre', '20.19.0', true],
  ];
  for (const [running, lowest, fits] of table) {
    const problem = nodeVersionProblem(running, lowest);
    if (fits) t.equal(problem, null, running);
    else t.match(problem, /^Node 20\.19\.0 or newer is needed, this is [\d.]+\.$/, running);
  }
  t.match(readPackageInfo(), { version: /^\d+\.\d+\.\d+/, lowestNode: /^\d+\.\d+\.\d+$/ });
  t.end();
});

test('O-07 the age of the code is that of its newest file', (t) => {
  const folder = t.testdir({ 'a.js': '', deep: { 'b.ts': '', 'notes.md': '' } });
  const date = (seconds: number) => new Date(seconds * 1000);
  utimesSync(join(folder, 'a.js'), date(500), date(500));
  utimesSync(join(folder, 'deep/b.ts'), date(2000), date(2000));
  utimesSync(join(folder, 'deep/notes.md'), date(9000), date(9000));
  t.strictSame(newestMtime(folder), date(2000));

  writeFileSync(join(folder, 'a.js'), 'changed');
  utimesSync(join(folder, 'a.js'), date(3000), date(3000));
  t.strictSame(newestMtime(folder), date(3000), 'a changed file makes it younger');

  const empty = join(folder, 'empty');
  mkdirSync(empty);
  utimesSync(empty, date(700), date(700));
  t.strictSame(newestMtime(empty), date(700), 'a folder without code: its own age');
  rmSync(empty, { recursive: true });
  t.equal(newestMtime(empty), null, 'no folder: unknown');
  t.end();
});
