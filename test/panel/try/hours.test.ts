import { test } from 'tap';
import { dayText, hourText, upcomingDays } from '../../../src/panel/page/views/try/hours.ts';

test('a week of whole hours can be chosen, from the next one on', async (t) => {
  const days = upcomingDays(new Date('2026-11-30T20:37:12.5Z'));
  const hours = days.flatMap((one) => one.hours);
  t.equal(hours.length, 168);
  t.equal(hours.at(0)?.toISOString(), '2026-11-30T21:00:00.000Z');
  t.equal(hours.at(-1)?.toISOString(), '2026-12-07T20:00:00.000Z');
  t.strictSame(
    days.map(({ day, hours }) => `${day} ${hours.length}`),
    [
      '2026-11-30 3',
      '2026-12-01 24',
      '2026-12-02 24',
      '2026-12-03 24',
      '2026-12-04 24',
      '2026-12-05 24',
      '2026-12-06 24',
      '2026-12-07 21',
    ],
  );
});

test('a day whose last hour has begun is not offered any more', async (t) => {
  t.equal(upcomingDays(new Date('2026-11-30T23:00:00Z'))[0]?.day, '2026-12-01');
});

test('an hour reads in UTC and on the clock of the reader', async (t) => {
  const at = new Date('2026-08-17T20:00:00Z');
  for (const [zone, expected] of [
    ['UTC', '20:00 UTC (20:00 here)'],
    ['Europe/Berlin', '20:00 UTC (22:00 here)'],
    ['Asia/Kolkata', '20:00 UTC (Tue 01:30 here)'],
    ['America/New_York', '20:00 UTC (16:00 here)'],
  ] as const)
    t.equal(hourText(at, zone), expected);
  t.equal(dayText(at), 'Mon 17 Aug');
});
