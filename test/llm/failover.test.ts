import { once } from 'node:events';
import { createServer } from 'node:net';
import t from 'tap';
import type { JsonObject } from '../../src/lib/json.ts';
import { failureEffect } from '../../src/llm/failure-effect.ts';
import {
  answer,
  type Behaviour,
  completion,
  failureOf,
  GRANTED,
  openOver,
  PING,
  refusal,
  type Stub,
  startStub,
  stubConfig,
} from './stub.ts';

/** Somewhere nobody listens. */
async function deadOrigin(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const fallback = (stub: Stub, more: JsonObject = {}): JsonObject => ({
  fallback_providers: [
    { provider: 'custom', model: 'second', base_url: `${stub.origin}/v1`, api_key: 'sk-second-secret' },
  ],
  ...more,
});
const passing: Behaviour = refusal(503);
const reset: Behaviour = (response) => void response.destroy();

t.test('a passing failure is repeated on the same hop', async (t) => {
  const table: [string, Behaviour[], number, number[]][] = [
    ['503 then fine', [passing], 2, [500]],
    ['twice', [passing, passing], 3, [500, 1000]],
    ['C-09 reset then fine', [reset], 2, [500]],
    ['429 with seconds', [refusal(429, 'x', {}, { 'retry-after': '3' })], 2, [3000]],
    ['429 with a date', [refusal(429, 'x', {}, { 'retry-after': 'Thu, 01 Jan 2026 00:00:04 GMT' })], 2, [4000]],
    ['C-08 429 with 0 is no tight loop', [refusal(429, 'x', {}, { 'retry-after': '0' })], 2, [500]],
    ['C-08 429 with nonsense', [refusal(429, 'x', {}, { 'retry-after': '-3' })], 2, [500]],
    [
      'C-07 429 inside',
      [answer(200, { error: { code: 429, metadata: { headers: { 'X-RateLimit-Reset': '1767225602000' } } } })],
      2,
      [2000],
    ],
  ];
  for (const [name, before, requests, pauses] of table) {
    const [first = passing, ...rest] = before;
    const stub = await startStub(t, first, ...rest, completion('ok'));
    const opened = openOver(t, stubConfig(stub));
    t.equal((await opened.llm.complete({ messages: PING, timeoutMs: 20_000 })).text, 'ok', name);
    t.equal(stub.asked.length, requests, name);
    t.same(opened.pauses, pauses, name);
    t.same(opened.llm.cooldowns(), [], name);
  }
});

t.test('how often, and not when the wait does not fit', async (t) => {
  const stub = await startStub(t, passing);
  const opened = openOver(t, stubConfig(stub, { auxiliary: { transient_retries: 1 } }));
  const table: [object, number][] = [
    [{ retries: 0 }, 1],
    [{ retries: 2 }, 3],
    [{}, 2],
    [{ retries: 2, timeoutMs: 400 }, 1],
  ];
  for (const [options, requests] of table) {
    const before = stub.asked.length;
    const failure = await failureOf(opened.llm.complete({ messages: PING, timeoutMs: 20_000, ...options }));
    t.match(failure, { llmCode: 'http_status', status: 503 });
    t.equal(stub.asked.length - before, requests, JSON.stringify(options));
  }
});

t.test('C-09 a socket closed after each answer costs nothing; one that always resets is counted once', async (t) => {
  const closing: Behaviour = (response) => {
    response.shouldKeepAlive = true;
    completion('ok')(response, { path: '', headers: {}, body: {} });
    response.once('finish', () => response.socket?.destroySoon());
  };
  const stub = await startStub(t, closing);
  const { llm } = openOver(t, stubConfig(stub));
  for (let i = 0; i < 10; i++)
    t.equal((await llm.complete({ messages: PING, retries: 1, timeoutMs: 5000 })).text, 'ok');
  t.same(llm.cooldowns(), []);

  const resetting = await startStub(t, reset);
  const second = openOver(t, stubConfig(resetting));
  for (let i = 1; i <= 5; i++) {
    t.same(second.llm.cooldowns(), [], `after ${i - 1}`);
    t.equal((await failureOf(second.llm.complete({ messages: PING, retries: 1 }))).llmCode, 'network');
    t.equal(resetting.asked.length, i * 2);
  }
  t.match(second.llm.cooldowns(), [{ provider: 'custom', model: 'stub-model', reason: 'network' }]);
});

t.test('B-07 the sixth call after five failures goes nowhere, and one may try after the rest', async (t) => {
  const stub = await startStub(t, passing);
  const { llm, advance } = openOver(t, stubConfig(stub));
  for (let i = 0; i < 5; i++) await failureOf(llm.complete({ messages: PING, retries: 0 }));
  t.match(await failureOf(llm.complete({ messages: PING, retries: 0 })), { llmCode: 'cooling', retryAfterSeconds: 60 });
  t.equal(stub.asked.length, 5);
  advance(60);
  await failureOf(llm.complete({ messages: PING, retries: 0 }));
  t.equal(stub.asked.length, 6);
});

t.test('B-08 the host chain takes over when the first hop has no capacity', async (t) => {
  const tls = (await startStub(t, completion('never'))).origin.replace('http:', 'https:');
  const table: [string, string | Behaviour, string][] = [
    ['connection refused', await deadOrigin(), 'network'],
    ['TLS error', tls, 'network'],
    ['reset', reset, 'network'],
    ['429', refusal(429), 'http_status'],
    ['500', refusal(500), 'http_status'],
    ['529', refusal(529), 'http_status'],
    ['402', refusal(402), 'http_status'],
    ['404', refusal(404, 'x', { code: 'model_not_found' }), 'http_status'],
    ['a web page', answer(200, '<html>'), 'bad_reply'],
    ['nothing said', completion(''), 'empty_reply'],
  ];
  for (const [name, first, code] of table) {
    const origin = typeof first === 'string' ? first : (await startStub(t, first)).origin;
    const second = await startStub(t, completion('ok'));
    const main = { default: 'first', provider: 'custom', base_url: `${origin}/v1` };
    const { llm, audit } = openOver(t, { model: main, ...fallback(second) });
    const result = await llm.complete({ messages: PING, retries: 0, timeoutMs: 5000 });
    t.equal(result.text, 'ok', name);
    t.match(
      audit,
      [{ outcome: 'ok', model: 'second', attempts: [{ provider: 'custom', model: 'first', code }] }],
      name,
    );
    t.equal(second.asked[0]?.headers.authorization, 'Bearer sk-second-secret', name);
  }
});

t.test(
  'B-08 B-09 a refused key or request ends the host chain; a caller with candidates is told to go on',
  async (t) => {
    const table: [number, boolean][] = [
      [401, true],
      [403, true],
      [400, false],
      [413, false],
    ];
    for (const [status, nextHop] of table) {
      const first = await startStub(t, refusal(status));
      const second = await startStub(t, completion('ok'));
      const { llm } = openOver(t, stubConfig(first, fallback(second)));
      const failure = await failureOf(llm.complete({ messages: PING }));
      t.match(failure, { llmCode: 'http_status', status, attempts: [{ model: 'stub-model', status }] });
      t.equal(failureEffect(failure).nextHop, nextHop, `${status}`);
      t.equal(second.asked.length, 0, `${status}`);
      const again = await failureOf(llm.complete({ messages: PING }));
      t.equal(again.llmCode, nextHop ? 'cooling' : 'http_status', `${status}`);
      t.equal(second.asked.length, 0, 'nor does the chain go on while the hop rests for it');
    }
  },
);

t.test('the chain: opted out of, exhausted, with hops that cannot be called', async (t) => {
  const first = await startStub(t, refusal(500));
  const second = await startStub(t, completion('ok'));
  const { llm, configure } = openOver(t, stubConfig(first, fallback(second)));
  t.match(await failureOf(llm.complete({ messages: PING, retries: 0, useFallbackChain: false })), {
    status: 500,
    attempts: { length: 1 },
  });
  t.equal(second.asked.length, 0);
  const rows = [
    { provider: 'openai-codex', model: 'x' },
    { provider: 'zai', model: 'no-key' },
    { model: 'no provider' },
  ];
  const usable = fallback(second).fallback_providers;
  configure(stubConfig(first, { fallback_providers: [...rows, ...(Array.isArray(usable) ? usable : [])] }));
  t.equal((await llm.complete({ messages: PING, retries: 0 })).text, 'ok', 'uncallable hops are passed over');
  configure(stubConfig(first, { fallback_providers: rows }));
  t.match(await failureOf(llm.complete({ messages: PING, retries: 0 })), {
    llmCode: 'http_status',
    status: 500,
    attempts: [{ code: 'http_status' }, { code: 'unsupported_provider' }, { code: 'no_credentials' }],
  });
});

t.test('a long wait goes to the next hop instead, and the first one rests as long as it asked', async (t) => {
  const first = await startStub(t, refusal(429, 'x', {}, { 'retry-after': '30' }));
  const second = await startStub(t, completion('ok'));
  const opened = openOver(t, stubConfig(first, fallback(second)));
  t.equal((await opened.llm.complete({ messages: PING })).text, 'ok');
  t.same(opened.pauses, []);
  t.match(opened.llm.cooldowns(), [
    { model: 'stub-model', status: 429, remaining_seconds: 30, retry_at: '2026-01-01T00:00:30.000Z' },
  ]);
  t.equal((await opened.llm.complete({ messages: PING })).text, 'ok');
  t.equal(first.asked.length, 1, 'and is not asked meanwhile');
});

t.test('a new key is seen at once, although the old one was refused', async (t) => {
  const stub = await startStub(t, (response, asked) =>
    (asked.headers.authorization === 'Bearer new-secret' ? completion('ok') : refusal(401))(response, asked),
  );
  const config = (key: string): JsonObject =>
    stubConfig(stub, { model: { default: 'm', provider: 'custom', base_url: stub.origin, api_key: key } });
  const { llm, configure } = openOver(t, { ...config('old-secret'), plugins: GRANTED });
  t.equal((await failureOf(llm.complete({ messages: PING }))).status, 401);
  configure(config('new-secret'));
  t.equal((await llm.complete({ messages: PING })).text, 'ok');
});
