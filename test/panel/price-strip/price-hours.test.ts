import tap from 'tap';
import {
  dayMultipliers,
  dayRuns,
  differsByDay,
  multiplierAt,
  priceKind,
  priceSentence,
  unusableCount,
  usableWindows,
  weekdayWords,
} from '../../../src/panel/page/parts/price-hours.ts';

const WEEKDAYS = [0, 1, 2, 3, 4];
const PEAK = [{ hours_utc: [6, 10], multiplier: 2, weekdays: WEEKDAYS }];

tap.test('a week of prices reads as one sentence', async (t) => {
  const table: readonly (readonly [unknown, string])[] = [
    [PEAK, '×2 from 6 to 10 UTC, Monday to Friday; ×1 otherwise'],
    [undefined, '×1 at every hour'],
    [null, '×1 at every hour'],
    [[], '×1 at every hour'],
    ['peak', '×1 at every hour'],
    [[{ hours_utc: [0, 24], multiplier: 0.5 }], '×0.5 at every hour'],
    [
      [{ hours_utc: [1, 4], multiplier: 2, weekdays: WEEKDAYS }, ...PEAK],
      '×2 from 1 to 4 and from 6 to 10 UTC, Monday to Friday; ×1 otherwise',
    ],
    [[{ hours_utc: [0, 24], multiplier: 3, weekdays: [5, 6] }], '×3 all day, Saturday and Sunday; ×1 otherwise'],
    [[{ hours_utc: [16, 24], multiplier: 0.8 }], '×0.8 from 16 to 24 UTC, every day; ×1 otherwise'],
    [
      [{ hours_utc: [16, 24], multiplier: 0.8 }, ...PEAK],
      '×2 from 6 to 10 UTC, Monday to Friday; ×0.8 from 16 to 24 UTC, every day; ×1 otherwise',
    ],
    // The first window over an hour wins, and a window of ×1 is the base price.
    [
      [
        { hours_utc: [7, 8], multiplier: 1 },
        { hours_utc: [6, 9], multiplier: 2 },
      ],
      '×2 from 6 to 7 and from 8 to 9 UTC, every day; ×1 otherwise',
    ],
    [[{ hours_utc: ['6', '10'], multiplier: 2 }], '×1 at every hour'],
  ];
  for (const [windows, sentence] of table) t.equal(priceSentence(windows), sentence, JSON.stringify(windows));
});

tap.test('an hour has the factor of the first usable window over it', async (t) => {
  const windows = usableWindows([
    { hours_utc: [6, 30], multiplier: 9 },
    ...PEAK,
    { hours_utc: [9, 12], multiplier: 3 },
  ]);
  const table: readonly (readonly [hour: number, weekday: number, multiplier: number])[] = [
    [5, 0, 1],
    [6, 0, 2],
    [9, 4, 2],
    [9, 5, 3],
    [10, 0, 3],
    [12, 0, 1],
  ];
  for (const [hour, weekday, multiplier] of table)
    t.equal(multiplierAt(windows, { hour, weekday }), multiplier, `hour ${hour}, weekday ${weekday}`);
  t.equal(unusableCount([{ hours_utc: [6, 30], multiplier: 9 }, ...PEAK]), 1, 'the others are counted');
  t.equal(unusableCount(undefined), 0);
});

tap.test('a day is cut where the price changes', async (t) => {
  const windows = usableWindows(PEAK);
  t.strictSame(dayRuns(windows, 0), [
    { start: 0, end: 6, multiplier: 1 },
    { start: 6, end: 10, multiplier: 2 },
    { start: 10, end: 24, multiplier: 1 },
  ]);
  t.strictSame(dayRuns(windows, 6), [{ start: 0, end: 24, multiplier: 1 }]);
  t.equal(dayMultipliers(windows, 0).length, 24);
  t.equal(differsByDay(windows), true);
  t.equal(differsByDay(usableWindows([{ hours_utc: [6, 10], multiplier: 2 }])), false);
});

tap.test('kinds and weekdays have words', async (t) => {
  t.strictSame([0.8, 1, 1.5].map(priceKind), ['cheap', 'base', 'expensive']);
  t.equal(weekdayWords([0, 1, 2, 3, 4, 5, 6]), 'every day');
  t.equal(weekdayWords([4, 3, 2, 2]), 'Wednesday to Friday');
  t.equal(weekdayWords([5, 6]), 'Saturday and Sunday');
  t.equal(weekdayWords([6, 0, 2]), 'Monday, Wednesday and Sunday');
  t.equal(weekdayWords([0, 1, 2, 3, 4, 6]), 'every day but Saturday');
  t.equal(weekdayWords([3]), 'Thursday');
});
