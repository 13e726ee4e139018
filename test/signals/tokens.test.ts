import fc from 'fast-check';
import t from 'tap';
import { extractSignals } from '../../src/signals/extract.ts';
import { CHARS_PER_TOKEN, countCodePoints, estimateTokens, TOKENS_PER_CJK } from '../../src/signals/tokens.ts';

t.test('counts by script', (t) => {
  const rows: readonly (readonly [string, number, number])[] = [
    ['', 0, 0],
    ['abc', 0, 3],
    ['重构abc', 2, 3],
    ['カタカナー ひらがな', 9, 1],
    ['한국어', 3, 0],
    ['𠀀😀', 1, 1],
    ['é\ud800', 0, 2],
  ];
  for (const [text, cjk, other] of rows) t.strictSame(countCodePoints(text), { cjk, other }, text);
  t.end();
});

t.test('tokens: text, files, whole repository, never negative', (t) => {
  t.equal(estimateTokens({ cjk: 0, other: -500 }, 0, false), 0);
  t.equal(estimateTokens({ cjk: 0, other: -500 }, -3, true), 40_000);
  t.equal(estimateTokens({ cjk: 0, other: 36 }, 0, false), 36 / CHARS_PER_TOKEN);
  t.equal(estimateTokens({ cjk: 0, other: 37 }, 2, false), 8011);
  t.equal(estimateTokens({ cjk: 5, other: 0 }, 0, false), 5 * TOKENS_PER_CJK);
  t.equal(extractSignals('重构登录模块并修复死锁').est_input_tokens, 7);
  t.equal(extractSignals('999999999999 files').est_input_tokens, 4e12 + 5);
  t.end();
});

t.test('more text, files or a repository never need fewer tokens', (t) => {
  const count = fc.nat({ max: 2_000_000 });
  const sizes = fc.record({ cjk: count, other: count, files: fc.nat({ max: 1_000_000_000 }), whole: fc.boolean() });
  fc.assert(
    fc.property(sizes, sizes, (a, b) => {
      const more = estimateTokens(
        { cjk: a.cjk + b.cjk, other: a.other + b.other },
        a.files + b.files,
        a.whole || b.whole,
      );
      return more >= estimateTokens(a, a.files, a.whole);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      const words = (text: string) => text.replace(/\p{L}|\p{N}/gu, 'x');
      return extractSignals(words(a + b)).est_input_tokens >= extractSignals(words(a)).est_input_tokens;
    }),
  );
  t.pass('held for every sample');
  t.end();
});
