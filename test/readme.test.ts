import { readFileSync } from 'node:fs';
import t from 'tap';
import { ERRORS } from '../src/http/errors.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

t.test('the README lists every error with its status and cure', async (t) => {
  const rows = new Map(
    [...readme.matchAll(/^\| `(\w+)` *\| (\d{3}) *\| (.*?) *\| (.*?) *\|$/gm)].map(([, code, status, error, cure]) => [
      code,
      { status, error, cure },
    ]),
  );
  for (const [code, row] of Object.entries(ERRORS)) {
    const cure = 'hint' in row ? row.hint : '';
    t.strictSame(rows.get(code), { status: String(row.status), error: row.message, cure }, code);
    rows.delete(code);
  }
  t.strictSame([...rows.keys()], [], 'and no other');
});

t.test('src/README.md gives every runtime dependency one line, and names no other', async (t) => {
  const map = readFileSync(new URL('../src/README.md', import.meta.url), 'utf8');
  const section = map.slice(map.indexOf('## Runtime dependencies'));
  const listed = [...section.matchAll(/^\| ([@a-z][\w@/-]*) +\|/gm)]
    .map((match) => match[1])
    .filter((name) => name !== 'package');
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  t.strictSame(listed.sort(), Object.keys(dependencies).sort());
});
