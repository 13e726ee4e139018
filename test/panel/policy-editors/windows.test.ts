import tap from 'tap';
import type { JsonObject } from '../../../src/lib/json.ts';
import {
  isChanged,
  modelWindows,
  twoColumns,
  windowsEdit,
} from '../../../src/panel/page/views/policy/windows/model-windows.ts';
import {
  EVERY_DAY,
  formOf,
  NEW_WINDOW,
  sortedWindows,
  type WindowForm,
  windowProblem,
  windowRow,
} from '../../../src/panel/page/views/policy/windows/window-form.ts';
import { overlayProblems } from '../../../src/policy/lint/declarations.ts';

const PEAK = { hours_utc: [6, 10], multiplier: 2, weekdays: [0, 1, 2, 3, 4] };

tap.test('a window is written as the linter wants it', async (t) => {
  t.strictSame(windowRow(NEW_WINDOW), PEAK);
  t.strictSame(windowRow({ ...NEW_WINDOW, weekdays: EVERY_DAY }), { hours_utc: [6, 10], multiplier: 2 });
  t.strictSame(formOf(PEAK), NEW_WINDOW);
  t.equal(formOf({ ...PEAK, multiplier: 0 }), null);
});

tap.test('the form refuses what the linter refuses, and nothing else', async (t) => {
  const forms: readonly (readonly [Partial<WindowForm>, isRight: boolean])[] = [
    [{ start: 11, end: 12 }, true],
    [{ start: 0, end: 6 }, true],
    [{ start: 10, end: 24, multiplier: '0.5' }, true],
    [{ weekdays: [5] }, true],
    [{ start: 9, end: 11 }, false],
    [{ start: 12, end: 12 }, false],
    [{ start: 22, end: 4 }, false],
    [{ start: 12, end: 25 }, false],
    [{ start: 12, end: 13, multiplier: '0' }, false],
    [{ start: 12, end: 13, multiplier: '-1' }, false],
    [{ start: 12, end: 13, multiplier: '' }, false],
    [{ start: 12, end: 13, multiplier: '2x' }, false],
    [{ start: 12, end: 13, multiplier: 'Infinity' }, false],
    [{ start: 12, end: 13, weekdays: [] }, false],
  ];
  for (const [changed, isRight] of forms) {
    const form = { ...NEW_WINDOW, ...changed };
    const name = JSON.stringify(changed);
    t.equal(windowProblem(form, [PEAK]) === null, isRight, name);
    if (form.multiplier !== '')
      t.equal(overlayProblems({ glm: [PEAK, windowRow(form)] }).length === 0, isRight, `${name}, to the linter`);
  }
});

tap.test('windows stand in the order of the day', async (t) => {
  const [early, late, broken] = [{ hours_utc: [1, 2], multiplier: 2 }, PEAK, { hours_utc: [9, 1] }];
  t.strictSame(sortedWindows([broken, late, early]), [early, late, broken]);
});

const POLICY: JsonObject = {
  tiers: {
    T1: { model: 'glm', provider: 'zai', fallback: [{ model: 'own', provider: 'me', price_windows: [PEAK] }] },
    T2: { model: 'mimo', provider: 'xiaomi' },
  },
  price_windows: {
    glm: [PEAK],
    deepseek: { price_windows: [PEAK], price_windows_verified: '2026-08-26' },
    own: [],
  },
};
const KNOWN = {
  glm: { provider: 'zai', price_windows: [PEAK] },
  mimo: { provider: 'xiaomi', price_windows: [PEAK], price_windows_verified: '2026-08-01' },
  deepseek: { provider: 'deepseek' },
};

tap.test('a model knows where its windows come from', async (t) => {
  const rows = modelWindows(POLICY, KNOWN, POLICY.price_windows);
  t.strictSame(
    rows.map(({ model, provider, origin, windows, verified }) => [model, provider, origin, windows.length, verified]),
    [
      ['deepseek', 'deepseek', 'overlay', 1, '2026-08-26'],
      ['glm', 'zai', 'overlay', 1, null],
      ['mimo', 'xiaomi', 'registry', 1, '2026-08-01'],
      ['own', 'me', 'declared', 1, null],
    ],
  );
  const restored = { ...POLICY, price_windows: {} };
  t.equal(
    modelWindows(restored, KNOWN, POLICY.price_windows).find(({ model }) => model === 'glm')?.origin,
    'unread',
    'what is built in is not known while the catalogue shows the windows of the file',
  );
  t.equal(isChanged(restored, POLICY.price_windows, 'glm'), true);
  t.equal(isChanged(restored, POLICY.price_windows, 'mimo'), false);
  t.strictSame(
    twoColumns(rows).map((column) => column.map((group) => group[0]?.provider)),
    [
      ['deepseek', 'xiaomi'],
      ['zai', 'me'],
    ],
  );
});

tap.test('windows are replaced whole, and restored with null', async (t) => {
  const path = (model: string) => ['price_windows', model];
  t.strictSame(windowsEdit(POLICY, 'mimo', []), {
    kind: 'set',
    path: path('mimo'),
    value: [],
    label: 'Price windows of mimo',
  });
  t.match(windowsEdit(POLICY, 'deepseek', []), {
    path: path('deepseek'),
    value: { price_windows: [], price_windows_verified: '2026-08-26' },
  });
  t.match(windowsEdit(POLICY, 'deepseek', null), { path: path('deepseek'), value: null });
});
