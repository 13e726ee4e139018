import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Test, test } from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { isList, isMapping, type JsonObject } from '../../src/lib/json.ts';
import { listeningApp, POLICY, TOKEN, testHome } from './listening.ts';
import { exchange, type RawAnswer, requestText } from './raw.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };
/** What the WebUI's proxy passes on at most. */
const PROXY_BYTES = 524_288;

/** An app over a log that somebody else wrote before it started. */
async function appOver(t: Test, files: Readonly<Record<string, string | Buffer>>, policy = POLICY) {
  const home = testHome(t, policy);
  const { stateDir } = resolveHermesPaths(home.env);
  mkdirSync(stateDir, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(stateDir, name), content);
  const { port } = await listeningApp(t, { home });
  const get = (target: string): Promise<RawAnswer> => exchange(port, requestText(`GET ${target}`, port, AUTH));
  const headers = { ...AUTH, 'X-Hermes-Router-Client': 'tests' };
  const decide = () => exchange(port, requestText('POST /route', port, headers, '{"task":"Debug it"}'));
  return { port, get, decide, routes: join(stateDir, 'routes.jsonl') };
}

const record = (fields: object): string => `${JSON.stringify(fields)}\n`;

function rows(list: JsonObject): JsonObject[] {
  return isList(list.routes) ? list.routes.filter(isMapping) : [];
}

test('torn bytes, BOM, blank lines, a 6 MB line and lone surrogates cost no good row', async (t) => {
  const good = (id: string, more: object = {}): string =>
    record({ ts: 1, cause: 'hard_rule', output: { model: 'tiny' }, id, ...more });
  const log = Buffer.concat([
    Buffer.from([0xef, 0xbb, 0xbf]),
    Buffer.from(good('after-bom')),
    Buffer.from('\n   \n\r\n'),
    Buffer.from(good('windows').replace('\n', '\r\n')),
    Buffer.from('{"ts":2,"task":"'),
    Buffer.from([0xff, 0xfe, 0x80, 0xc3]),
    Buffer.from('"}\n'),
    Buffer.from('{"id":"cut","ts":1\n"a string"\n[1]\nnot json\n'),
    Buffer.from('{"ts":3,"id":"lone","task":"a\\ud800b","output":{"model":"\\udc00"}}\n'),
    Buffer.from(good('huge', { task: 'x'.repeat(6 * 1024 * 1024) })),
    Buffer.from(good('last')),
    Buffer.from('{"id":"torn-tail","ts":9'),
  ]);
  const { get, decide, routes } = await appOver(t, { 'routes.jsonl': log, 'routes.jsonl.1': good('rotated') });
  const answer = await get('/routes');
  t.equal(answer.status, 200);
  t.ok(answer.body.length < PROXY_BYTES);
  t.strictSame(
    rows(answer.json).map(({ id }) => id),
    ['last', 'huge', 'lone', 'windows', 'after-bom', 'rotated'],
  );
  t.match(answer.json, { count: 6, matched: 6, trace_path: routes });
  // Undecodable, cut, a string, a list, no JSON, and the torn tail.
  t.equal(answer.json.skipped_lines, 6);
  t.notMatch(answer.body.toString('utf8'), /\\ud[89a-f]/i, 'what we serve can be decoded by anybody');
  for (const id of ['last', 'huge', 'lone', 'windows', 'after-bom', 'rotated']) {
    const one = await get(`/routes?id=${id}`);
    t.equal(one.status, 200, id);
    t.equal(one.json.id, id);
    t.ok(one.body.length < PROXY_BYTES, id);
  }

  const decided = await decide();
  t.equal(decided.json.logged, 'durable');
  t.match((await get('/routes?limit=1')).json, { count: 7, skipped_lines: 6, routes: [{ id: decided.json.id }] });
});

test('L-01 L-06 after a torn tail and a BOM the next decision stands on a line of its own', async (t) => {
  const before = Buffer.from('\ufeff{"id":"d1"}\n{"id":"d2","ts":1');
  const { get, decide, routes } = await appOver(t, { 'routes.jsonl': before });
  const decided = await decide();
  t.match((await get('/routes')).json, { count: 2, skipped_lines: 1, routes: [{ id: decided.json.id }, { id: 'd1' }] });
  t.match((await get('/status')).json, { log: { state: 'ok', written: 1, repaired: 1 } });
  const after = readFileSync(routes);
  t.ok(after.subarray(0, before.length).equals(before), 'what others wrote stays as it was');
  t.notMatch(after.subarray(before.length).toString('utf8'), '\ufeff');
});

