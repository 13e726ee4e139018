import t from 'tap';
import { registryProblems } from '../../src/models/registry-problems.ts';
import { priceWindowProblems } from '../../src/models/window-problems.ts';
import { effectivePrice, inExpensiveWindow, nextWindowChange, priceMultiplier } from '../../src/models/windows.ts';
import { FRI, MON, on, SAT, SUN, WED, WEEK } from './week.ts';

const DISCOUNT = {
  context_window: 200_000,
  billing_mode: 'metered',
  price_in: 0.14,
  price_out: 0.28,
  price_windows: [{ hours_utc: [16, 24], multiplier: 0.8 }],
};
const KNOWN = { context_window: 1000 };
const windowed = (...price_windows: unknown[]) => ({ ...KNOWN, price_windows });

t.test('multipliers', async (t) => {
  const table: [model: unknown, at: Date | null, declared: unknown, multiplier: number][] = [];
  const deepseek: [number, number][] = [
    [0, 1],
    [1, 2],
    [2, 2],
    [3, 2],
    [4, 1],
    [5, 1],
    [6, 2],
    [7, 2],
    [9, 2],
    [10, 1],
    [23, 1],
  ];
  for (const model of ['deepseek-v4-flash', 'deepseek-v4-pro']) {
    for (const [hour, multiplier] of deepseek) table.push([model, on(WED, hour), undefined, multiplier]);
    for (const day of [SAT, SUN])
      for (const hour of [1, 2, 3, 6, 8, 9]) table.push([model, on(day, hour), undefined, 1]);
  }
  for (const day of [MON, WED, FRI]) table.push(['glm-5.3', on(day, 7), undefined, 2]);
  for (const model of ['glm-4.6', 'glm-5.2', 'glm-4.7', 'glm-5-turbo', 'glm-4.6v'])
    table.push([model, on(WED, 7), undefined, 1]);
  for (const model of ['mimo-v2.5', 'mimo-v2.5-pro'])
    for (const hour of [0, 15, 16, 20, 23]) table.push([model, on(WED, hour), undefined, 1]);
  for (const [hour, multiplier] of [
    [15, 1],
    [16, 0.8],
    [23, 0.8],
    [0, 1],
  ] as const)
    table.push(['discount-rail', on(WED, hour), DISCOUNT, multiplier]);
  table.push(
    ['deepseek-v4-pro', on(WED, 9, 59), undefined, 2],
    ['deepseek-v4-pro', on(WED, 10), undefined, 1],
    ['glm-5.3', on(SAT, 7), undefined, 1],
    ['glm-5.3', on(SUN, 9), undefined, 1],
    ['glm-5.3', null, undefined, 1],
    ['glm-5.3', new Date(Number.NaN), undefined, 1],
    ['no-such-model', on(WED, 7), { price_windows: [{ hours_utc: [0, 24], multiplier: 3 }] }, 1],
    ['', on(WED, 7), undefined, 1],
    ['deepseek-v4-pro', new Date('2026-08-19T04:00:00-03:00'), undefined, 2],
    ['glm-5.3', new Date('2026-08-19T04:00:00-03:00'), undefined, 2],
    ['deepseek-v4-pro', on(WED, 12), { price_windows: [{ hours_utc: [12, 13], multiplier: 3 }] }, 3],
    ['deepseek-v4-pro', on(WED, 7), { price_windows: [{ hours_utc: [12, 13], multiplier: 3 }] }, 1],
    ['deepseek-v4-pro', on(WED, 7), { price_windows: [] }, 1],
    ['deepseek-v4-pro', on(WED, 7), { price_windows: 'none' }, 1],
    ['house', on(WED, 15), windowed({ hours_utc: [16.0, 24], multiplier: 2 }), 1],
    ['house', on(WED, 16), windowed({ hours_utc: [16.0, 24], multiplier: 2 }), 2],
    ['house', on(WED, 7), windowed({ hours_utc: [0, 24], weekdays: null, multiplier: 2 }), 2],
    [
      'house',
      on(WED, 7),
      windowed('junk', { hours_utc: [6, 8], multiplier: 3 }, { hours_utc: [6, 8], multiplier: 4 }),
      3,
    ],
  );
  for (const [model, at, declared, multiplier] of table)
    t.equal(priceMultiplier(model, at, declared), multiplier, `${String(model)} ${String(at)}`);
});

