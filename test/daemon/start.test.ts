import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { TOKEN, testHome } from '../http/listening.ts';
import { exchange, requestText } from '../http/raw.ts';
import { startProcess } from './daemon-process.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };
const status = async (port: number, headers: Record<string, string> = AUTH) =>
  exchange(port, requestText('GET /status', port, headers));

/** Addresses (hex, little-endian) that listen on a port, from /proc. */
function listenersOn(port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((table) => readFileSync(table, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(suffix) && fields[3] === '0A')
    .map((fields) => fields[1]?.split(':')[0] ?? '');
}

test('H-21 exactly one listener, on 127.0.0.1, also for --host localhost', async (t) => {
  for (const args of [
    ['--port', '0'],
    ['serve', '--host', 'localhost', '--port', '0'],
  ]) {
    const daemon = startProcess(t, { env: testHome(t).env, args });
    t.strictSame(listenersOn(await daemon.port()), ['0100007F'], args.join(' '));
    daemon.kill('SIGTERM');
    t.equal((await daemon.ended).code, 0);
  }
});

const REFUSED: readonly (readonly [string, readonly string[], NodeJS.ProcessEnv, RegExp])[] = [
  ['H-21 --host 0.0.0.0', ['--host', '0.0.0.0'], {}, /^hermes-router: --host "0\.0\.0\.0": only the loopback/],
  [
    'L-08 a bad port prints the real error',
    ['--port', 'http'],
    {},
    /^hermes-router: --port "http": give a whole number/,
  ],
  ['a bad variable', ['--port', '0'], { HERMES_ROUTER_RATE_LIMIT: '-1' }, /HERMES_ROUTER_RATE_LIMIT "-1"/],
  ['H-15 there is no auth mode to mistype', ['--auth-mode', 'token-vI'], {}, /unknown option '--auth-mode'/],
  ['an unknown command', ['server'], {}, /error:/],
];

test('what is refused at the start exits 2 with one clear line, and opens nothing', async (t) => {
  const check = async ([name, args, extra, message]: (typeof REFUSED)[number]) => {
    const { env, folder } = testHome(t);
    const { code, stderr } = await startProcess(t, { env: { ...env, ...extra }, args }).ended;
    t.equal(code, 2, name);
    t.match(stderr, message, name);
    t.notOk(existsSync(join(folder, 'hermes-smart-router')), name);
  };
  await Promise.all(REFUSED.map(check));
});

test('H-15 no variable switches the token off', async (t) => {
  const { env } = testHome(t);
  const daemon = startProcess(t, { env: { ...env, HERMES_ROUTER_AUTH_MODE: 'off', HERMES_ROUTER_AUTH: 'none' } });
  t.equal((await status(await daemon.port(), {})).status, 401);
});

test('--version and --help', async (t) => {
  const { env } = testHome(t);
  const version = await startProcess(t, { env, args: ['--version'] }).ended;
  t.equal(version.code, 0);
  t.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  const help = await startProcess(t, { env, args: ['serve', '--help'] }).ended;
  t.equal(help.code, 0);
  t.match(help.stdout, /GET routes only read[\s\S]*\/health[\s\S]*\/console/);
});

test('port in use: exit 4, saying by whom', async (t) => {
  const first = startProcess(t, { env: testHome(t).env });
  const port = await first.port();
  const second = await startProcess(t, { env: testHome(t).env, args: ['--port', String(port)] }).ended;
  t.equal(second.code, 4);
  t.match(second.stderr, new RegExp(`port ${port} is in use by another hermes-smart-router \\(pid ${first.pid}, `));

  const stranger = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => stranger.once('listening', resolve));
  t.teardown(() => stranger.close());
  const address = stranger.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  const { env, folder } = testHome(t);
  const third = await startProcess(t, { env, args: ['--port', String(taken)] }).ended;
  t.equal(third.code, 4);
  t.match(third.stderr, new RegExp(`in use by another program \\(pid ${process.pid}, `));
  t.strictSame(readdirSync(join(folder, 'hermes-smart-router', 'state')), [], 'the lock was given back');
});

test('D12 of several starters that find a stale lock, one gets it', async (t) => {
  const home = testHome(t);
  const { stateDir } = resolveHermesPaths(home.env);
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(join(stateDir, 'daemon.lock'), '{"pid":4194305}');
  const starters = Array.from({ length: 4 }, () => startProcess(t, { env: home.env }));
  const outcomes = await Promise.all(
    starters.map(({ port, ended }) =>
      port().then(
        () => 'listening',
        () => ended.then(({ code }) => `exit ${code}`),
      ),
    ),
  );
  t.strictSame(outcomes.sort(), ['exit 3', 'exit 3', 'exit 3', 'listening']);
  t.strictSame(readdirSync(stateDir), ['daemon.lock']);
});

test('D12 a second daemon on the same state exits 3, also after a kill -9 of the first nobody does', async (t) => {
  const { env } = testHome(t);
  const first = startProcess(t, { env });
  const port = await first.port();
  const second = await startProcess(t, { env }).ended;
  t.equal(second.code, 3);
  t.match(second.stderr, new RegExp(`in use by another hermes-smart-router: pid ${first.pid} on port ${port}\\.`));
  first.kill('SIGKILL');
  await first.ended;
  const third = startProcess(t, { env });
  t.equal((await status(await third.port())).status, 200);
});
