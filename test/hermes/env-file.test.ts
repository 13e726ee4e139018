import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createHostEnv, parseEnvFile } from '../../src/hermes/env-file.ts';

t.test('assignments as the host reads them', async (t) => {
  const table: [string, Record<string, string>][] = [
    ['A=1', { A: '1' }],
    ['export A = 1 # note', { A: '1' }],
    ['A=a#b', { A: 'a#b' }],
    ['A=#', { A: '' }],
    ['A="x # y" # z', { A: 'x # y' }],
    ["A='x\\ny'", { A: 'x\\ny' }],
    ['A="x\\ny\\"z"', { A: 'x\ny"z' }],
    ['A="two\nlines"\nB=2', { A: 'two\nlines', B: '2' }],
    ['A="open\nB=2', { B: '2' }],
    ['no assignment\nB=2', { B: '2' }],
    ['# A=1\nB=2', { B: '2' }],
    ['A=1\nA=2', { A: '2' }],
    [`A=k\nB=\${A}\${C}\${D:-d}`, { A: 'k', B: 'kcd' }],
    ['__proto__=x', JSON.parse('{"__proto__":"x"}')],
    ['', {}],
  ];
  for (const [text, expected] of table)
    t.same(Object.fromEntries(parseEnvFile(text, { C: 'c' })), expected, JSON.stringify(text));
});

t.test('the files beat the shell, empty values and op:// references count as unset', async (t) => {
  const root = t.testdir({ '.env': 'A=file\nB=\nC=op://vault/item\n', '.op.env': 'D=op-file\n' });
  const env = createHostEnv({ root }, { A: 'shell', B: 'shell', C: 'shell', E: '' });
  t.same(['A', 'B', 'C', 'D', 'E', 'F'].map(env), ['file', 'shell', 'shell', 'op-file', undefined, undefined]);
  writeFileSync(join(root, '.env'), 'A=rotated\n');
  t.equal(env('A'), 'rotated');
});

t.test('what editors on Windows write is read', async (t) => {
  const text = 'A=1\r\nB=2\r\n';
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
  const table: Buffer[] = [Buffer.from(`\ufeff${text}`), wide, Buffer.from(wide).swap16(), Buffer.from('A=1\0\r\nB=2')];
  for (const bytes of table) {
    const root = t.testdir({ '.env': '' });
    writeFileSync(join(root, '.env'), bytes);
    const env = createHostEnv({ root }, {});
    t.same([env('A'), env('B')], ['1', '2'], bytes.subarray(0, 6).toString('hex'));
  }
});
