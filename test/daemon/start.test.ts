import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  for (const [name, args, extra, message] of REFUSED) {
    const { env, folder } = testHome(t);
    const { code, stderr } = await startProcess(t, { env: { ...env, ...extra }, args }).ended;
    t.equal(code, 2, name);
    t.match(stderr, message, name);
    t.notOk(existsSync(join(folder, 'hermes-smart-router')), name);
  }
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

test('O-10 an older Node is refused in words', async (t) => {
  const fake = 'data:text/javascript,Object.defineProperty(process,"version",{value:"v18.20.4"})';
  const { code, stderr } = await startProcess(t, { env: testHome(t).env, nodeArgs: ['--import', fake] }).ended;
  t.equal(code, 2);
  t.match(stderr, /^hermes-router: Node [\d.]+ or newer is needed, this is 18\.20\.4\.\n$/);
});

test('O-02 a bad policy and a missing token are served, not died of', async (t) => {
  const home = testHome(t, 'rules: [');
  rmSync(home.tokenFile);
  const daemon = startProcess(t, { env: home.env });
  const port = await daemon.port();
  await daemon.waitFor(/no sidecar token at/);
  const health = await exchange(port, requestText('GET /health', port));
  t.match([health.status, health.json.token], [200, 'missing']);
  t.equal((await status(port)).status, 503);
  home.writeToken(TOKEN);
  const answer = await status(port);
  t.match([answer.status, answer.json.valid], [200, false]);
});

test('O-07 /status says how old everything is', async (t) => {
  const daemon = startProcess(t, { env: testHome(t).env });
  const { json } = await status(await daemon.port());
  for (const field of ['process_started_at', 'code_mtime', 'config_mtime'])
    t.match(json[field], /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/, field);
  t.match(json, { version: /^\d+\.\d+\.\d+/, instance_id: /^[\da-f-]{36}$/, policy_hash: /^[\da-f]{64}$/ });
  t.ok(String(json.code_mtime) <= String(json.process_started_at));
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

test('O-09 a read-only state directory starts unlocked and says so', async (t) => {
  const home = testHome(t);
  const { stateDir } = resolveHermesPaths(home.env);
  mkdirSync(stateDir, { recursive: true });
  chmodSync(stateDir, 0o555);
  // Root may write anywhere: it runs the daemon as nobody.
  const nobody = 65_534;
  const isRoot = process.getuid?.() === 0;
  chmodSync(home.folder, 0o755);
  home.writeToken(TOKEN, 0o644);
  const daemon = startProcess(t, { env: home.env, ...(isRoot ? { uid: nobody } : {}) });
  const port = await daemon.port();
  await daemon.waitFor(/running without the state lock: .*cannot be written \(EACCES\)/);
  t.equal((await status(port)).status, 200);
});

test('O-09 an odd environment changes nothing, and files stay private under umask 000', async (t) => {
  const home = testHome(t, null);
  const root = join(home.folder, 'an odd \u{1f600} place');
  mkdirSync(root);
  const env = { PATH: process.env.PATH, HERMES_HOME: root, LANG: 'C', TZ: ':/etc/localtime' };
  const daemon = startProcess(t, { env, umask: '000' });
  const port = await daemon.port();
  t.equal((await exchange(port, requestText('GET /health', port))).status, 200);
  const { stateDir, policyFile } = resolveHermesPaths(env);
  t.equal(statSync(stateDir).mode & 0o777, 0o700);
  t.equal(statSync(join(stateDir, 'daemon.lock')).mode & 0o777, 0o600);
  t.equal(statSync(policyFile).mode & 0o777, 0o600, 'the seeded policy');
});

test('an explicit policy path is never seeded', async (t) => {
  const home = testHome(t, null);
  const config = join(home.folder, 'elsewhere.yaml');
  for (const args of [
    ['--config', config, '--port', '0'],
    ['serve', '--port', '0', '--config', config],
  ]) {
    const daemon = startProcess(t, { env: home.env, args });
    const { json } = await status(await daemon.port());
    t.equal(json.valid, false, args.join(' '));
    daemon.kill('SIGTERM');
    await daemon.ended;
  }
  t.notOk(existsSync(config));
  t.notOk(existsSync(resolveHermesPaths(home.env).policyFile));
});

test('no log line contains the token, whatever is sent and however much is logged', async (t) => {
  const home = testHome(t);
  writeFileSync(join(home.folder, 'config.yaml'), 'model: {default: x, provider: y, api_key: sk-secret-in-config}\n');
  const daemon = startProcess(t, { env: home.env, args: ['--port', '0', '--log-level', 'trace'] });
  const port = await daemon.port();
  const secret = { ...AUTH, Authorization: `Bearer ${TOKEN}`, Cookie: `a=${TOKEN}` };
  for (const line of ['GET /status', `GET /${TOKEN}`, `GET /explain?task=${TOKEN}`, 'POST /explain', 'PUT /status'])
    await exchange(port, requestText(line, port, secret, line.startsWith('GET') ? undefined : `{"task":"${TOKEN}"`));
  await exchange(port, `${TOKEN}\r\n\r\n`);
  const cmdline = readFileSync(`/proc/${daemon.pid}/cmdline`, 'utf8');
  daemon.kill('SIGTERM');
  const { stderr, stdout } = await daemon.ended;
  t.match(stderr, /listening/);
  for (const text of [stderr, stdout, cmdline]) t.notOk(text.includes(TOKEN) || text.includes('sk-secret'));
});
