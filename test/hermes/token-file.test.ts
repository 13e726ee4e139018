import { chmodSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createTokenReader, tokenMatches } from '../../src/hermes/token-file.ts';

t.test('H-10 H-11 what a token file holds', async (t) => {
  const table: [string, Buffer, string | null][] = [
    ['plain', Buffer.from('tok123'), 'tok123'],
    ['newline', Buffer.from('tok123\n'), 'tok123'],
    ['CRLF', Buffer.from('tok123\r\n'), 'tok123'],
    ['BOM', Buffer.from('\ufefftok123\n'), 'tok123'],
    ['spaces inside', Buffer.from('  tok 123 '), 'tok 123'],
    ['beyond ASCII', Buffer.from('tök\n'), 'tök'],
    ['empty', Buffer.from(''), null],
    ['blank', Buffer.from('   \r\n'), null],
    ['BOM alone', Buffer.from('\ufeff\n'), null],
    ['not UTF-8', Buffer.from([0x74, 0xff, 0xfe]), null],
    ['UTF-16', Buffer.from('\ufefftok', 'utf16le'), null],
    ['huge', Buffer.alloc(70_000, 'x'), null],
  ];
  const folder = t.testdir({ folder: {} });
  for (const [name, bytes, expected] of table) {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    t.equal(createTokenReader(path).read(), expected, name);
  }
  t.equal(createTokenReader(join(folder, 'absent')).read(), null, 'absent');
  t.equal(createTokenReader(join(folder, 'folder')).read(), null, 'a folder');
});

t.test('mode 0644 and a symlink are fine; a rotation is seen by the next read', async (t) => {
  const folder = t.testdir({ real: 'first', next: 'other' });
  chmodSync(join(folder, 'real'), 0o644);
  symlinkSync(join(folder, 'real'), join(folder, 'token'));
  const reader = createTokenReader(join(folder, 'token'));
  t.equal(reader.read(), 'first');
  writeFileSync(join(folder, 'real'), 'again');
  t.equal(reader.read(), 'again', 'same length, written in place');
  renameSync(join(folder, 'next'), join(folder, 'real'));
  t.equal(reader.read(), 'other', 'replaced');
});

t.test('header values against a token', async (t) => {
  const latin = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  const table: [string | undefined, string, boolean][] = [
    ['tok123', 'tok123', true],
    ['tok124', 'tok123', false],
    ['tok12', 'tok123', false],
    ['tok1234', 'tok123', false],
    ['TOK123', 'tok123', false],
    ['tok123 ', 'tok123', false],
    [undefined, 'tok123', false],
    ['', 'tok123', false],
    ['', '', false],
    [undefined, '', false],
    ['x', '', false],
    [latin('tök'), 'tök', true],
    ['tök', 'tök', false],
    ['t\u0141k', 'tAk', false],
  ];
  for (const [supplied, token, expected] of table)
    t.equal(tokenMatches(supplied, token), expected, JSON.stringify([supplied, token]));
});
