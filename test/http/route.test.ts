import { test } from 'tap';
import { isList, isMapping, type JsonObject, own } from '../../src/lib/json.ts';
import { listeningApp, POLICY, TOKEN } from './listening.ts';
import { exchange, type RawAnswer, requestText } from './raw.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };
const NAMED = { ...AUTH, 'X-Hermes-Router-Client': 'tests', 'Content-Type': 'application/json' };

function post(port: number, body: unknown, headers: Record<string, string> = NAMED): Promise<RawAnswer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return exchange(port, requestText('POST /route', port, headers, text));
}

test('a decision is answered whole, and its record can be read at once', async (t) => {
  const { port } = await listeningApp(t);
  const { status, json } = await post(port, { task: 'Debug the pool', source: 'chat' });
  t.equal(status, 200);
  t.strictSame(
    Object.keys(json).sort(),
    ['chain_plan', 'decision', 'evaluated_at', 'id', 'logged', 'mode', 'steps'],
    'S9: these fields and no others',
  );
  t.match(json, {
    mode: 'live',
    logged: 'durable',
    decision: { matched_rule_id: 'hard-verbs', cause: 'hard_rule', output: { profile: 'coder', model: 'strong' } },
  });
  const record = (await exchange(port, requestText(`GET /routes?id=${String(json.id)}`, port, AUTH))).json;
  t.match(record, { id: json.id, cause: 'hard_rule', task: 'Debug the pool', source: 'chat', rule_id: 'hard-verbs' });
  const list = (await exchange(port, requestText('GET /routes', port, AUTH))).json;
  t.match(list, {
    count: 1,
    matched: 1,
    routes: [{ id: json.id, model: 'strong', provider: 'strong', in_policy: true }],
  });
});

