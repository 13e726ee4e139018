import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { type Behaviour, completion, failureOf, openOver, PING, startStub, stubConfig } from './stub.ts';

/** Keeps requests until the test lets them go. */
function held(): { behaviour: Behaviour; waiting: ServerResponse[] } {
  const waiting: ServerResponse[] = [];
  return { waiting, behaviour: (response) => void waiting.push(response) };
}

/** Waits for a condition that I/O will bring about. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

const finish = (response: ServerResponse | undefined): void => {
  const choices = [{ message: { content: 'ok' }, finish_reason: 'stop' }];
  response?.writeHead(200, { 'content-type': 'application/json' });
  response?.end(JSON.stringify({ choices }));
};

// The library behind the wire is loaded by the first call; a limit of 200 ms should not have to pay for that.
t.before(async () => {
  const { llm } = openOver(t, { model: { default: 'm', provider: 'custom', base_url: 'http://127.0.0.1:1/v1' } });
  await failureOf(llm.complete({ messages: PING, retries: 0 }));
});

t.test('C-10 one limit covers connect to last byte', async (t) => {
  const never: Behaviour = () => {};
  const drip: Behaviour = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
  };
  const endless: Behaviour = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"choices":[{"message":{"content":"ok"}}]}');
  };
  for (const [name, behaviour] of [
    ['no headers', never],
    ['a drip', drip],
    ['no end', endless],
  ] as const) {
    const stub = await startStub(t, behaviour);
    const { llm, audit } = openOver(t, stubConfig(stub));
    const started = performance.now();
    const failure = await failureOf(llm.complete({ messages: PING, timeoutMs: 200 }));
    t.match(failure, { llmCode: 'timeout', provider: 'custom' }, name);
    // The transport's own limits are minutes.
    t.ok(performance.now() - started < 30_000, name);
    t.equal(stub.asked.length, 1, `${name}: a used-up limit is not retried`);
    t.match(audit, [{ outcome: 'timeout', attempts: [{ code: 'timeout' }] }], name);
    await until(() => stub.closedSockets() === 1);
  }
});

t.test('C-10 a server that accepts and never reads', async (t) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.pause()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { llm } = openOver(t, { model: { default: 'm', provider: 'custom', base_url: `http://127.0.0.1:${port}/v1` } });
  t.equal((await failureOf(llm.complete({ messages: PING, timeoutMs: 200 }))).llmCode, 'timeout');
});

t.test('C-10 no timer, socket or request is left behind', async (t) => {
  const stub = await startStub(t, () => {});
  const { llm } = openOver(t, stubConfig(stub));
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  await failureOf(llm.complete({ messages: PING, timeoutMs: 50 }));
  const before = timers();
  for (let i = 0; i < 5; i++) await failureOf(llm.complete({ messages: PING, timeoutMs: 50, model: 'x' }));
  await until(() => stub.closedSockets() === stub.asked.length);
  t.ok(timers() <= before + 1, `${before} -> ${timers()}`);
});

t.test('four are in flight, a fifth waits its turn', async (t) => {
  const { behaviour, waiting } = held();
  const stub = await startStub(t, behaviour);
  const { llm } = openOver(t, stubConfig(stub));
  const calls = Array.from({ length: 6 }, () => llm.complete({ messages: PING, timeoutMs: 5000 }));
  await until(() => waiting.length === 4);
  const late = await failureOf(llm.complete({ messages: PING, timeoutMs: 60 }));
  t.equal(late.llmCode, 'queue_timeout', 'waiting counts into the limit');
  t.equal(stub.asked.length, 4);
  finish(waiting[0]);
  await until(() => waiting.length === 5);
  finish(waiting[1]);
  await until(() => waiting.length === 6);
  for (const response of waiting.slice(2)) finish(response);
  t.same(
    (await Promise.all(calls)).map(({ text }) => text),
    Array(6).fill('ok'),
  );
});

t.test('the caller may end a call: waiting, or under way', async (t) => {
  const { behaviour, waiting } = held();
  const stub = await startStub(t, behaviour);
  const { llm, audit } = openOver(t, stubConfig(stub));
  const running = Array.from({ length: 4 }, () => new AbortController());
  const calls = running.map(({ signal }) => failureOf(llm.complete({ messages: PING, signal })));
  await until(() => waiting.length === 4);
  const queued = new AbortController();
  const fifth = failureOf(llm.complete({ messages: PING, signal: queued.signal }));
  queued.abort();
  t.equal((await fifth).llmCode, 'aborted');
  for (const controller of running) controller.abort();
  for (const failure of await Promise.all(calls)) t.equal(failure.llmCode, 'aborted');
  t.equal((await failureOf(llm.complete({ messages: PING, signal: AbortSignal.abort() }))).llmCode, 'aborted');
  t.ok(audit.every(({ outcome }) => outcome === 'aborted'));
  t.same(llm.cooldowns(), [], 'held against nobody');
  const next = llm.complete({ messages: PING, timeoutMs: 5000 });
  await until(() => waiting.length === 5);
  finish(waiting[4]);
  t.equal((await next).text, 'ok', 'and every slot is free again');
});

t.test('the limit of a task comes from config.yaml, and a useless one is refused', async (t) => {
  const stub = await startStub(t, () => {});
  const { llm } = openOver(t, stubConfig(stub, { auxiliary: { classifier: { timeout: 0.1 } } }));
  t.equal((await failureOf(llm.complete({ messages: PING, task: 'classifier' }))).llmCode, 'timeout');
  for (const timeoutMs of [0, -1, Number.NaN])
    t.equal((await failureOf(llm.complete({ messages: PING, timeoutMs }))).llmCode, 'invalid_request', `${timeoutMs}`);
});

t.test('a limit longer than a timer can hold does not fire at once', async (t) => {
  const stub = await startStub(t, completion('ok'));
  const { llm } = openOver(t, stubConfig(stub));
  t.equal((await llm.complete({ messages: PING, timeoutMs: 1e13 })).text, 'ok');
});
