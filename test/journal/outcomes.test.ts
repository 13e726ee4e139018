import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openJournal } from '../../src/journal/journal.ts';
import { OUTCOME_LIMITS, openOutcomeReader, outcomeRecord, readOutcomes } from '../../src/journal/outcome-record.ts';
import { rollupOutcomes, tierOf } from '../../src/journal/outcome-rollup.ts';
import type { JsonObject } from '../../src/lib/json.ts';

const at = new Date(2000);

t.test('a row: schema first, scalar extras behind, names of the row protected', async (t) => {
  const row = outcomeRecord({
    at,
    taskId: 't1',
    runId: 7,
    outcome: 'rate_limited',
    source: 'delegate',
    extras: { exit_code: 75, ok: false, none: null, list: [1], map: {}, ts: 5, note: `Bearer ${'a1'.repeat(20)}` },
  });
  t.same(row, {
    schema: 'route-outcome/1',
    ts: 2,
    task_id: 't1',
    run_id: 7,
    outcome: 'rate_limited',
    source: 'delegate',
    exit_code: 75,
    ok: false,
    none: null,
    note: 'Bearer [redacted:bearer-token]',
  });
  t.same(Object.keys(row ?? {}).slice(0, 6), ['schema', 'ts', 'task_id', 'run_id', 'outcome', 'source']);
  for (const taskId of ['', null, undefined]) t.equal(outcomeRecord({ at, taskId, outcome: 'x', source: 'y' }), null);
});

t.test('cap 10, two rows: a backup exists and both are read in order; foreign rows are not', async (t) => {
  const path = join(t.testdir(), 'outcomes.jsonl');
  const journal = openJournal({ path, maxBytes: 10, backups: OUTCOME_LIMITS.backups });
  for (const taskId of ['t1', 't2'])
    await journal.append(outcomeRecord({ at, taskId, outcome: 'completed', source: 's' }) ?? {});
  t.ok(existsSync(`${path}.1`));
  const reader = openOutcomeReader(path);
  t.same(
    (await readOutcomes(reader)).map(({ task_id }) => task_id),
    ['t1', 't2'],
  );
  await journal.append({ schema: 'other/1', task_id: 't3' });
  await journal.close();
  t.same(
    (await readOutcomes(reader)).map(({ task_id }) => task_id),
    ['t2'],
  );
});

const decision = (tier: string, taskId: string, runId: unknown = 1): JsonObject =>
  JSON.parse(JSON.stringify({ task_id: taskId, run_id: runId, steps: [{ in: {} }, { in: { tier } }] }));
const outcome = (taskId: string, name: string, runId: string | number | null = 1): JsonObject =>
  outcomeRecord({ at, taskId, runId, outcome: name, source: 's' }) ?? {};

t.test('the rollup per tier', async (t) => {
  const decisions = [
    ...['a', 'b', 'c', 'd', 'e'].map((id) => decision('T2', id)),
    decision('T4', 'f'),
    decision('T1', 'g', ['unjoinable']),
    decision('T1', ''),
    { output: { model: 'glm' } },
  ];
  const outcomes = [
    outcome('a', 'clean'),
    outcome('a', 'completed'),
    outcome('b', 'completed'),
    outcome('c', 'blocked'),
    outcome('d', 'rate_limited'),
    outcome('e', 'completed', 2),
    outcome('f', 'completed', '1'),
  ];
  const { tiers } = await rollupOutcomes(decisions, outcomes);
  t.same(Object.keys(tiers), ['T2', 'T4']);
  t.same(tiers, {
    T2: {
      cards: 5,
      resolved: 4,
      counts: { blocked: 1, completed: 2, no_outcome: 1, rate_limited: 1 },
      success_rate: 0.5,
      blocked_rate: 0.25,
      rate_limited_rate: 0.25,
    },
    T4: {
      cards: 1,
      resolved: 0,
      counts: { no_outcome: 1 },
      success_rate: null,
      blocked_rate: null,
      rate_limited_rate: null,
    },
  });
});

t.test('a task decided twice counts twice; the last outcome wins; rates have 4 decimals', async (t) => {
  const decisions = [decision('T3', 'a'), decision('T3', 'a'), decision('T3', 'b'), decision('__proto__', 'a')];
  const { tiers } = await rollupOutcomes(decisions, [
    outcome('a', 'completed'),
    outcome('b', 'completed'),
    outcome('b', 'clean'),
  ]);
  t.match(tiers.T3, { cards: 3, resolved: 3, success_rate: 0.6667 });
  t.match(Object.getOwnPropertyDescriptor(tiers, '__proto__')?.value, { cards: 1 });
  t.same(await rollupOutcomes([], []), { tiers: {} });
});

t.test('the tier of a decision', async (t) => {
  const table: [JsonObject, string][] = [
    [{ steps: [{ in: { tier: '' } }, { in: { tier: 'T3' } }, { in: { tier: 'T1' } }], output: { model: 'glm' } }, 'T3'],
    [{ output: { model: 'glm' } }, 'glm'],
    [{ steps: 'x', output: { model: 5 } }, 'unknown'],
    [{ steps: [null, { in: null }, { in: { tier: 3 } }] }, 'unknown'],
    [{}, 'unknown'],
  ];
  for (const [record, tier] of table) t.equal(tierOf(record), tier);
});