const CLIENTS: readonly (readonly [string, Record<string, string>, number, string])[] = [
  ['no name', { ...AUTH }, 403, 'client_header_required'],
  ['an empty name', { ...NAMED, 'X-Hermes-Router-Client': '' }, 403, 'client_header_required'],
  ['blanks for a name', { ...NAMED, 'X-Hermes-Router-Client': '  \t' }, 403, 'client_header_required'],
  ['no name and a wrong token: the token is judged first', { 'X-Hermes-Sidecar-Token': 'x' }, 401, 'invalid_token'],
  [
    'no name and no JSON: the name is judged first',
    { ...AUTH, 'Content-Type': 'text/plain' },
    403,
    'client_header_required',
  ],
  ['text', { ...NAMED, 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
  [
    'P-01 what urllib adds',
    { ...NAMED, 'Content-Type': 'application/x-www-form-urlencoded' },
    415,
    'unsupported_media_type',
  ],
  ['a foreign page', { ...NAMED, Origin: 'https://evil.example' }, 403, 'foreign_origin'],
];

test('S10 only a caller that names itself decides; the order of checks', async (t) => {
  const { port } = await listeningApp(t);
  for (const [name, headers, status, code] of CLIENTS) {
    const answer = await post(port, { task: 'Debug it' }, headers);
    t.equal(answer.status, status, name);
    t.equal(answer.json.code, code, name);
  }
  // A refused body is read away: the proxy would turn an early answer into its own 502.
  const long = await post(port, { task: 'x'.repeat(3_000_000) }, AUTH);
  t.equal(long.json.code, 'client_header_required');
  t.equal((await exchange(port, requestText('GET /route', port, NAMED))).status, 405);
  const list = (await exchange(port, requestText('GET /routes', port, AUTH))).json;
  t.equal(list.count, 0, 'nothing refused was decided');
});

const BODIES: readonly (readonly [string, unknown, string, RegExp])[] = [
  ['no body', '', 'task_required', /task is required/],
  ['no task', {}, 'task_required', /task is required/],
  ['a blank task', { task: ' \n' }, 'task_required', /task is required/],
  ['a number', { task: 42 }, 'invalid_field', /task must be a string/],
  ['a mistyped field', { task: 'x', promptText: 'y' }, 'unknown_field', /"promptText"/],
  ['context and prompt', { task: 'x', context: 'a', prompt_text: 'b' }, 'context_and_prompt', /together/],
  ['a model that is a list', { task: 'x', model: ['a'] }, 'invalid_field', /model must be a string/],
  ['a session id without end', { task: 'x', session_id: 'x'.repeat(201) }, 'invalid_field', /session_id exceeds 200/],
  ['a task that is too long', { task: 'x'.repeat(1_048_577) }, 'task_too_long', /exceeds 1048576/],
  ['no JSON', '{"task":', 'invalid_json', /not valid JSON/],
  ['a list', '[]', 'body_not_object', /object/],
];

test('S9 a wrong body is refused by name, and nothing is logged', async (t) => {
  const { port } = await listeningApp(t);
  for (const [name, body, code, message] of BODIES) {
    const { status, json } = await post(port, body);
    t.equal(status, 400, name);
    t.equal(json.code, code, name);
    t.match(json.error, message, name);
  }
  t.equal((await exchange(port, requestText('GET /routes', port, AUTH))).json.count, 0);
});

test('S8 routing that is off, and no policy at all', async (t) => {
  for (const [policy, code] of [
    [POLICY.replace('enabled: true\n', 'enabled: false\n'), 'routing_disabled'],
    ['rules: [', 'no_policy'],
  ] as const) {
    const { port } = await listeningApp(t, { policy });
    const { status, json } = await post(port, { task: 'Debug it' });
    t.equal(status, 422);
    t.equal(json.code, code);
    t.type(json.hint, 'string');
  }
});

/** One of each kind: a rule, a rule on CJK and emoji, the default that the classifier would judge. */
const TASKS = ['Debug race condition in pool', 'Debug \u{1F41B} 竞态', 'Summarise the minutes', 'Rename it'];

test('/trace and /route agree on the same task', async (t) => {
  const { port } = await listeningApp(t);
  for (const task of TASKS) {
    const traced = (await exchange(port, requestText('POST /trace', port, AUTH, JSON.stringify({ task })))).json;
    const routed = (await post(port, { task })).json;
    const unclassified = own(traced, 'if_unclassified');
    const decided = part(routed, 'decision');
    t.equal(decided.matched_rule_id, part(traced, 'decision').matched_rule_id, task);
    // Without LLM access a live decision takes what /trace announces for that case.
    const announced = isMapping(unclassified) ? unclassified : part(part(traced, 'decision'), 'output');
    const output = part(decided, 'output');
    t.match(output, { model: announced.model, provider: announced.provider }, task);
    const plan = part(isMapping(unclassified) ? unclassified : traced, 'chain_plan');
    t.strictSame(hops(part(routed, 'chain_plan')), hops(plan), task);
    t.strictSame(routed.chain_plan, decided.chain_plan, task);
  }
});

test('P-02 S9 the longest task is decided, and its answer is short', async (t) => {
  const { port } = await listeningApp(t);
  const task = `Debug ${'\u{1F41B}'.repeat(1_048_576 - 6)}`;
  const answer = await post(port, { task });
  t.equal(answer.status, 200);
  t.ok(answer.body.length < 524_288, `${answer.body.length} bytes`);
  const record = await exchange(port, requestText(`GET /routes?id=${String(answer.json.id)}`, port, AUTH));
  t.equal([...String(record.json.task)].length, 120);
  t.ok(record.body.length < 524_288, `${record.body.length} bytes`);
});

function part(value: JsonObject, key: string): JsonObject {
  const found = own(value, key);
  if (!isMapping(found)) throw new Error(`${key} is no mapping`);
  return found;
}

function hops(plan: JsonObject): unknown[] {
  const chain = own(plan, 'chain');
  return isList(chain) ? chain.map((hop) => (isMapping(hop) ? [hop.model, hop.provider] : hop)) : [];
}
