import { join } from 'node:path';
import t from 'tap';
import { joinAttempts, runKey } from '../../src/journal/attempts.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';

const row = (more: JsonObject): JsonObject => ({
  schema: 'route-attempts/1',
  task_id: 't1',
  run_id: 7,
  session_id: 's',
  n: 1,
  model: 'm',
  provider: 'p',
  started_at: 5,
  duration_ms: 10,
  outcome: 'served',
  ...more,
});
const failed = { outcome: 'failed', error: { code: '429', message: 'slow down', extra: 1 } };

async function attemptsFor(
  t: { testdir(files: Record<string, string>): string },
  rows: readonly Json[],
  decision: JsonObject,
): Promise<unknown> {
  const text = rows.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))).join('\n');
  const [joined] = await joinAttempts([decision], join(t.testdir({ 'attempts.jsonl': `${text}\n` }), 'attempts.jsonl'));
  return joined?.attempts;
}

t.test('rows join on task and run, sorted by n, invalid ones left out singly', async (t) => {
  const decision = { task_id: 't1', run_id: 7 };
  const served = { n: 2, model: 'm', provider: 'p', started_at: 5, duration_ms: 10, outcome: 'served' };
  const first = { ...served, n: 1, outcome: 'failed', error: { code: '429', message: 'slow down' } };
  const table: [name: string, rows: Json[], expected: unknown][] = [
    [
      'n 2 served, 1 failed, 3 failed without error',
      [row({ n: 2 }), row({ n: 1, ...failed }), row({ n: 3, outcome: 'failed' })],
      [first, served],
    ],
    ['no rows', [], undefined],
    ['only other runs', [row({ run_id: 8 }), row({ task_id: 't2' }), row({ run_id: '7' })], undefined],
    ['corrupt and foreign rows', ['{"schema":', '[]', row({ schema: 'other/1' })], undefined],
    ['rows, but none valid', [row({ n: 0 })], []],
    ['served with an error', [row(failed), row({ n: 2, error: { code: 'x', message: 'y' } })], [first]],
    ['skipped', [row({ outcome: 'skipped', error: null })], [{ ...served, n: 1, outcome: 'skipped' }]],
    ...[
      ...[
        { n: true },
        { n: 1.5 },
        { n: '1' },
        { duration_ms: -1 },
        { duration_ms: 1.5 },
        { started_at: '5' },
        { model: null },
      ],
      ...[
        { provider: 5 },
        { outcome: 'won' },
        { outcome: 'failed', error: 'x' },
        { outcome: 'failed', error: { code: 1, message: 'x' } },
      ],
    ].map((bad): [string, Json[], unknown] => [JSON.stringify(bad), [row(bad), row({ n: 2 })], [served]]),
  ];
  for (const [name, rows, expected] of table) t.same(await attemptsFor(t, rows, decision), expected, name);
});

t.test('a run id that is no scalar joins nothing; a missing one is null', async (t) => {
  const rows = [row({ run_id: null }), row({ run_id: [1], n: 2 }), row({ run_id: { a: 1 }, n: 3 })];
  t.match(await attemptsFor(t, rows, { task_id: 't1' }), [{ n: 1 }]);
  for (const decision of [
    { task_id: 't1', run_id: [1] },
    { task_id: 't1', run_id: {} },
    { task_id: '' },
    { task_id: 5 },
    {},
  ])
    t.equal(await attemptsFor(t, rows, decision), undefined);
  t.not(runKey({ task_id: 't', run_id: 1 }), runKey({ task_id: 't', run_id: '1' }));
  t.not(runKey({ task_id: 't', run_id: 1 }), runKey({ task_id: 't', run_id: true }));
});

t.test("a provider's message is shown without the key it quotes", async (t) => {
  const error = { code: '401', message: `bad key sk-proj-${'a1b2'.repeat(8)}` };
  t.match(await attemptsFor(t, [row({ outcome: 'failed', error })], { task_id: 't1', run_id: 7 }), [
    { error: { message: 'bad key [redacted:openai-key]' } },
  ]);
});

t.test('a missing or unreadable journal adds nothing', async (t) => {
  const decision = { task_id: 't1', run_id: 7 };
  t.same(await joinAttempts([decision], join(t.testdir(), 'none.jsonl')), [decision]);
  t.same(await joinAttempts([decision], t.testdir()), [decision]);
});
