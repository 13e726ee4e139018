import t from 'tap';
import { KEPT_CHARS, NO_TAIL, type Tail, withPiece } from '../../../src/panel/page/views/jobs/tail.ts';
import type { OutputPiece } from '../../../src/panel/page/wire/answers.ts';

const piece = (from: number, text: string, more: Partial<OutputPiece> = {}): OutputPiece => {
  const next = from + Buffer.byteLength(text);
  return { from, next, end: next, text, eof: false, ...more };
};

const textOf = ({ parts }: Tail): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : `[${part.kind} ${part.bytes}]`)).join('');

t.test('pieces are put together, and earlier parts stay as they are', async (t) => {
  const first = withPiece(NO_TAIL, piece(0, 'x'.repeat(20_000)));
  const second = withPiece(first, piece(20_000, 'y'.repeat(20_000), { eof: true }));
  t.equal(textOf(second), 'x'.repeat(20_000) + 'y'.repeat(20_000));
  t.equal(second.parts[0], first.parts[0], 'the same object: the page has nothing to draw there');
  t.match(second, { next: 40_000, end: 40_000, eof: true, cut: false, chars: 40_000 });
  t.equal(new Set(second.parts.map(({ key }) => key)).size, second.parts.length, 'no key twice');
});

t.test('a sequence over the edge of two pieces is nothing', async (t) => {
  const first = withPiece(NO_TAIL, piece(0, 'red \u001b[3'));
  t.equal(textOf(first), 'red ');
  t.equal(textOf(withPiece(first, piece(8, '1mtext'))), 'red text');
});

t.test('bytes that are no longer kept are said', async (t) => {
  const tail = withPiece(withPiece(NO_TAIL, piece(0, 'begin ')), piece(906, 'end', { gap: { from: 6, to: 906 } }));
  t.equal(textOf(tail), 'begin [gone 900]end');
});

t.test('far behind the end, what is between is left out', async (t) => {
  const first = withPiece(NO_TAIL, piece(0, 'first', { end: 9_000_000 }));
  t.equal(textOf(first), `first[skipped ${first.next - 5}]`);
  t.ok(first.next > 9_000_000 - KEPT_CHARS && first.next < 9_000_000);
  const second = withPiece(first, piece(first.next, '\ufffd\ufffdrest', { end: 9_000_000 }));
  t.match(textOf(second), /\]rest$/, 'the cut character is left out with them');
  t.equal(withPiece(NO_TAIL, piece(0, 'first', { end: 300_000 })).next, 5, 'a little behind is read');
});

t.test('only the last characters are kept, from the beginning of a line', async (t) => {
  const line = `${'z'.repeat(99)}\n`;
  let tail = NO_TAIL;
  for (let i = 0; i < 100; i++) tail = withPiece(tail, piece(i * 8000, line.repeat(80)));
  const text = textOf(tail);
  t.equal(tail.cut, true);
  t.equal(tail.chars, text.length);
  t.ok(text.length <= KEPT_CHARS && text.length > KEPT_CHARS - 200, `${text.length} characters`);
  t.match(text, /^z{99}\n/);
  t.ok(tail.parts.length < 30);
});

t.test('a character of two units is never split', async (t) => {
  let tail = NO_TAIL;
  for (let i = 0; i < 12; i++) tail = withPiece(tail, piece(i, `a${'🚦'.repeat(10_000)}`));
  for (const part of tail.parts) if (part.kind === 'text') t.ok(part.text.isWellFormed());
  t.ok(tail.chars <= KEPT_CHARS);
});
