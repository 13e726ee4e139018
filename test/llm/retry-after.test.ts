import t from 'tap';
import { retryAfterSeconds, secondsUntil } from '../../src/llm/retry-after.ts';

const NOW = new Date('2026-01-01T00:00:00Z');

t.test('C-08 Retry-After, exactly', async (t) => {
  const table: [string | undefined, number | null][] = [
    ['120', 60],
    ['5', 5],
    ['0', 0],
    [' 5 ', 5],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30],
    ['Thu, 01 Jan 2026 02:00:00 GMT', 60],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['99999999999', 60],
    ['-3', null],
    ['1.5', null],
    ['5s', null],
    ['NaN', null],
    ['Infinity', null],
    ['garbage', null],
    ['', null],
    ['5, 10', null],
    ['1e3', null],
    ['2026-01-01T00:00:30Z', null],
    ['Thu, 99 Xyz 2026 00:00:30 GMT', null],
    [undefined, null],
  ];
  for (const [value, expected] of table) t.equal(retryAfterSeconds(value, NOW), expected, JSON.stringify(value));
});

t.test('C-07 a moment in epoch milliseconds', async (t) => {
  const table: [number | null, number | null][] = [
    [NOW.getTime() + 30_000, 30],
    [NOW.getTime() + 1, 1],
    [NOW.getTime() - 1, 0],
    [NOW.getTime() + 3_600_000, 60],
    [Number.NaN, null],
    [null, null],
  ];
  for (const [moment, expected] of table) t.equal(secondsUntil(moment, NOW), expected, String(moment));
});
