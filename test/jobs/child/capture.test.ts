import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import t from 'tap';
import { openCapture } from '../../../src/jobs/child/capture.ts';
import { HEAD_BYTES, KEPT_BYTES, TRAILER_AT, TRAILER_BYTES } from '../../../src/jobs/child/capture-layout.ts';
import { readCapture } from '../../../src/jobs/child/read-capture.ts';

/** Writes in pieces of an awkward size. */
async function write(path: string, bytes: Uint8Array, size = 50_021): Promise<void> {
  const sink = await openCapture(path);
  for (let at = 0; at < bytes.length; at += size) await sink.write(bytes.subarray(at, at + size));
  await sink.close();
}

/** Reads a stored stream the way a reader of chunks does. */
async function readAll(path: string) {
  const pieces: Uint8Array[] = [];
  const gaps: unknown[] = [];
  for (let from = 0; ; ) {
    const slice = await readCapture(path, from, 300_007);
    if (slice === null || slice.next === slice.end) {
      if (slice) pieces.push(slice.bytes);
      return { bytes: Buffer.concat(pieces), gaps };
    }
    if (slice.gap !== null) gaps.push(slice.gap);
    pieces.push(slice.bytes);
    from = slice.next;
  }
}

t.test('head and tail of streams of every size', async (t) => {
  const source = randomBytes(KEPT_BYTES + 9_000_000);
  for (const size of [
    0,
    1,
    HEAD_BYTES,
    HEAD_BYTES + 1,
    KEPT_BYTES,
    KEPT_BYTES + 1,
    TRAILER_AT,
    TRAILER_AT + 1,
    source.length,
  ]) {
    const path = `${t.testdir()}/stream`;
    const bytes = source.subarray(0, size);
    await write(path, bytes);
    const stored = await readAll(path);
    const lost = Math.max(0, size - KEPT_BYTES);
    t.same(stored.gaps, lost === 0 ? [] : [{ from: HEAD_BYTES, to: HEAD_BYTES + lost }], `gap of ${size}`);
    const expected =
      lost === 0 ? bytes : Buffer.concat([bytes.subarray(0, HEAD_BYTES), bytes.subarray(size - HEAD_BYTES)]);
    t.ok(stored.bytes.equals(expected), `bytes of ${size}`);
    t.ok(statSync(path).size <= TRAILER_AT + TRAILER_BYTES);
    t.equal(statSync(path).mode & 0o777, 0o600);
  }
});

t.test('a capture is continued, and counts what it keeps', async (t) => {
  const path = `${t.testdir()}/stream`;
  const source = randomBytes(TRAILER_AT + 100_000);
  await write(path, source);
  const sink = await openCapture(path);
  await sink.write(Buffer.from('the end'));
  t.same(sink.counts(), { bytes: source.length + 7, kept: KEPT_BYTES, truncated: true, error: null });
  await sink.close();
  const slice = await readCapture(path, source.length, 100);
  t.equal(Buffer.from(slice?.bytes ?? []).toString(), 'the end');
});

t.test('offsets outside the stream', async (t) => {
  const path = `${t.testdir()}/stream`;
  t.equal(await readCapture(path, 0, 10), null);
  await write(path, Buffer.from('abc'));
  t.match(await readCapture(path, 99, 10), { from: 3, next: 3, end: 3, gap: null });
  t.match(await readCapture(path, 1, 1), { from: 1, next: 2, end: 3 });
});
