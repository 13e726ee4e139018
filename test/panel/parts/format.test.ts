import t from 'tap';
import { ago, count, duration, factor, moment, plural, price } from '../../../src/panel/page/parts/format.ts';

t.test('what is not known is said so, never 0', async (t) => {
  for (const value of [null, undefined, '', '7', Number.NaN, Number.POSITIVE_INFINITY, {}]) {
    t.equal(count(value), 'unknown');
    t.equal(factor(value), 'unknown');
    t.equal(price(value), 'not published');
  }
  for (const seconds of [null, -1, Number.NaN]) t.equal(duration(seconds), 'unknown');
  t.equal(ago(null, new Date()), 'unknown');
});

t.test('durations in their two largest units', async (t) => {
  const rows: readonly (readonly [number, string])[] = [
    [0, '0 s'],
    [0.4, '0 s'],
    [59.6, '1 min'],
    [61, '1 min 1 s'],
    [3_600, '1 h'],
    [3_660, '1 h 1 min'],
    [86_400 + 59, '1 d'],
    [90_000, '1 d 1 h'],
  ];
  for (const [seconds, text] of rows) t.equal(duration(seconds), text, String(seconds));
});

t.test('moments, from epoch seconds and ISO text', async (t) => {
  t.equal(moment(1_786_981_337)?.toISOString(), '2026-08-17T15:42:17.000Z');
  t.equal(moment('2026-08-17T15:42:17Z')?.getTime(), 1_786_981_337_000);
  for (const value of [null, undefined, 'soon', Number.NaN, {}]) t.equal(moment(value), null);
  const now = new Date('2026-08-17T15:42:17Z');
  t.equal(ago(new Date('2026-08-17T15:41:17Z'), now), '1 min ago');
  t.equal(ago(new Date('2026-08-17T15:42:16Z'), now), 'just now');
  t.equal(ago(new Date('2026-08-17T16:00:00Z'), now), 'just now', 'a moment ahead of the clock');
});

t.test('numbers', async (t) => {
  t.equal(count(1_048_576), '1,048,576');
  t.equal(plural(1, 'job'), '1 job');
  t.equal(plural(0, 'job'), '0 jobs');
  t.equal(plural(2_000, 'entry', 'entries'), '2,000 entries');
  t.equal(price(0), 'free');
  t.equal(price(0.5), '$0.50');
  t.equal(price(0.0375), '$0.0375');
  t.equal(factor(0.8), '×0.8');
});
