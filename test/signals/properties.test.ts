import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { codePointLength } from '../../src/lib/text.ts';
import { extractSignals } from '../../src/signals/extract.ts';
import { EXTRACTED_FEATURE_NAMES } from '../../src/signals/features.ts';
import { normaliseText } from '../../src/signals/normalise.ts';

/** Any UTF-16 at all, and texts made of the pieces that the scanner treats specially. */
const anyText = fc.oneof(
  fc.array(fc.nat({ max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'debug',
          'race',
          'condition',
          ' ',
          '-',
          '.',
          '/',
          ':',
          '\n',
          '.py',
          'c',
          '#',
          '3',
          'k',
          ',',
          'files',
          'lines',
        ],
        ...[
          'see',
          'the',
          'chart',
          'design system',
          'import',
          'from',
          'x',
          '`',
          '~~~',
          'error:',
          '审查',
          'é',
          '\ud800',
          'İ',
        ],
      ),
      { maxLength: 30 },
    )
    .map((pieces) => pieces.join('')),
);

t.test('never throws, answers exactly the named features, the same ones each time', (t) => {
  const extra = fc.dictionary(fc.constantFrom('hard', 'code', 'review', 'tools'), fc.array(anyText, { maxLength: 4 }));
  fc.assert(
    fc.property(anyText, extra, (text, extra) => {
      const features = extractSignals(text, { extra });
      const again = extractSignals(text, { extra: structuredClone(extra) });
      const counts = [features.size_lines, features.num_files, features.est_input_tokens, features.num_requirements];
      assert.deepEqual(Object.keys(features), EXTRACTED_FEATURE_NAMES);
      assert.equal(JSON.stringify(again), JSON.stringify(features));
      assert.equal(features.char_len, codePointLength(text));
      assert.ok(counts.every((count) => Number.isSafeInteger(count) && count >= 0));
    }),
    { numRuns: 500 },
  );
  t.pass('500 texts');
  t.end();
});

t.test('a normalised text keeps its length in lower case', (t) => {
  const keeps = (text: string) => {
    const normal = normaliseText(text);
    return normal.toLowerCase().length === normal.length;
  };
  fc.assert(fc.property(anyText, keeps), { numRuns: 1000 });
  const growing = Array.from({ length: 0x20000 }, (_, codePoint) => String.fromCodePoint(codePoint)).filter(
    (character) => !keeps(character),
  );
  t.strictSame(growing, []);
  t.end();
});

t.test('long runs of anything are read to the end', (t) => {
  for (const unit of [
    'a',
    '-',
    ' ',
    'a.',
    '/',
    '\n',
    '`',
    '1',
    '1,',
    'see ',
    '\u0316\u0300',
    '\ufdfa',
    '审',
    '\u200b',
  ]) {
    const text = `${unit.repeat(100_000)} debug 7 lines`;
    const { verb_class, size_lines } = extractSignals(text);
    t.strictSame({ verb_class, size_lines }, { verb_class: 'hard', size_lines: 7 }, JSON.stringify(unit));
  }
  t.end();
});
