import t from 'tap';
import { codePointLength, cutCodePoints } from '../../src/lib/text.ts';

t.test('lengths count code points', async (t) => {
  const table: [string, number][] = [
    ['', 0],
    ['abc', 3],
    ['😀', 1],
    ['a😀b', 3],
    ['\ud800', 1],
    ['\ud800\ud800\udc00', 2],
    ['👨‍👩‍👧', 5],
  ];
  for (const [text, expected] of table) t.equal(codePointLength(text), expected, JSON.stringify(text));
});

t.test('S-08 a cut never leaves a lone surrogate', async (t) => {
  t.equal(cutCodePoints(`${'a'.repeat(199)}😀b`, 200), `${'a'.repeat(199)}😀`);
  t.equal(cutCodePoints(`${'a'.repeat(200)}😀`, 200), 'a'.repeat(200));
  t.equal(cutCodePoints('a\ud83d', 5), 'a\ufffd', 'a lone half is replaced');
  t.equal(cutCodePoints('🇵🇹🇵🇹', 3), '🇵🇹🇵');
  t.equal(cutCodePoints('short', 120), 'short');
  t.ok(cutCodePoints(`${'x'.repeat(119)}${'👍'.repeat(9)}`, 120).isWellFormed());
});
