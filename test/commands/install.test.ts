import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { registerInstall } from '../../src/commands/install.ts';
import { registerUninstall } from '../../src/commands/uninstall.ts';
import { type Ran, runHere } from './command-here.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const SIDECAR = 'hermes-router-sidecar.service';

interface Place {
  readonly home: string;
  readonly units: string;
  readonly bundle: string;
  readonly extension: string;
  run(...argv: string[]): Promise<Ran>;
}

/** A home whose service manager cannot be reached. */
function place(t: Test, more: NodeJS.ProcessEnv = {}): Place {
  const home = t.testdir();
  const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: join(home, 'no-runtime'), ...more };
  const root = join(home, 'hermes-one-extensions');
  return {
    home,
    units: join(home, '.config/systemd/user'),
    bundle: join(root, 'extensions.json'),
    extension: join(root, 'hermes-smart-router'),
    run: (...argv) =>
      runHere(
        (program, io) => {
          registerInstall(program, io);
          registerUninstall(program, io);
        },
        env,
        argv,
      ),
  };
}

/** Every file below a folder, with its content and mode. */
function tree(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return Object.fromEntries(
    entries
      .filter((path) => !lstatSync(path).isDirectory())
      .map((path) => [path, `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path, 'utf8')}`]),
  );
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

t.test('install puts everything there, twice is once, uninstall leaves nothing', async (t) => {
  const { home, units, bundle, extension, run } = place(t);
  const before = tree(home);
  const dry = await run('install', '--dry-run');
  t.match(dry, { code: 0, out: /would write .*hermes-router-sidecar\.service/ });
  t.strictSame(tree(home), before, 'a dry run writes nothing');

  const first = await run('install');
  t.equal(first.code, 0, first.err);
  t.match(first.out, /enable --now hermes-router-sidecar\.service[\s\S]*enable-linger[\s\S]*Approve proxy consent/i);
  t.equal(readdirSync(units).length, 5);
  const unit = readFileSync(join(units, SIDECAR), 'utf8');
  t.match(unit, `ExecStart=:"${process.execPath}" --`);
  t.match(unit, /dist\/app\/main\.js" serve --port 8791$/m);
  t.match(unit, `Environment="HERMES_HOME=${home}/.hermes"`);
  t.match(unit, `Environment="HERMES_WEBUI_STATE_DIR=${home}/.hermes/webui"`);
  t.notMatch(unit, /@/, 'no placeholder is left');
  t.strictSame(readdirSync(extension).sort(), ['extension.json', 'manifest.json', 'router-nav.css', 'router-nav.js']);
  t.match(JSON.parse(readFileSync(bundle, 'utf8')), {
    extensions: [{ id: 'hermes-smart-router', sidecar: { origin: 'http://127.0.0.1:8791' } }],
  });
  t.notOk(existsSync(join(home, '.hermes/webui')), 'no token is minted');

  const installed = tree(home);
  const second = await run('install');
  t.match(second, { code: 0, out: /in place already/ });
  t.strictSame(tree(home), installed, 'the same bytes');

  t.match(await run('install', '--port', '9001'), { code: 0 });
  t.match(readFileSync(join(units, SIDECAR), 'utf8'), /--port 9001$/m);
  t.match(readFileSync(join(units, 'hermes-router-sidecar-stale-check.service'), 'utf8'), /--port 9001$/m);
  for (const file of [bundle, join(extension, 'manifest.json'), join(extension, 'extension.json')])
    t.match(readFileSync(file, 'utf8'), /"http:\/\/127\.0\.0\.1:9001"/, file);
  t.notOk(existsSync(join(units, `${SIDECAR}.bak`)), 'a file of our own needs no backup');

  symlinkSync('../x', join(units, 'x'));
  mkdirSync(join(units, 'default.target.wants'));
  symlinkSync(`../${SIDECAR}`, join(units, 'default.target.wants', SIDECAR));
  const gone = await run('uninstall');
  t.equal(gone.code, 0, gone.err);
  t.strictSame(readdirSync(units), ['x'], 'only what is not ours');
  t.notOk(existsSync(dirname(bundle)));
  t.match(await run('uninstall'), { code: 0, out: /Nothing of it is installed/ });
});

t.test('others keep what is theirs', async (t) => {
  const { units, bundle, extension, run } = place(t);
  const others = { extensions: [{ id: 'kit' }, { id: 'hermes-one-capability-router' }, { id: 'z', n: 1 }] };
  put(bundle, JSON.stringify(others));
  put(join(dirname(bundle), 'hermes-one-capability-router/x.js'), '');
  put(join(units, SIDECAR), '[Service]\nExecStart=/usr/bin/python3\n');
  put(join(dirname(extension), 'clone.js'), 'a clone');
  mkdirSync(extension);
  symlinkSync('../clone.js', join(extension, 'router-nav.js'));
  t.match(await run('install'), { code: 0 });
  t.match(readFileSync(join(units, `${SIDECAR}.bak`), 'utf8'), /python3/);
  t.notOk(lstatSync(join(extension, 'router-nav.js')).isSymbolicLink(), 'a copy, not a link');
  t.equal(readFileSync(join(dirname(extension), 'clone.js'), 'utf8'), 'a clone', 'nothing is written through a link');
  t.notOk(existsSync(join(dirname(bundle), 'hermes-one-capability-router')));
  const ids = () => JSON.parse(readFileSync(bundle, 'utf8')).extensions.map(({ id }: { id: string }) => id);
  t.strictSame(ids(), ['kit', 'z', 'hermes-smart-router']);
  t.match(await run('uninstall'), { code: 0 });
  t.strictSame(ids(), ['kit', 'z']);
  t.ok(existsSync(join(units, `${SIDECAR}.bak`)));
});

t.test('what cannot be merged stays as it is, and nothing else is written', async (t) => {
  const { home, units, bundle, run } = place(t);
  for (const text of ['{"extensions": [', '{}', Buffer.from([0x5b, 0xff, 0x5d]).toString('latin1')]) {
    put(bundle, text);
    t.match(await run('install'), { code: 1, err: /left as it is/ });
    t.equal(readFileSync(bundle, 'utf8'), text);
    t.notOk(existsSync(units));
  }
  t.notOk(existsSync(join(home, 'hermes-one-extensions/hermes-smart-router')));
});

t.test('the home of one profile is refused when it was only inherited', async (t) => {
  const { home, units, run } = place(t, { HERMES_HOME: '/x/.hermes/profiles/coder' });
  t.match(await run('install'), { code: 2, err: /HERMES_HOME=.*belongs to one profile/ });
  t.notOk(existsSync(units));
  const allowed: string[][] = [
    ['--hermes-home', join(home, '.hermes')],
    ['--allow-profile-hermes-home'],
    ['--systemd-dir', join(home, 'elsewhere')],
  ];
  for (const flags of allowed) t.match(await run('install', '--dry-run', ...flags), { code: 0 }, flags.join(' '));
  t.match(await run('install', '--hermes-home', home, '--port', '99999'), { code: 2, err: /--port/ });
});

t.test('S35 --standalone mints a token once, and --purge takes it away', async (t) => {
  const { home, bundle, units, run } = place(t);
  const token = join(home, '.hermes/webui/sidecar-auth/hermes-smart-router.token');
  const first = await run('install', '--standalone');
  t.match(first, { code: 0, out: /console#token=/ });
  t.match(readFileSync(token, 'utf8'), /^[\w-]{43}$/);
  t.equal(statSync(token).mode & 0o777, 0o600);
  t.equal(statSync(dirname(token)).mode & 0o777, 0o700);
  t.notMatch(first.out + first.err, readFileSync(token, 'utf8'), 'it is not shown');
  t.notOk(existsSync(bundle));
  const minted = readFileSync(token, 'utf8');
  t.match(await run('install', '--standalone'), { code: 1, err: /there is a token/ });
  t.equal(readFileSync(token, 'utf8'), minted);

  put(join(home, '.hermes/router.yaml'), 'enabled: true\n');
  t.match(await run('uninstall', '--purge', '--hermes-home', join(home, 'other')), { code: 2, err: /another home/ });
  t.match(await run('uninstall'), { code: 0 });
  t.ok(existsSync(token) && existsSync(join(home, '.hermes/router.yaml')));
  t.match(await run('uninstall', '--purge'), { code: 0 });
  t.strictSame(tree(home), {});
  t.strictSame(readdirSync(join(home, '.hermes')), []);
  t.strictSame(readdirSync(units), []);
});

t.test('uninstall stops and disables what systemd has loaded from here, and nothing else', async (t) => {
  const { home, units, run } = place(t, { PATH: `${FIXTURES}:${process.env.PATH}` });
  t.match(await run('install'), { code: 0 });
  const facts = (path: string) => `FragmentPath=${path}\nActiveState=active\nMainPID=7\n`;
  put(join(home, 'fake-systemd', SIDECAR), facts(join(units, SIDECAR)));
  const timer = 'hermes-router-price-watch.timer';
  put(join(home, 'fake-systemd', timer), facts(`/etc/systemd/user/${timer}`));
  t.match(await run('uninstall', '--dry-run'), { code: 0, out: `would stop and disable ${SIDECAR}\n` });
  const log = () => readFileSync(join(home, 'fake-systemd/log'), 'utf8');
  t.notMatch(log(), /^(stop|disable)/m);
  t.match(await run('uninstall'), { code: 0 });
  t.match(log(), new RegExp(`^disable ${SIDECAR}\nstop --no-block ${SIDECAR}\n(show.*\n)*daemon-reload \n`, 'm'));
  t.notMatch(log(), new RegExp(`^(stop|disable).*${timer}`, 'm'));
});
