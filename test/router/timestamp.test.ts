import t from 'tap';
import { formatTimestamp, parseTimestamp, topOfHour } from '../../src/router/timestamp.ts';

const moments: readonly (readonly [string, string | null])[] = [
  ['2026-08-17T07:30:00Z', '2026-08-17T07:30:00+00:00'],
  ['2026-08-17T07:30:00z', '2026-08-17T07:30:00+00:00'],
  ['  2026-08-17T04:30:00-03:00 ', '2026-08-17T07:30:00+00:00'],
  ['2026-08-17T07:30', '2026-08-17T07:30:00+00:00'],
  ['2026-08-17 07:30:00+0530', '2026-08-17T02:00:00+00:00'],
  ['2026-08-17T07:30:00+02', '2026-08-17T05:30:00+00:00'],
  ['2026-08-17T07:30:00.123456Z', '2026-08-17T07:30:00.123+00:00'],
  ['2026-08-17', '2026-08-17T00:00:00+00:00'],
  ['2024-02-29', '2024-02-29T00:00:00+00:00'],
  ['2026-02-29', null],
  ['2026-13-01T00:00:00Z', null],
  ['2026-08-17T24:00:00Z', null],
  ['2026-08-17T07:99', null],
  ['2026-08-17T07:30:00+24:00', null],
  ['9999-12-31T23:00:00-05:00', null],
  ['0000-01-01', null],
  ['half past seven', null],
  ['7', null],
  ['', null],
  ['   ', null],
];

for (const [text, expected] of moments) {
  t.test(`reads ${JSON.stringify(text)}`, async (t) => {
    const at = parseTimestamp(text);
    t.equal(at === null ? null : formatTimestamp(at), expected);
  });
}

t.test('the top of the hour drops minutes, seconds and milliseconds, before 1970 too', async (t) => {
  t.equal(formatTimestamp(topOfHour(new Date('2026-08-17T15:42:17.5Z'))), '2026-08-17T15:00:00+00:00');
  t.equal(formatTimestamp(topOfHour(new Date('1969-12-31T23:59:59Z'))), '1969-12-31T23:00:00+00:00');
});
