import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { CODE_FOLDER, newestChange, newestMtime, watchCodeAge } from '../../src/lib/code-age.ts';

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

test('O-07 a change shows in whatever time the file claims to have', (t) => {
  const folder = t.testdir({ 'a.js': '' });
  const file = join(folder, 'a.js');
  const before = Date.now();
  utimesSync(file, new Date('1985-10-26'), new Date('1985-10-26'));
  t.strictSame(newestMtime(folder), new Date('1985-10-26'));
  t.strictSame(newestChange(folder), statSync(file).ctime);
  t.ok(Number(newestChange(folder)) > before - 1000);
  t.equal(newestChange(join(folder, 'nothing')), null);
  t.ok(Number(newestChange(CODE_FOLDER)) > 0);
  t.end();
});

test('O-07 a process knows within a minute that its code is no longer what is installed', (t) => {
  const folder = t.testdir({ 'a.js': '' });
  let now = 0;
  const isStale = watchCodeAge(folder, statSync(join(folder, 'a.js')).ctime, () => now);
  t.equal(isStale(), false);
  // Until the clock of the file system has ticked.
  const changed = () => newestChange(folder);
  const before = changed();
  while (Number(changed()) === Number(before)) writeFileSync(join(folder, 'a.js'), 'upgraded');
  now = 59_999;
  t.equal(isStale(), false, 'not looked at again so soon');
  now = 60_000;
  t.equal(isStale(), true);
  t.equal(watchCodeAge(join(folder, 'nothing'), new Date())(), false, 'what cannot be read is no upgrade');
  t.end();
});
