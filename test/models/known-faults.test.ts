import t from 'tap';
import { priceWindowProblems } from '../../src/models/window-problems.ts';
import { priceMultiplier } from '../../src/models/windows.ts';

const windowed = (...price_windows: unknown[]) => ({ context_window: 1000, price_windows });

t.test('B-14 equal, reversed and malformed hours are refused everywhere; 24 is only an end', async (t) => {
  const table: [hours: unknown, accepted: boolean][] = [
    [[0, 0], false],
    [[10, 10], false],
    [[0, 24], true],
    [[24, 1], false],
    [[24, 24], false],
    [[25, 26], false],
    [[1320, 1440], false],
    [['00:00', '00:00'], false],
    [['9:5', '17:00'], false],
    ['00:00-24:00', false],
    ['22:00', false],
    [1320, false],
  ];
  for (const [hours_utc, accepted] of table) {
    const window = { hours_utc, multiplier: 2 };
    t.equal(priceWindowProblems('m', [window]).length, accepted ? 0 : 1, JSON.stringify(hours_utc));
    const hit = [0, 5, 10, 23].some(
      (hour) => priceMultiplier('m', new Date(Date.UTC(2026, 7, 19, hour)), windowed(window)) !== 1,
    );
    t.equal(hit, accepted, `${JSON.stringify(hours_utc)} at run time`);
  }
});

t.test('B-15 overnight takes two windows, edges are half-open, the local zone plays no part', async (t) => {
  const night = windowed({ hours_utc: [22, 24], multiplier: 2 }, { hours_utc: [0, 6], multiplier: 2 });
  t.match(priceWindowProblems('m', [{ hours_utc: [22, 6], multiplier: 2 }]), [/two windows/]);
  const zone = process.env.TZ;
  t.teardown(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  const table: [moment: string, inside: boolean][] = [
    ['2026-08-19T21:59:59.999Z', false],
    ['2026-08-19T22:00:00.000Z', true],
    ['2026-08-20T00:00:00.000Z', true],
    ['2026-08-20T05:59:59.999Z', true],
    ['2026-08-20T06:00:00.000Z', false],
  ];
  for (const local of ['America/Sao_Paulo', 'Asia/Shanghai', 'UTC']) {
    process.env.TZ = local;
    for (const [moment, inside] of table)
      t.equal(priceMultiplier('m', new Date(moment), night), inside ? 2 : 1, `${moment} in ${local}`);
  }
});

t.test('B-17 daylight saving cannot matter: hours are UTC and a window that names a zone is refused', async (t) => {
  for (const [key, zone] of [
    ['zone', 'America/New_York'],
    ['timezone', 'Mars/Base'],
    ['tz', 'Australia/Lord_Howe'],
  ] as const) {
    const window = { hours_utc: [0, 24], multiplier: 2, [key]: zone };
    t.match(priceWindowProblems('m', [window]), [new RegExp(`'${key}' is not supported, got "${zone}"`)]);
    t.equal(priceMultiplier('m', new Date('2026-11-01T05:30:00Z'), windowed(window)), 1);
  }
  const table: [moment: string, multiplier: number][] = [
    ['2026-03-08T06:59:59Z', 2],
    ['2026-03-08T07:00:00Z', 1],
    ['2026-11-01T05:30:00Z', 2],
    ['2026-11-01T06:30:00Z', 2],
    ['2026-11-01T07:00:00Z', 1],
  ];
  for (const [moment, multiplier] of table)
    t.equal(priceMultiplier('m', new Date(moment), windowed({ hours_utc: [5, 7], multiplier: 2 })), multiplier, moment);
});

t.test('B-18 real vendor tables', async (t) => {
  const daily = windowed({ hours_utc: [1, 4], multiplier: 2 }, { hours_utc: [6, 10], multiplier: 2 });
  const weekdays = windowed({ hours_utc: [6, 10], weekdays: [0, 1, 2, 3, 4], multiplier: 2 });
  const discount = windowed({ hours_utc: [16, 24], multiplier: 0.8 });
  const table: [moment: string, factors: [number, number, number]][] = [
    ['2026-08-26T06:00:00Z', [2, 2, 1]],
    ['2026-08-29T06:00:00Z', [2, 1, 1]],
    ['2026-08-26T23:59:59Z', [1, 1, 0.8]],
    ['2026-08-27T00:00:00Z', [1, 1, 1]],
    ['2026-08-27T10:00:00Z', [1, 1, 1]],
  ];
  for (const [moment, factors] of table)
    t.strictSame(
      [daily, weekdays, discount].map((declared) => priceMultiplier('m', new Date(moment), declared)),
      factors,
      moment,
    );
});
