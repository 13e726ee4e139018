import { Ajv } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { test } from 'tap';
import { openService } from '../../src/daemon/context.ts';
import { buildApp } from '../../src/http/app.ts';
import { ERRORS, errorBody } from '../../src/http/errors.ts';
import { answerClientError } from '../../src/http/failures.ts';
import { MAX_ANSWER_BYTES } from '../../src/http/reply.ts';
import { describeRoutes, ROUTE_SCHEMAS } from '../../src/http/schemas/routes.ts';
import { listeningApp, POLICY, QUIET, TOKEN, testHome } from './listening.ts';
import { exchange, openSocket, requestText } from './raw.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };
const NAMED = { ...AUTH, 'X-Hermes-Router-Client': 'tests' };

test('/health is these fields and nothing else', async (t) => {
  const { port } = await listeningApp(t);
  const { json, headers } = await exchange(port, requestText('GET /health', port));
  const { runtime, ...rest } = json;
  t.strictSame(rest, { ok: true, service: 'hermes-smart-router', version: 1, token: 'present' });
  t.match(runtime, { sidecar: 'running', last_seen_at: Number });
  t.equal(headers['access-control-allow-origin'], '*');
});

test('P-12 every answer carries the fixed headers, once', async (t) => {
  const { port } = await listeningApp(t);
  for (const line of ['GET /health', 'GET /status', 'GET /nope', 'POST /explain']) {
    const { headers, body } = await exchange(port, requestText(line, port, AUTH));
    t.match(headers, {
      'content-type': /^application\/json$/,
      'cache-control': /^no-store$/,
      vary: /^Accept-Encoding$/,
      'x-content-type-options': /^nosniff$/,
    });
    t.equal(headers['content-length'], String(body.length), line);
    for (const absent of ['set-cookie', 'location', 'etag', 'server', 'x-powered-by'])
      t.notOk(absent in headers, `${line}: ${absent}`);
  }
});

test('/explain and /trace agree, by GET and by POST', async (t) => {
  const { port } = await listeningApp(t);
  const task = 'Debug a race condition & <img src=x onerror=alert(1)>';
  const at = '2026-08-17T07:00:00Z';
  const query = `task=${encodeURIComponent(task)}&at=${at}&unknown=1`;
  const posted = JSON.stringify({ task, at });
  const answers = [];
  for (const route of ['/explain', '/trace']) {
    answers.push(await exchange(port, requestText(`GET ${route}?${query}`, port, AUTH)));
    answers.push(await exchange(port, requestText(`POST ${route}`, port, AUTH, posted)));
  }
  const [explained, explainedByPost, traced, tracedByPost] = answers.map((answer) => answer.json);
  t.strictSame(explained, explainedByPost);
  t.strictSame(traced, tracedByPost);
  t.match(explained, {
    mode: 'deterministic_dry_run',
    decision: { cause: 'hard_rule', output: { model: 'strong' } },
  });
  const { why_not, ...rest } = traced ?? {};
  t.match(why_not, { rules: [], hops: [] });
  t.strictSame(rest, explained);
});

test('a policy with lint errors: 400 on a dry run, described by the reading routes', async (t) => {
  const { port } = await listeningApp(t, { policy: POLICY.replace('T4: {', 'T5: {') });
  const refused = await exchange(port, requestText('GET /trace?task=x', port, AUTH));
  t.equal(refused.status, 400);
  t.strictSame(refused.json, errorBody('policy_invalid'));
  for (const route of ['/status', '/lint', '/policy', '/liveness', '/capabilities', '/blocklist'])
    t.equal((await exchange(port, requestText(`GET ${route}`, port, AUTH))).status, 200, route);
});

test('P-02 an answer the proxy would cut is an error that says what to do', async (t) => {
  const long = 'x'.repeat(MAX_ANSWER_BYTES);
  const { port } = await listeningApp(t, { policy: `${POLICY}compaction: {note: ${long}}\n` });
  const plain = await exchange(port, requestText('GET /policy', port, AUTH));
  t.equal(plain.status, 406);
  t.strictSame(plain.json, errorBody('answer_too_large'));
  const packed = await exchange(port, requestText('GET /policy', port, { ...AUTH, 'Accept-Encoding': 'gzip' }));
  t.equal(packed.status, 200);
  t.ok(packed.body.length < MAX_ANSWER_BYTES);
});

