import t from 'tap';
import { createStreamDecoder } from '../../../src/jobs/child/decode.ts';

/** Decodes the bytes in pieces of every size from 1 up: where a chunk ends must not matter. */
function decodeInPieces(bytes: Uint8Array, size: number): string {
  const decoder = createStreamDecoder();
  let text = '';
  for (let at = 0; at < bytes.length; at += size) text += decoder.write(bytes.subarray(at, at + size));
  return text + decoder.end();
}

t.test('where a chunk ends does not matter', async (t) => {
  const rows: readonly (readonly [string, string])[] = [
    ['✅ 你好 👩‍💻', '✅ 你好 👩‍💻'],
    ['\u001b[31mred\u001b[0m and \u001b[1;32mgreen\u001b[0m', 'red and green'],
    ['\u001b]0;title\u0007after', 'after'],
    ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\ufeffmark', '\ufeffmark'],
  ];
  for (const [input, expected] of rows)
    for (const size of [1, 2, 3, 5, 1000])
      t.equal(decodeInPieces(Buffer.from(input), size), expected, `${input} by ${size}`);
});

t.test('J-09 only a true partial tail becomes a replacement character', async (t) => {
  t.equal(decodeInPieces(Buffer.from('你'.repeat(50_000)), 4097), '你'.repeat(50_000));
  t.equal(decodeInPieces(Buffer.from([0x61, 0xe2, 0x9c]), 1), 'a\ufffd');
  t.equal(decodeInPieces(Buffer.from([0xff, 0x61]), 1), '\ufffda');
});

t.test('an escape that never ends does not hold the text back for ever', async (t) => {
  const decoder = createStreamDecoder();
  const text = `\u001b]${'x'.repeat(10_000)}`;
  t.ok(decoder.write(Buffer.from(text)).length > 9000);
  t.ok(decoder.write(Buffer.from('more')).endsWith('more'));
});