test('P-02 2000 decisions with emoji: every page fits through the proxy, and the pages are the log', async (t) => {
  const total = 2000;
  const log = Array.from({ length: total }, (_, n) =>
    record({
      ts: n,
      cause: 'classifier',
      task: '\u{1F41B}'.repeat(120),
      output: { model: `tiny-${'\u{1F41B}'.repeat(190)}` },
      id: `id-${n}`,
    }),
  ).join('');
  const { get } = await appOver(t, { 'routes.jsonl': log });
  const ids: unknown[] = [];
  let pages = 0;
  for (let target: string | null = '/routes?limit=500'; target !== null; pages++) {
    const { status, body, json } = await get(target);
    t.equal(status, 200);
    t.ok(body.length <= PROXY_BYTES, `${body.length} bytes`);
    t.equal(json.count, total);
    ids.push(...rows(json).map(({ id }) => id));
    target = typeof json.next_cursor === 'string' ? `/routes?limit=500&cursor=${json.next_cursor}` : null;
  }
  t.ok(pages > 4, 'the bytes, not the rows, ended the pages');
  t.strictSame(
    ids,
    Array.from({ length: total }, (_, n) => `id-${total - 1 - n}`),
  );
});

test('the query: limit, source, policy_only, id', async (t) => {
  const attempted = (model: string, more: object): string => record({ ts: 1, output: { model }, ...more });
  const policy = `${POLICY}compaction: {model: packer, provider: cheap}\n`.replace(
    'T4: {model: strong, provider: strong}',
    'T4: {model: strong, provider: strong, fallback: [{model: backup, provider: cheap}]}',
  );
  const { get } = await appOver(
    t,
    {
      'routes.jsonl': [
        attempted('tiny', { id: 'tier', source: 'kanban' }),
        attempted('backup', { id: 'hop', source: 'chat' }),
        attempted('packer', { id: 'compaction', source: 'bogus' }),
        attempted('judge', { id: 'classifier' }),
        attempted('retired', { id: 'gone', source: 'chat' }),
        record({ ts: 1, output: { deny: true }, id: 'denied' }),
      ].join(''),
    },
    policy,
  );
  const table: readonly (readonly [string, readonly string[], number])[] = [
    ['', ['denied', 'gone', 'classifier', 'compaction', 'hop', 'tier'], 6],
    ['?limit=2', ['denied', 'gone'], 6],
    ['?limit=oops', ['denied', 'gone', 'classifier', 'compaction', 'hop', 'tier'], 6],
    ['?limit=-3', ['denied'], 6],
    ['?source=chat', ['gone', 'hop'], 2],
    ['?source=unknown', ['denied', 'classifier', 'compaction'], 3],
    ['?source=nobody', [], 0],
    ['?policy_only=1', ['compaction', 'hop', 'tier'], 3],
    ['?policy_only=YES&source=chat', ['hop'], 1],
    ['?policy_only=true&limit=1', ['compaction'], 3],
    ['?policy_only=0', ['denied', 'gone', 'classifier', 'compaction', 'hop', 'tier'], 6],
    ['?id=&limit=1', ['denied'], 6],
    ['?cursor=gone', ['classifier', 'compaction', 'hop', 'tier'], 6],
    ['?cursor=no-such-id', [], 6],
    ['?nonsense=1&limit=1', ['denied'], 6],
  ];
  for (const [query, ids, matched] of table) {
    const { json } = await get(`/routes${query}`);
    t.strictSame(
      rows(json).map(({ id }) => id),
      ids,
      query,
    );
    t.match(json, { count: 6, matched }, query);
  }
  for (const id of ['no-such-id', '%00', '../routes', 'x'.repeat(5000)]) {
    const { status, json } = await get(`/routes?id=${id}`);
    t.equal(status, 404, id);
    t.match(json, { error: 'route trace not found', code: 'decision_not_found' });
  }
});

test('a log that is not there, a folder in its place, and one that appears', async (t) => {
  const { get, routes } = await appOver(t, {});
  t.match((await get('/routes')).json, { trace_path: routes, count: 0, matched: 0, skipped_lines: 0, routes: [] });
  t.match((await get('/outcomes')).json, { tiers: {}, outcomes_path: join(dirname(routes), 'outcomes.jsonl') });
  appendFileSync(routes, record({ ts: 1, id: 'new' }));
  t.match((await get('/routes')).json, { count: 1, routes: [{ id: 'new' }] });
});

test('/outcomes: joined on task and run, rates per tier', async (t) => {
  const decision = (tier: string, task: string): string =>
    record({ ts: 1, steps: [{ stage: 'classifier', in: { tier } }], output: {}, task_id: task, run_id: 7 });
  const outcome = (task: string, what: string, run: unknown = 7): string =>
    record({ schema: 'route-outcome/1', ts: 2, task_id: task, run_id: run, outcome: what, source: 'test' });
  const { get, port } = await appOver(t, {
    'routes.jsonl.1': decision('T2', 'a') + decision('T2', 'b'),
    'routes.jsonl': `${decision('T2', 'c')}torn\n${decision('T2', 'd')}${decision('T2', 'e')}${decision('T4', 'f')}`,
    'outcomes.jsonl.1': outcome('a', 'blocked') + outcome('b', 'completed'),
    'outcomes.jsonl': `${outcome('a', 'completed')}${outcome('c', 'blocked')}${outcome('d', 'rate_limited')}${outcome('e', 'completed', 8)}`,
  });
  const { json } = await get('/outcomes');
  t.strictSame(json.tiers, {
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
  t.equal((await exchange(port, requestText('GET /outcomes', port))).status, 401);
  t.equal((await exchange(port, requestText('POST /outcomes', port, AUTH))).status, 405);
});
