import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Test, test } from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { shortestOf } from '../best-of.ts';
import { TOKEN, testHome } from '../http/listening.ts';
import { exchange, openSocket, requestText } from '../http/raw.ts';
import { startProcess } from './daemon-process.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };
const BODY = '{"task":"Debug it"}';

/** The first half of a request whose handler has begun: its body is still missing. */
function beginning(port: number): Buffer {
  return requestText('POST /explain', port, { ...AUTH, 'Content-Length': String(BODY.length) }, BODY.slice(0, 5));
}

/** A daemon with a request in flight that will never be complete. */
async function stuckDaemon(t: Test) {
  const daemon = startProcess(t, { env: testHome(t).env });
  const port = await daemon.port();
  const stuck = await openSocket(port);
  stuck.socket.write(beginning(port));
  // Answered on another connection, so the beginning has been read too.
  await exchange(port, requestText('GET /health', port));
  return { daemon, port, stuck };
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
}

test('H-16 a request in flight is answered, an idle connection closed, exit 0', async (t) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { env } = testHome(t);
    const daemon = startProcess(t, { env });
    const port = await daemon.port();
    const idle = await openSocket(port);
    idle.socket.write(requestText('GET /status', port, AUTH));
    t.equal((await idle.next()).headers.connection, 'keep-alive');
    const busy = await openSocket(port);
    busy.socket.write(beginning(port));
    // Answered on another connection, so the beginning has been read too.
    await exchange(port, requestText('GET /status', port, AUTH));

    const from = performance.now();
    daemon.kill(signal);
    await daemon.waitFor(/stopping/);
    await idle.closed();
    // Node closes idle connections a moment before the listener. That this ends before the process does, the answer shows.
    while (!(await isRefused(port)));
    busy.socket.write(BODY.slice(5));
    const answer = await busy.next();
    t.equal(answer.status, 200);
    t.equal(answer.headers.connection, 'close');
    await busy.closed();
    const { code } = await daemon.ended;
    t.equal(code, 0);
    t.ok(performance.now() - from < 30_000, 'Node by itself would wait for the idle connection for 72 s');
    t.notOk(existsSync(join(resolveHermesPaths(env).stateDir, 'daemon.lock')), 'the lock is given back');
  }
});

test('connections that never finish do not hold the process', async (t) => {
  const stopping = async (): Promise<number> => {
    const { daemon, port, stuck } = await stuckDaemon(t);
    const silent = await openSocket(port);
    const from = performance.now();
    daemon.kill('SIGTERM');
    t.equal((await daemon.ended).code, 0);
    silent.socket.destroy();
    stuck.socket.destroy();
    return performance.now() - from;
  };
  t.ok((await shortestOf(5, 3000, stopping)) < 3000, 'gone in under 3 s');
});

test('connections without a request are closed while a request in flight is waited for', async (t) => {
  const daemon = startProcess(t, { env: testHome(t).env });
  const port = await daemon.port();
  const silent = await openSocket(port);
  const halfHead = await openSocket(port);
  halfHead.socket.write('GET /health HTTP/1.1\r\nHo');
  const busy = await openSocket(port);
  busy.socket.write(beginning(port));
  await exchange(port, requestText('GET /health', port));
  daemon.kill('SIGTERM');
  await silent.closed();
  await halfHead.closed();
  busy.socket.write(BODY.slice(5));
  t.equal((await busy.next()).status, 200);
  t.equal((await daemon.ended).code, 0);
});

test('a second signal exits at once', async (t) => {
  const stopping = async (): Promise<number> => {
    const { daemon, stuck } = await stuckDaemon(t);
    daemon.kill('SIGTERM');
    await daemon.waitFor(/stopping/);
    const from = performance.now();
    daemon.kill('SIGTERM');
    t.equal((await daemon.ended).code, 0);
    stuck.socket.destroy();
    return performance.now() - from;
  };
  t.ok((await shortestOf(5, 1000, stopping)) < 1000, 'without waiting for the request');
});

test('a fault that nobody caught is logged and exits 1', async (t) => {
  const fault = 'data:text/javascript,process.on("SIGUSR2",()=>{Promise.reject(new TypeError("on purpose"))})';
  const { env } = testHome(t);
  const daemon = startProcess(t, { env, nodeArgs: ['--import', fault] });
  await daemon.port();
  daemon.kill('SIGUSR2');
  const { code, stderr } = await daemon.ended;
  t.equal(code, 1);
  t.match(stderr, /"level":60.*on purpose/);
  t.notOk(existsSync(join(resolveHermesPaths(env).stateDir, 'daemon.lock')));
});
