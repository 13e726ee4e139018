import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createFile, errorCode, replaceFile } from '../../src/lib/atomic-file.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

t.test('a replaced file has the new bytes, its old mode and nothing beside it', async (t) => {
  const folder = t.testdir({ state: 'old' });
  const path = join(folder, 'state');
  chmodSync(path, 0o640);
  const inode = statSync(path).ino;
  await replaceFile(path, Buffer.from([0, 255, 10]));
  t.same(readFileSync(path), Buffer.from([0, 255, 10]));
  t.equal(modeOf(path), 0o640);
  t.not(statSync(path).ino, inode, 'replaced, not written to');
  t.strictSame(readdirSync(folder), ['state']);
});

t.test('a new file is private, and a wanted mode beats the umask', async (t) => {
  const folder = t.testdir({});
  const before = process.umask(0o077);
  t.teardown(() => process.umask(before));
  await replaceFile(join(folder, 'a'), 'x');
  await replaceFile(join(folder, 'b'), 'x', { mode: 0o644 });
  t.equal(modeOf(join(folder, 'a')), 0o600);
  t.equal(modeOf(join(folder, 'b')), 0o644);
});

t.test('Y-19 a symlink stays a symlink', async (t) => {
  const folder = t.testdir({ elsewhere: { real: 'old' } });
  symlinkSync(join(folder, 'elsewhere', 'real'), join(folder, 'link'));
  await replaceFile(join(folder, 'link'), 'new');
  t.ok(lstatSync(join(folder, 'link')).isSymbolicLink());
  t.equal(readFileSync(join(folder, 'elsewhere', 'real'), 'utf8'), 'new');
  t.strictSame(readdirSync(join(folder, 'elsewhere')), ['real']);
});

t.test('Y-20 a failure throws, changes nothing and leaves nothing', async (t) => {
  const folder = t.testdir({ taken: { child: 'x' } });
  await t.rejects(replaceFile(join(folder, 'taken'), 'new'), 'a folder cannot be renamed over');
  await t.rejects(replaceFile(join(folder, 'missing', 'file'), 'new'), { code: 'ENOENT' });
  t.strictSame(readdirSync(folder), ['taken']);
  t.strictSame(readdirSync(join(folder, 'taken')), ['child']);
});

t.test('readers during replacement see one content or the other', async (t) => {
  const path = join(t.testdir({ file: 'a'.repeat(200_000) }), 'file');
  let done = false;
  const writing = (async () => {
    for (const letter of 'bcdef') await replaceFile(path, letter.repeat(200_000));
    done = true;
  })();
  const torn = new Set<string>();
  while (!done) {
    const text = readFileSync(path, 'utf8');
    if (text !== (text[0] ?? '').repeat(200_000)) torn.add(text.slice(0, 10));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await writing;
  t.equal(torn.size, 0);
});

t.test('createFile never overwrites, not even a broken link', async (t) => {
  const folder = t.testdir({ there: 'mine' });
  mkdirSync(join(folder, 'folder'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'broken'));
  for (const name of ['there', 'folder', 'broken'])
    await t.rejects(createFile(join(folder, name), 'new'), { code: 'EEXIST' }, name);
  t.equal(readFileSync(join(folder, 'there'), 'utf8'), 'mine');
  await createFile(join(folder, 'fresh'), 'new');
  t.equal(modeOf(join(folder, 'fresh')), 0o600);
  t.strictSame(readdirSync(folder).sort(), ['broken', 'folder', 'fresh', 'there']);
});

t.test('of many creators one wins', async (t) => {
  const path = join(t.testdir({}), 'file');
  const attempts = await Promise.allSettled([...'abcdefgh'].map((letter) => createFile(path, letter)));
  t.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1);
});

t.test('error codes', async (t) => {
  t.equal(errorCode(Object.assign(new Error('x'), { code: 'EIO' })), 'EIO');
  for (const value of [new Error('x'), 'EIO', null, { code: 'EIO' }]) t.equal(errorCode(value), '');
});
