import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { TOKEN, testHome } from '../http/listening.ts';
import { exchange, requestText } from '../http/raw.ts';
import { startProcess } from './daemon-process.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };
const status = async (port: number, headers: Record<string, string> = AUTH) =>
  exchange(port, requestText('GET /status', port, headers));

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
