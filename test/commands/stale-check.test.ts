import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { registerStaleCheck } from '../../src/commands/stale-check.ts';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { listeningApp, type TestHome, testHome } from '../http/listening.ts';
import { type Ran, runHere } from './command-here.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const UNIT = 'hermes-router-sidecar.service';
/** The code under test is older than every daemon of these tests, so a later clock alone makes nothing stale. */
const STARTED_LONG_AGO = '2001-01-01T00:00:00+00:00';

function check(home: TestHome, port: number, now?: () => Date): Promise<Ran> {
  const env = { ...home.env, PATH: `${FIXTURES}:${process.env.PATH}` };
  return runHere(registerStaleCheck, env, ['stale-check', '--port', String(port)], now);
}

/** What answers `/status` like a daemon that has been up for ever. */
async function oldDaemon(t: Test, jobs: object, status = 200): Promise<number> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ process_started_at: STARTED_LONG_AGO, jobs }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function service(home: TestHome, properties: object): { log(): string } {
  const folder = join(home.folder, 'fake-systemd');
  mkdirSync(folder);
  writeFileSync(
    join(folder, UNIT),
    Object.entries(properties)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  return { log: () => readFileSync(join(folder, 'log'), 'utf8') };
}

t.test('a daemon that runs the code on disk is fresh', async (t) => {
  const { port, home } = await listeningApp(t);
  t.match(await check(home, port), { code: 0, out: /^fresh: / });
});

t.test('why it cannot be told', async (t) => {
  const { port, home } = await listeningApp(t);
  home.writeToken('another-token-altogether');
  const wrong = testHome(t);
  wrong.writeToken('another-token-altogether');
  const table: [home: TestHome, port: number, said: RegExp][] = [
    [home, await oldDaemon(t, {}, 500), /^cannot tell: \/status answered 500/],
    [wrong, 1, /^cannot tell: the daemon does not answer/],
  ];
  for (const [home, port, said] of table) t.match(await check(home, port), { code: 0, out: said });
  const other = await listeningApp(t);
  t.match(await check(wrong, other.port), { code: 0, out: /the daemon refuses the token/ });
  wrong.writeToken(' \n');
  t.match(await check(wrong, port), { code: 0, out: /disabled: the token cannot be read or is empty/ });
});

t.test('O-07 old code is restarted through systemd, and the result is systemd’s', async (t) => {
  const home = testHome(t);
  const { log } = service(home, { ActiveState: 'active', MainPID: 77 });
  const later = () => new Date(Date.now() + 3_600_000);
  const port = await oldDaemon(t, { running: 0, queued: 0 });
  t.match(await check(home, port, later), { code: 0, out: /restarting: .*\nrestarted\n$/ });
  t.match(log(), `restart --no-block ${UNIT}`);

  writeFileSync(join(home.folder, 'fake-systemd/refuse'), 'Access denied\n');
  t.match(await check(home, port, later), { code: 1, err: /the restart failed: .*Access denied/ });
});

t.test('it is left alone while a job runs, and where it is not the service', async (t) => {
  const home = testHome(t);
  const { log } = service(home, { ActiveState: 'active', MainPID: 77 });
  const later = () => new Date(Date.now() + 3_600_000);
  const busy = await oldDaemon(t, { running: 1, queued: 2 });
  t.match(await check(home, busy, later), { code: 0, out: /^wait: .*3 jobs run or wait/ });
  const { stateDir } = resolveHermesPaths(home.env);
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(join(stateDir, 'daemon.lock'), JSON.stringify({ pid: process.pid, port: 1 }));
  const idle = await oldDaemon(t, { running: 0, queued: 0 });
  t.match(await check(home, idle, later), { code: 0, out: /not restarted: .*the process of .* is 77/ });
  t.notMatch(log(), /restart/);
});
