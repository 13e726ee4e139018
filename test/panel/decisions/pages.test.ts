import { test } from 'tap';
import {
  type DecisionRow,
  filterRows,
  firstPage,
  withNewest,
  withOlder,
} from '../../../src/panel/page/views/decisions/pages.ts';
import { linesOf, runKey, runsOf } from '../../../src/panel/page/views/decisions/runs.ts';
import type { DecisionList } from '../../../src/panel/page/wire/answers.ts';

function row(id: number, over: Partial<DecisionRow> = {}): DecisionRow {
  return {
    id: `rt_${id}`,
    ts: id,
    cause: 'hard_rule',
    rule_id: 'hard-verbs',
    task: `task ${id}`,
    model: 'gpt-5.5',
    provider: 'openai-codex',
    declared_model: 'gpt-5.5',
    source: 'chat',
    in_policy: true,
    ...over,
  };
}

/** The rows from `from` down to `to`, as a page of the daemon. */
function page(from: number, to: number, more = true): DecisionList {
  const routes = Array.from({ length: from - to + 1 }, (_, index) => row(from - index));
  return {
    trace_path: '/x',
    count: from,
    matched: from,
    skipped_lines: 0,
    routes,
    ...(more && { next_cursor: `rt_${to}` }),
  };
}

const ids = (rows: readonly DecisionRow[]) => rows.map(({ id }) => Number(id.slice(3)));

test('older pages follow, and new decisions come in front without a gap', async (t) => {
  let loaded = firstPage(page(10, 8));
  loaded = withOlder(loaded, 'rt_8', page(7, 5));
  t.strictSame(ids(loaded.rows), [10, 9, 8, 7, 6, 5]);
  loaded = withNewest(loaded, page(12, 10));
  t.strictSame(ids(loaded.rows), [12, 11, 10, 9, 8, 7, 6, 5]);
  t.equal(loaded.cursor, 'rt_5');
  t.strictSame(withOlder(loaded, 'rt_5', page(4, 1, false)).cursor, null);
});

test('a burst that is longer than a page starts the list anew', async (t) => {
  const loaded = withOlder(firstPage(page(10, 8)), 'rt_8', page(7, 5));
  const burst = withNewest(loaded, page(30, 28));
  t.strictSame(ids(burst.rows), [30, 29, 28]);
  t.equal(burst.cursor, 'rt_28');
});

test('a page that came too late is left out', async (t) => {
  const loaded = firstPage(page(10, 8));
  t.equal(withOlder(loaded, 'rt_5', page(4, 2)), loaded);
});

test('a decision that the log tells twice is one line', async (t) => {
  const twice = { ...page(3, 1), routes: [row(3), row(3), row(2)] };
  t.strictSame(ids(firstPage(twice).rows), [3, 2]);
});

test('typed words have to be somewhere in the row', async (t) => {
  const rows = [row(1), row(2, { task: 'Fix <b>typo</b>', rule_id: null, model: 'glm-5.3-flash' })];
  for (const [typed, expected] of [
    ['', [1, 2]],
    ['TYPO', [2]],
    ['flash  typo', [2]],
    ['hard-verbs', [1]],
    ['rt_2', [2]],
    ['nowhere', []],
  ] as const)
    t.strictSame(ids(filterRows(rows, typed)), expected, typed);
});

test('consecutive equal decisions are one line until they are opened', async (t) => {
  const same = { task: 'again' };
  const rows = [row(6), row(5, same), row(4, same), row(3, same), row(2), row(1, same)];
  const runs = runsOf(rows);
  t.strictSame(
    runs.map(({ head, rest }) => [head.id, rest.length]),
    [
      ['rt_6', 0],
      ['rt_5', 2],
      ['rt_2', 0],
      ['rt_1', 0],
    ],
  );
  const hidden = (opened: readonly string[]) =>
    linesOf(runs, new Set(opened)).map(({ row, hidden, open }) => [row.id, hidden, open]);
  t.strictSame(hidden([])[1], ['rt_5', 2, false]);
  t.strictSame(hidden(['rt_3']).slice(1, 4), [
    ['rt_5', 0, true],
    ['rt_4', 0, null],
    ['rt_3', 0, null],
  ]);
  const grown = runsOf([row(7, same), ...rows.slice(1)]);
  t.equal(grown[0] && runKey(grown[0]), 'rt_3', 'a run that was opened stays open while it grows');
});
