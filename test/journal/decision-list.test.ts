import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import {
  type DecisionList,
  findDecision,
  lastDecisions,
  listDecisions,
  openDecisionReader,
} from '../../src/journal/decision-list.ts';
import { decisionRecord, newDecisionId } from '../../src/journal/decision-record.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { decisionJournalPaths } from '../../src/journal/paths.ts';
import type { JsonObject } from '../../src/lib/json.ts';

/** What the WebUI's proxy passes on at most. */
const PROXY_BYTES = 524_288;
const isInPolicy = (model: string): boolean => model.startsWith('m');
const lines = (records: readonly JsonObject[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

function readerOver(
  t: { testdir(files: Record<string, string>): string },
  records: readonly JsonObject[],
): ReturnType<typeof openDecisionReader> {
  return openDecisionReader(join(t.testdir({ 'routes.jsonl': lines(records) }), 'routes.jsonl'));
}

const models = (list: DecisionList): string[] => list.routes.map(({ model }) => model);

t.test('a page: newest first, with the counts and every field', async (t) => {
  const reader = readerOver(t, [
    { ts: 1, cause: 'hard_rule', rule_id: 'r', task: 'first', output: { model: 'm1', provider: 'p' }, id: 'a' },
    {
      ts: 2,
      cause: 'size_rule',
      source: 'chat',
      output: { model: 'glm-5.3', attempted_model: 'gpt-5.6-luna', attempted_provider: 'openai-codex' },
      id: 'b',
    },
    { cause: 'blocklist_veto', output: { deny: true }, task: 5, id: 'c' },
  ]);
  t.same(await listDecisions(reader, { isInPolicy }), {
    trace_path: reader.path,
    count: 3,
    matched: 3,
    skipped_lines: 0,
    routes: [
      {
        id: 'c',
        ts: null,
        cause: 'blocklist_veto',
        rule_id: null,
        task: '',
        model: '',
        provider: '',
        declared_model: '',
        source: 'unknown',
        in_policy: false,
      },
      {
        id: 'b',
        ts: 2,
        cause: 'size_rule',
        rule_id: null,
        task: '',
        model: 'gpt-5.6-luna',
        provider: 'openai-codex',
        declared_model: 'glm-5.3',
        source: 'chat',
        in_policy: false,
      },
      {
        id: 'a',
        ts: 1,
        cause: 'hard_rule',
        rule_id: 'r',
        task: 'first',
        model: 'm1',
        provider: 'p',
        declared_model: 'm1',
        source: 'unknown',
        in_policy: true,
      },
    ],
  });
});

t.test('an empty log is an empty page', async (t) => {
  const reader = openDecisionReader(join(t.testdir(), 'none', 'routes.jsonl'));
  t.match(await listDecisions(reader, { isInPolicy }), { count: 0, matched: 0, routes: [] });
  t.equal(await findDecision(reader, 'x', '/nowhere'), null);
});

t.test('limits: 1 to 500, 50 for what is no number', async (t) => {
  const reader = readerOver(
    t,
    Array.from({ length: 600 }, (_, n) => ({ ts: n, output: { model: `m${n}` } })),
  );
  const table: [limit: unknown, length: number][] = [
    [2, 2],
    ['2', 2],
    ['oops', 50],
    [undefined, 50],
    [null, 50],
    ['', 50],
    [0, 1],
    [-5, 1],
    [500, 500],
    [9999, 500],
  ];
  for (const [limit, length] of table) {
    const list = await listDecisions(reader, { limit, isInPolicy });
    t.equal(list.routes.length, length, `limit ${String(limit)}`);
    t.match(list, { count: 600, matched: 600, routes: [{ ts: 599 }] });
  }
});

t.test('filters come before the limit, and `matched` counts what they let through', async (t) => {
  const reader = readerOver(t, [
    { output: { model: 'm1' } },
    { source: 'kanban', output: { model: 'm2' } },
    { source: 'chat', output: { model: 'gone' } },
    { source: 'bogus', output: { model: 'm3 with blank' } },
  ]);
  const table: [object, matched: number, models: string[]][] = [
    [{}, 4, ['m3 with blank', 'gone', 'm2', 'm1']],
    [{ source: 'kanban' }, 1, ['m2']],
    [{ source: 'unknown' }, 2, ['m3 with blank', 'm1']],
    [{ source: 'bogus' }, 0, []],
    [{ policyOnly: true }, 3, ['m3 with blank', 'm2', 'm1']],
    [{ policyOnly: true, limit: 1 }, 3, ['m3 with blank']],
    [{ policyOnly: true, source: 'chat' }, 0, []],
  ];
  for (const [query, matched, found] of table) {
    const list = await listDecisions(reader, { ...query, isInPolicy });
    t.same([list.count, list.matched, models(list)], [4, matched, found], JSON.stringify(query));
  }
  t.same(
    (await listDecisions(reader, { isInPolicy })).routes.map(({ source }) => source),
    ['unknown', 'chat', 'kanban', 'unknown'],
  );
});

t.test('pages follow each other, through a rotation and new rows', async (t) => {
  const reader = readerOver(
    t,
    Array.from({ length: 7 }, (_, n) => ({ id: `d${n}`, output: { model: `m${n}` } })),
  );
  const first = await listDecisions(reader, { limit: 3, isInPolicy });
  t.same([models(first), first.next_cursor], [['m6', 'm5', 'm4'], 'd4']);
  renameSync(reader.path, `${reader.path}.1`);
  writeFileSync(reader.path, lines([{ id: 'new', output: { model: 'm7' } }]));
  const second = await listDecisions(reader, { limit: 3, cursor: 'd4', isInPolicy });
  t.same([models(second), second.next_cursor, second.count], [['m3', 'm2', 'm1'], 'd1', 8]);
  const third = await listDecisions(reader, { limit: 3, cursor: 'd1', isInPolicy });
  t.same([models(third), third.next_cursor], [['m0'], undefined]);
  t.same(models(await listDecisions(reader, { cursor: 'rotated away', isInPolicy })), []);
});

t.test('two rows that are equal byte for byte do not trap a pager', async (t) => {
  const same = { ts: 1, output: { model: 'm' } };
  const reader = readerOver(t, [{ id: 'old', output: {} }, same, same, same]);
  const { next_cursor = '' } = await listDecisions(reader, { limit: 1, isInPolicy });
  t.same(
    (await listDecisions(reader, { limit: 1, cursor: next_cursor, isInPolicy })).routes.map(({ id }) => id),
    ['old'],
  );
});

t.test(
  'P-02 2,000 decisions in 4-byte characters: every page fits through the proxy, and pages reach all of them',
  async (t) => {
    const path = join(t.testdir(), 'routes.jsonl');
    const journal = openJournal({ path });
    const written = Array.from({ length: 2000 }, (_, n) => {
      const id = newDecisionId();
      const emoji = '😀'.repeat(200);
      const record = decisionRecord({
        ...{ id, at: new Date(n), cause: 'hard_rule', policyHash: null, task: emoji },
        ...{ ruleId: emoji, output: { model: `m${emoji}`, provider: emoji } },
      });
      return journal.append(record).then(() => id);
    });
    const ids = await Promise.all(written);
    await journal.close();
    const reader = openDecisionReader(path);
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const list: DecisionList = await listDecisions(reader, { limit: 500, cursor, isInPolicy });
      t.ok(Buffer.byteLength(JSON.stringify(list)) < PROXY_BYTES);
      t.ok(list.routes.length < 500, 'cut by bytes');
      seen.push(...list.routes.map(({ id }) => id));
      cursor = list.next_cursor;
    }
    t.same(seen, ids.toReversed());
  },
);

t.test('P-02 one decision that is too large, or too deep, comes without its lists and says so', async (t) => {
  const steps = [{ stage: 'x', out: '😀'.repeat(200_000) }];
  const reader = readerOver(t, [
    { id: 'big', ts: 1, cause: 'c', task: 'x'.repeat(300), steps, output: { model: 'm' } },
  ]);
  appendFileSync(reader.path, `{"id":"deep","ts":2,"steps":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}\n`);
  t.same(await findDecision(reader, 'big', '/nowhere'), {
    id: 'big',
    ts: 1,
    cause: 'c',
    task: 'x'.repeat(200),
    truncated: true,
  });
  t.same(await findDecision(reader, 'deep', '/nowhere'), { id: 'deep', ts: 2, truncated: true });
  t.equal((await listDecisions(reader, { isInPolicy })).routes.length, 2);
});

t.test('one decision in full, with its attempts', async (t) => {
  const attempt = { n: 1, model: 'm', provider: 'p', started_at: 1, duration_ms: 2, outcome: 'served' };
  const folder = t.testdir({
    'routes.jsonl': lines([
      { ts: 1, task_id: 't', run_id: 1, steps: [{ stage: 'blocklist' }], id: 'a' },
      { ts: 1.5, task: 'without an id' },
    ]),
    'attempts.jsonl': lines([{ schema: 'route-attempts/1', task_id: 't', run_id: 1, ...attempt }]),
  });
  const { routes, attempts } = decisionJournalPaths(folder, {});
  const reader = openDecisionReader(routes);
  t.match(await findDecision(reader, 'a', attempts), { steps: [{ stage: 'blocklist' }], attempts: [attempt] });
  const { routes: items } = await listDecisions(reader, { isInPolicy });
  const derived = items[0]?.id ?? '';
  t.match(derived, /^1\.5-[0-9a-f]{8}$/);
  t.same(await findDecision(reader, derived, attempts), { ts: 1.5, task: 'without an id', id: derived });
  for (const id of ['', 'nonexistent-id']) t.equal(await findDecision(reader, id, attempts), null);
  t.match(await lastDecisions(reader, 5, attempts), [{ id: 'a', attempts: [attempt] }, { task: 'without an id' }]);
});

t.test('where the journals are', async (t) => {
  const table: [env: NodeJS.ProcessEnv, folder: string, file: string][] = [
    [{}, '/state', 'routes.jsonl'],
    [{ HERMES_ROUTE_TRACE_FILE: '' }, '/state', 'routes.jsonl'],
    [{ HERMES_ROUTE_TRACE_FILE: '/elsewhere/trace.jsonl' }, '/elsewhere', 'trace.jsonl'],
  ];
  for (const [env, folder, file] of table)
    t.same(decisionJournalPaths('/state', env), {
      routes: join(folder, file),
      outcomes: join(folder, 'outcomes.jsonl'),
      attempts: join(folder, 'attempts.jsonl'),
    });
});