test('a fault of ours is 500 without a word about it, and logged without the request', async (t) => {
  const home = testHome(t);
  const { context, token } = await openService({ env: home.env, config: null, version: '0', log: QUIET });
  const logged: object[] = [];
  const broken = () => {
    throw new TypeError('the clock is broken');
  };
  const app = await buildApp({
    context: { ...context, now: broken },
    token,
    log: { error: (details) => void logged.push(details) },
  });
  t.teardown(() => app.close());
  const port = await listen(app);
  const secret = 'the task is nobody else\u2019s business';
  const answer = await exchange(port, requestText('POST /explain', port, AUTH, JSON.stringify({ task: secret })));
  t.equal(answer.status, 500);
  t.strictSame(answer.json, errorBody('internal'));
  t.match(logged, [{ route: '/explain', error: { name: 'TypeError', message: 'the clock is broken' } }]);
  t.notOk(JSON.stringify(logged).includes(secret));
  t.notOk(JSON.stringify(logged).includes(TOKEN));
});

test('a request that does not arrive in time is 408', async (t) => {
  const home = testHome(t);
  const { context, token } = await openService({ env: home.env, config: null, version: '0', log: QUIET });
  const app = await buildApp({ context, token, log: { error: () => {} } });
  t.teardown(() => app.close());
  const port = await listen(app);
  const timeout = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.once('connection', (socket) => answerClientError(timeout, socket));
  const reader = await openSocket(port);
  const answer = await reader.next();
  t.equal(answer.status, 408);
  t.strictSame(answer.json, errorBody('request_timeout'));
  t.equal(answer.headers['x-content-type-options'], 'nosniff');
  reader.socket.destroy();
});

test('no answer contains the token', async (t) => {
  const { port } = await listeningApp(t);
  const lines = [
    ...Object.keys(ROUTE_SCHEMAS).map((route) => `${route}${route.startsWith('GET') ? '?task=x' : ''}`),
    'GET /nope',
    `GET /${TOKEN}`,
  ];
  for (const line of lines) {
    for (const headers of [
      AUTH,
      { ...AUTH, Authorization: `Bearer ${TOKEN}` },
      { 'X-Hermes-Sidecar-Token': `${TOKEN}x` },
    ]) {
      const { body, headers: answered } = await exchange(port, requestText(line, port, headers));
      t.notOk(body.includes(TOKEN) || JSON.stringify(answered).includes(TOKEN), line);
    }
  }
});

test('every route is documented, and answers what is documented', async (t) => {
  const home = testHome(t);
  const { context, token } = await openService({ env: home.env, config: null, version: '0', log: QUIET });
  const seen: string[] = [];
  const remember = (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => {
      seen.push(`${[route.method].flat()[0]} ${route.url}`);
      t.type(route.schema?.response, 'object', route.url);
    });
  };
  const app = await buildApp({ context, token, log: { error: () => {} }, plugins: [describeRoutes, remember] });
  t.teardown(() => app.close());
  const port = await listen(app);
  t.strictSame(seen.sort(), Object.keys(ROUTE_SCHEMAS).sort());

  const ajv = new Ajv({ strict: false, allErrors: true });
  const bodies: Readonly<Record<string, object>> = {
    'POST /plan': { policy: { default: { profile: 'coder' } } },
    'POST /apply': { plan: { base_hash: context.policy.read().hash }, policy: {} },
    'POST /apply/revert': {},
    'POST /jobs/:id/cancel': {},
  };
  for (const [route, schema] of Object.entries(ROUTE_SCHEMAS)) {
    const request = route.startsWith('POST')
      ? requestText(route, port, NAMED, JSON.stringify(bodies[route] ?? { task: 'Debug it' }))
      : requestText(`${route}?task=Rename+it`, port, AUTH);
    const answer = await exchange(port, request);
    const responses: Record<string, object> = { ...Object(schema.response) };
    const documented = responses[answer.status];
    t.ok(documented, `${route} answers ${answer.status}`);
    // There is no such job, and a task is no prompt.
    t.equal(answer.status, route.includes('/jobs/:id') ? 404 : route === 'POST /jobs' ? 400 : 200, route);
    if (documented === undefined) continue;
    const validate = ajv.compile(documented);
    t.ok(validate(answer.json), `${route}: ${ajv.errorsText(validate.errors)}`);
  }
});

test('the rows of the catalogue are told apart by code and worded for a person', (t) => {
  for (const [code, row] of Object.entries(ERRORS)) {
    t.match(code, /^[a-z]+(_[a-z]+)+$|^internal$/);
    t.ok(row.status >= 400 && row.status < 600, code);
    t.match(row.message, /^[a-zA-Z].*[^.]$/, code);
  }
  t.end();
});

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return address.port;
}