t.test('a window that the lint reports is exactly one that the runtime ignores', async (t) => {
  const base = { hours_utc: [0, 24], multiplier: 2 };
  const broken: unknown[] = [
    ...[
      [22, 3],
      [16.5, 24],
      [6, 9.5],
      [0.25, 6],
      [Infinity, 24],
      [NaN, 24],
      [true, 10],
      [null, 10],
      '6-10',
      [6],
      [6, 10, 14],
    ],
    ...[[-1, 6], [10, 10], [0, 25], ['6', '10'], null, undefined, {}],
  ].map((hours_utc) => ({ ...base, hours_utc }));
  for (const weekdays of [[], [0, 1.5], [true], [0, null], ['monday'], [7], [-1], ['1'], 'monday', 3, {}])
    broken.push({ ...base, weekdays });
  for (const multiplier of [0, -1, 'double', '2', null, undefined, NaN, Infinity, true])
    broken.push({ ...base, multiplier });
  broken.push('junk', null, [], 7);
  for (const window of broken) {
    t.equal(priceWindowProblems('house', [window]).length, 1, JSON.stringify(window));
    for (const { at } of WEEK) if (priceMultiplier('house', at, windowed(window)) !== 1) t.fail(JSON.stringify(window));
  }
});

t.test('window findings', async (t) => {
  const w = (start: unknown, end: unknown, weekdays?: number[]) => ({
    hours_utc: [start, end],
    multiplier: 2,
    ...(weekdays && { weekdays }),
  });
  const table: [windows: unknown, findings: RegExp[]][] = [
    [null, []],
    [undefined, []],
    [[], []],
    [[w(1, 4), w(4, 6)], []],
    [[w(1, 9, [0, 1]), w(1, 9, [2])], []],
    [[w(16.0, 24)], []],
    [{ hours_utc: [1, 2], multiplier: 2 }, [/^model 'm': price_windows must be a list/]],
    [[w(6, 10), w(9, 12)], [/price_windows\[0\] and price_windows\[1\] overlap/]],
    [[w(0, 24), w(0, 24), w(0, 24)], [/overlap/]],
    [
      [w(22, 3), w(6, 10), w(9, 12)],
      [/\[22, 3\]/, /price_windows\[1\] and price_windows\[2\]/],
    ],
    [[w(-1, 6)], [/hours_utc must be .* got \[-1, 6\]$/]],
    [[w(NaN, Infinity)], [/got \[NaN, Infinity\]$/]],
    [[{ hours_utc: [5, 5], weekdays: [9], multiplier: 0 }], [/hours_utc/, /weekdays .*\[9\]/, /multiplier .* 0$/]],
  ];
  for (const [windows, patterns] of table) {
    const findings = priceWindowProblems('m', windows);
    t.equal(findings.length, patterns.length, JSON.stringify(findings));
    for (const [index, pattern] of patterns.entries()) t.match(findings[index], pattern);
  }
  t.equal(
    registryProblems([['m', { price_windows: [w(22, 3)] }]]).filter((finding) => /hours_utc/.test(finding)).length,
    1,
  );
});

