import t from 'tap';
import { emptyPlan } from '../../src/chain/empty-plan.ts';
import { readPlan, storedPlan } from '../../src/journal/plan-record.ts';
import type { Json } from '../../src/lib/json.ts';

const rows = (count: number): Json[] => Array.from({ length: count }, (_, n) => ({ model: `m${n}` }));

t.test('stored plans keep 8 rejected rows and say how many went', async (t) => {
  const table: [rejected: Json, kept: number, truncated: number][] = [
    [rows(0), 0, 0],
    [rows(8), 8, 0],
    [rows(9), 8, 1],
    [rows(30), 8, 22],
    ['not-a-list', 0, 0],
    [null, 0, 0],
  ];
  for (const [rejected, kept, truncated] of table)
    t.same(storedPlan({ chain: [{ model: 'a' }], rejected, extra: 1 }), {
      chain: [{ model: 'a' }],
      rejected: rows(kept),
      extra: 1,
      rejected_truncated: truncated,
    });
  t.same(storedPlan({}), { rejected: [], rejected_truncated: 0 });
  for (const plan of [null, undefined, [], 'x', 3]) t.equal(storedPlan(plan), null);
});

t.test('an empty or foreign plan reads as the empty one', async (t) => {
  const empty = { ...emptyPlan(), rejected_truncated: 0 };
  for (const stored of [null, undefined, [], 'x', 3, {}, { unheard_of: 1 }]) t.same(readPlan(stored), empty);
  for (const key of ['time_cap', 'utc_hour', 'utc_weekday', 'blocked', 'blocklist_widened', 'blocklist_bypassed'])
    t.notOk(key in readPlan({}), `${key} is absent when nobody knows it`);
});

t.test('a field with the wrong type costs itself only', async (t) => {
  const table: [key: string, good: Json[], bad: Json[]][] = [
    ...['chain', 'rejected', 'unknown', 'unsatisfiable', 'capped', 'demoted', 'promoted', 'peak_priced', 'blocked'].map(
      (key): [string, Json[], Json[]] => [key, [[], rows(2)], [{}, 'x', 1, null]],
    ),
    ...['requirements', 'multipliers', 'time_cap'].map((key): [string, Json[], Json[]] => [
      key,
      [{}, { a: 1 }],
      [[], 1, null],
    ]),
    ...[
      ...['bypassed', 'strategy_degraded', 'time_agnostic', 'time_cap_bypassed', 'pin_primary'],
      ...['blocklist_widened', 'blocklist_bypassed'],
    ].map((key): [string, Json[], Json[]] => [key, [true, false], [0, 1, 'true', null]]),
    ...['strategy', 'strategy_declared'].map((key): [string, Json[], Json[]] => [key, ['random'], ['', 1, null]]),
    ['strategy_degraded_reason', ['', 'why'], [1, null]],
    ...['independent_rails', 'rejected_truncated'].map((key): [string, Json[], Json[]] => [
      key,
      [0, 3],
      [true, 1.5, '3', null],
    ]),
    ['utc_hour', [0, 23], [-1, 24, true, '7', 7.5, null]],
    ['utc_weekday', [0, 6], [-1, 7, false, '1', null]],
  ];
  const empty: Readonly<Record<string, unknown>> = readPlan({});
  for (const [key, good, bad] of table) {
    for (const value of good) {
      const plan: Readonly<Record<string, unknown>> = readPlan({
        [key]: value,
        chain: key === 'chain' ? value : rows(1),
      });
      t.same(plan[key], value, `${key} = ${JSON.stringify(value)}`);
    }
    for (const value of bad) {
      const plan: Readonly<Record<string, unknown>> = readPlan({
        [key]: value,
        bypassed: key === 'bypassed' ? value : true,
      });
      t.same(plan[key], empty[key], `${key} = ${JSON.stringify(value)} is not believed`);
      if (key !== 'bypassed') t.equal(plan.bypassed, true, 'the others are');
    }
  }
  t.equal(table.length, 26, 'every stored key is in the table');
});
