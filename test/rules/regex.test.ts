import t from 'tap';
import { compilePattern, MAX_PATTERN_LENGTH, MAX_SEARCHED_LENGTH, patternProblem } from '../../src/rules/regex.ts';

t.test('S-03 a cached pattern gives the same answer every time', async (t) => {
  const pattern = compilePattern('(?i)fix');
  for (let i = 0; i < 100; i++) {
    t.equal(pattern?.test('please FIX it'), true);
    t.equal(pattern?.test('nothing here'), false);
    t.equal(compilePattern('(?i)fix')?.test('please FIX it'), true);
  }
});

t.test('S-04 a pattern cannot freeze the event loop', async (t) => {
  const table: [string, string][] = [
    ['(a+)+$', `${'a'.repeat(26)}!`],
    ['\\s+$', `${' '.repeat(50_000)}x`],
    ['.*fix.*bug', 'fix'.repeat(2_000)],
    ['(.*a){100}b', 'a'.repeat(9_999)],
  ];
  for (const [source, text] of table) {
    const started = process.hrtime.bigint();
    t.equal(compilePattern(source)?.test(text), false, source);
    t.ok(process.hrtime.bigint() - started < 1_000_000_000n, `${source} is quick`);
  }
});

t.test('what does not compile is null, with a reason', async (t) => {
  for (const source of [
    '[',
    '(',
    '*a',
    '(?=x)',
    '(a)\\1',
    'a{5000}',
    '('.repeat(900),
    'a'.repeat(MAX_PATTERN_LENGTH + 1),
  ]) {
    t.equal(compilePattern(source), null);
    t.type(patternProblem(source), 'string');
  }
  t.equal(patternProblem('^h'), null);
  t.match(patternProblem('['), /missing closing/);
});

t.test('a text over the bound does not match', async (t) => {
  t.equal(compilePattern('a')?.test('a'.repeat(MAX_SEARCHED_LENGTH)), true);
  t.equal(compilePattern('a')?.test('a'.repeat(MAX_SEARCHED_LENGTH + 1)), false);
});