t.test('effective prices', async (t) => {
  const plan = { context_window: 200_000, billing_mode: 'plan' };
  const pair = { price_in: 1, price_out: 2, billing_mode: 'metered' };
  const table: [model: string, at: Date | null, declared: unknown, price: [number, number] | null][] = [
    ['deepseek-v4-pro', on(WED, 7), undefined, [1.32, 3.96]],
    ['deepseek-v4-pro', on(WED, 12), undefined, [0.66, 1.98]],
    ['deepseek-v4-pro', null, undefined, [0.66, 1.98]],
    ['discount-rail', on(WED, 20), DISCOUNT, [0.14 * 0.8, 0.28 * 0.8]],
    ['discount-rail', on(WED, 12), DISCOUNT, [0.14, 0.28]],
    ['glm-5.3', null, undefined, [1.4, 4.4]],
    ['glm-5.3', on(WED, 7), undefined, [2.8, 8.8]],
    ['glm-5.3', on(SAT, 7), undefined, [1.4, 4.4]],
    ['glm-5.3-flash', on(WED, 7), undefined, [0.3, 1]],
    ['glm-5.3-flash', on(SAT, 7), undefined, [0.15, 0.5]],
    ['glm-4.5-flash', on(WED, 7), undefined, null],
    ['glm-4.5-flash', on(WED, 7), { price_in: 1.0 }, null],
    ['no-such-model', on(WED, 7), undefined, null],
    ['plan-no-price', on(WED, 7), plan, null],
    ['glm-4.7-flash', on(WED, 7), undefined, [0, 0]],
    ['house', null, pair, null],
    ['house', null, { ...pair, ...KNOWN }, [1, 2]],
    ['house', null, { ...pair, ...KNOWN, price_in: -1 }, null],
    ['house', null, { ...pair, ...KNOWN, price_in: true }, null],
    ['house', null, { ...pair, ...KNOWN, price_out: NaN }, null],
  ];
  for (const [model, at, declared, price] of table) t.strictSame(effectivePrice(model, at, declared), price, model);
});

t.test('a discount is never expensive', async (t) => {
  t.equal(inExpensiveWindow('discount-rail', on(WED, 20), DISCOUNT), false);
  t.equal(inExpensiveWindow('glm-5.3', on(WED, 7)), true);
  t.equal(inExpensiveWindow('glm-5.3', on(WED, 10)), false);
  t.equal(inExpensiveWindow('glm-5.3', null), false);
});

t.test('the next change of rate', async (t) => {
  const allDay = windowed({ hours_utc: [0, 24], multiplier: 2 });
  const table: [
    model: string,
    at: Date | null,
    declared: unknown,
    expected: [number, number, number, number] | null,
  ][] = [
    ['deepseek-v4-pro', on(WED, 3), undefined, [4, 2, 1, 1]],
    ['deepseek-v4-pro', on(WED, 7), undefined, [10, 2, 3, 1]],
    ['deepseek-v4-pro', on(WED, 5), undefined, [6, 2, 1, 2]],
    ['deepseek-v4-pro', on(WED, 10), undefined, [1, 3, 15, 2]],
    ['deepseek-v4-pro', on(WED, 23), undefined, [1, 3, 2, 2]],
    ['discount-rail', on(WED, 20), DISCOUNT, [0, 3, 4, 1]],
    ['discount-rail', on(WED, 23, 59), DISCOUNT, [0, 3, 1, 1]],
    ['glm-5.3', on(FRI, 20), undefined, [6, 0, 58, 2]],
    ['glm-5.3', on(SAT, 7), undefined, [6, 0, 47, 2]],
    ['glm-5.3', on(SUN, 23), undefined, [6, 0, 7, 2]],
    ['kimi-k3', on(WED, 7), undefined, null],
    ['gpt-5.6-luna', on(WED, 7), undefined, null],
    ['no-such-model', on(WED, 7), undefined, null],
    ['glm-5.3', null, undefined, null],
    ['glm-5.3', new Date(Number.NaN), undefined, null],
    ['house', on(WED, 7), allDay, null],
  ];
  for (const [model, at, declared, expected] of table) {
    const change = nextWindowChange(model, at, declared);
    t.strictSame(change && [change.hour, change.weekday, change.hours_ahead, change.multiplier], expected, model);
  }
});

t.test('over the whole week the announced change is the first that happens', async (t) => {
  for (const model of ['deepseek-v4-pro', 'glm-5.3'])
    for (const { at } of WEEK) {
      const change = nextWindowChange(model, at);
      if (change === null) throw new Error(`${model} never changes at ${at.toISOString()}`);
      const later = (hours: number) => priceMultiplier(model, new Date(at.getTime() + hours * 3_600_000));
      t.equal(later(change.hours_ahead), change.multiplier);
      t.equal(later(change.hours_ahead - 1), priceMultiplier(model, at));
    }
});
