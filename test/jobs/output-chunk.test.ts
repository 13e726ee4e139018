import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openCapture } from '../../src/jobs/child/capture.ts';
import { readChunk } from '../../src/jobs/output-chunk.ts';

t.test('a character that is not complete yet waits for the rest', async (t) => {
  const path = join(t.testdir(), 'stdout');
  writeFileSync(path, Buffer.from([0x61, 0xe2, 0x9c]));
  t.strictSame(await readChunk(path, 0, false), { from: 0, next: 1, end: 3, text: 'a', eof: false });
  t.strictSame(await readChunk(path, 1, false), { from: 1, next: 1, end: 3, text: '', eof: false });
  t.strictSame(await readChunk(path, 1, true), { from: 1, next: 3, end: 3, text: '\ufffd', eof: true });
  writeFileSync(path, Buffer.from([0x61, 0xe2, 0x9c, 0x85]));
  t.strictSame(await readChunk(path, 1, false), { from: 1, next: 4, end: 4, text: '✅', eof: false });
  t.strictSame(await readChunk(path, 99, true), { from: 4, next: 4, end: 4, text: '', eof: true });
});

t.test('J-09 any text comes back whole, whatever the pieces', async (t) => {
  const path = join(t.testdir(), 'stdout');
  const written = 'é你✅'.repeat(40_000);
  writeFileSync(path, written);
  let read = '';
  for (let from = 0, eof = false; !eof; ) {
    const chunk = await readChunk(path, from, true);
    t.ok(chunk.next > from, 'moves on');
    read += chunk.text;
    ({ next: from, eof } = chunk);
  }
  t.equal(read === written, true);
});

t.test('P-02 a chunk stays below what the proxy takes, even as escapes', async (t) => {
  const path = join(t.testdir(), 'stdout');
  for (const byte of [0x1b, 0xff, 0x00]) {
    writeFileSync(path, Buffer.alloc(300_000, byte));
    t.ok(Buffer.byteLength(JSON.stringify(await readChunk(path, 0, true))) < 524_288);
  }
});

t.test('what is no longer kept is a gap', async (t) => {
  const path = join(t.testdir(), 'stdout');
  const sink = await openCapture(path);
  for (let written = 0; written < 10; written++) await sink.write(Buffer.alloc(1024 * 1024, 0x61 + written));
  await sink.close();
  const chunk = await readChunk(path, 4 * 1024 * 1024, true);
  t.strictSame(chunk.gap, { from: 4 * 1024 * 1024, to: 6 * 1024 * 1024 });
  t.equal(chunk.from, 6 * 1024 * 1024);
  t.equal(chunk.text[0], 'g');
});

t.test('a stream that was never opened is empty', async (t) => {
  t.strictSame(await readChunk('/nonexistent/x', 5, true), { from: 0, next: 0, end: 0, text: '', eof: true });
});
