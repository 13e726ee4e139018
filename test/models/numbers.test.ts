import t from 'tap';
import { finiteNumber, lossyInteger, wholeNumber } from '../../src/models/numbers.ts';

const NOTHING = [null, undefined, true, false, '', ' ', 'lots', [5], {}, NaN, Infinity, -Infinity];
const NON_FINITE_TEXT = ['inf', '-inf', 'nan', 'NaN', ' Infinity ', '1e999', '0x10', '1_000', '1,000', '5 tokens'];

t.test('nothing but finite numbers and numeric text is a number', async (t) => {
  for (const read of [finiteNumber, lossyInteger, wholeNumber])
    for (const value of [...NOTHING, ...NON_FINITE_TEXT]) t.equal(read(value), null, `${read.name} ${String(value)}`);
});

t.test('what each reading makes of numbers', async (t) => {
  const table: [value: unknown, finite: number | null, lossy: number | null, whole: number | null][] = [
    [16, 16, 16, 16],
    [16.0, 16, 16, 16],
    [16.5, 16.5, 16, null],
    [-0.5, -0.5, 0, null],
    [-3.9, -3.9, -3, null],
    [0, 0, 0, 0],
    ['100', 100, 100, 100],
    [' 7 ', 7, 7, 7],
    ['0.5', 0.5, 0, null],
    ['.5', 0.5, 0, null],
    ['1e3', 1000, 1000, 1000],
    ['$0.5', null, null, null],
  ];
  for (const [value, finite, lossy, whole] of table)
    t.strictSame([finiteNumber(value), lossyInteger(value), wholeNumber(value)], [finite, lossy, whole], String(value));
});

t.test('minus zero never leaves', async (t) => {
  t.ok(Object.is(lossyInteger(-0.5), 0));
  t.ok(Object.is(wholeNumber(-0), 0));
});
