import { createServer } from 'node:net';
import t from 'tap';
import { registerDoctor } from '../../src/commands/doctor.ts';
import { isMapping } from '../../src/lib/json.ts';
import type { DoctorReport } from '../../src/service/doctor.ts';
import { listeningApp, TOKEN, testHome } from '../http/listening.ts';
import { exchange, requestText } from '../http/raw.ts';
import { runHere } from './command-here.ts';

const AUTH = { 'X-Hermes-Sidecar-Token': TOKEN };

t.test('the command and the daemon see the same', async (t) => {
  const { port, home } = await listeningApp(t);
  const env = { ...home.env, PATH: '/usr/bin:/bin', XDG_RUNTIME_DIR: home.folder };
  const ran = await runHere(registerDoctor, env, ['doctor', '--json', '--port', String(port)]);
  const asked: DoctorReport = JSON.parse(ran.out);
  const told = await exchange(port, requestText('GET /doctor', port, AUTH));
  t.equal(told.status, 200);
  t.strictSame(Object.keys(told.json), ['ok', 'checks']);
  const names = (checks: unknown) => (Array.isArray(checks) ? checks.map((check) => isMapping(check) && check.id) : []);
  t.strictSame(names(told.json.checks), names(asked.checks));
  const of = (id: string) => asked.checks.find((check) => check.id === id);
  t.match(of('token'), { status: 'ok' });
  t.match(of('port'), { status: 'ok', message: `the daemon listens on 127.0.0.1:${port}` });
  t.match(of('host_rule'), { status: 'ok' });
  t.match(of('log'), { status: 'ok' });
  t.match(of('policy'), { status: 'ok' });
  t.match(of('hermes'), { status: 'fail' });
  t.equal(ran.code, 1, 'something failed');
  t.notMatch(ran.out + told.body, new RegExp(TOKEN));
  t.equal((await exchange(port, requestText('GET /doctor', port))).status, 401);
});

t.test('without a daemon it says so, line by line', async (t) => {
  const home = testHome(t);
  const stranger = createServer((socket) => socket.end('what?\n'));
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  t.teardown(() => stranger.close());
  const address = stranger.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  const run = (...argv: string[]) => runHere(registerDoctor, { ...home.env, PATH: '/nowhere' }, ['doctor', ...argv]);
  const { code, out } = await run('--port', '1');
  t.equal(code, 1);
  t.match(out, /^FAIL {2}port +nothing listens on 127\.0\.0\.1:1\n +-> systemctl --user start/m);
  t.match(out, /^ok {4}token +provisioned at/m);
  t.match(out, /\d+ ok, \d+ to look at, \d+ failed\n$/);
  t.match((await run('--port', String(taken))).out, /^FAIL {2}port +127\.0\.0\.1:\d+ belongs to another program/m);
  t.match(await run('--port', 'x'), { code: 2 });
});
