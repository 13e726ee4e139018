import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createFileReader, type FileReading } from '../../src/lib/file-reader.ts';

function describe(reading: FileReading): string {
  return reading.state === 'read' ? Buffer.from(reading.bytes).toString() : reading.state;
}

t.test('Y-22 every way to change a file is seen by the next read', async (t) => {
  const folder = t.testdir({ file: 'one', other: 'two' });
  const path = join(folder, 'file');
  const reader = createFileReader(path, { maxBytes: 10, interpret: describe });
  const steps: [string, () => void, string][] = [
    ['at first', () => undefined, 'one'],
    ['renamed over', () => renameSync(join(folder, 'other'), path), 'two'],
    ['appended to', () => appendFileSync(path, '+'), 'two+'],
    ['truncated', () => truncateSync(path), ''],
    ['written in place', () => writeFileSync(path, 'six'), 'six'],
    ['deleted', () => rmSync(path), 'missing'],
    ['a folder', () => mkdirSync(path), 'not_a_file'],
    ['a folder no more', () => rmdirSync(path), 'missing'],
    ['too large', () => writeFileSync(path, 'x'.repeat(11)), 'too_large'],
    ['deleted again', () => rmSync(path), 'missing'],
    ['recreated', () => writeFileSync(path, 'new'), 'new'],
  ];
  for (const [name, change, expected] of steps) {
    change();
    t.equal(reader.read(), expected, name);
  }
});

t.test('a change of the same length within one step of the clock is seen', async (t) => {
  const path = join(t.testdir({ file: 'a0' }), 'file');
  const reader = createFileReader(path, { maxBytes: 10, interpret: describe });
  const missed: number[] = [];
  for (let i = 0; i < 200; i++) {
    const text = `${'ab'[i % 2]}${i % 10}`;
    writeFileSync(path, text);
    utimesSync(path, 1, 1);
    if (reader.read() !== text) missed.push(i);
  }
  t.strictSame(missed, []);
});

t.test('an unchanged file is interpreted once, a folder of nothing is missing', async (t) => {
  const path = join(t.testdir({ file: 'x' }), 'file');
  let calls = 0;
  const reader = createFileReader(path, { maxBytes: 10, interpret: () => ++calls });
  for (let i = 0; i < 1000; i++) reader.read();
  t.equal(calls, 1);
  t.equal(createFileReader(join(path, 'below'), { maxBytes: 1, interpret: describe }).read(), 'missing');
  t.ok(statSync(path).isFile());
});
