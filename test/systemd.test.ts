import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { readInstallOptions } from '../src/commands/install/options.ts';
import { renderUnits } from '../src/commands/install/units.ts';
import { UNIT_NAMES } from '../src/hermes/service-units.ts';
import { commandWords } from '../src/system/unit-words.ts';

const ANALYZE = '/usr/bin/systemd-analyze';
const TEMPLATES = fileURLToPath(new URL('../systemd', import.meta.url));

function rendered(folder: string, name = 'home') {
  const env = { PATH: process.env.PATH, HOME: join(folder, name) };
  return renderUnits(readInstallOptions({ config: join(folder, 'a policy.yaml') }, env), env);
}

/** What the bin's first line, which the build keeps, gives to Node. */
function nodeFlags(): string[] {
  const [first = ''] = readFileSync(new URL('../src/main.ts', import.meta.url), 'utf8').split('\n');
  return first.replace('#!/usr/bin/env -S node ', '').split(' ');
}

/** The value of a key in a section; every one where it stands several times. */
function values(unit: string, section: string, key: string): string[] {
  const [, rest = ''] = unit.split(`\n[${section}]\n`);
  const [body = ''] = rest.split(/^\[/m);
  return [...body.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

t.test('every template is installed or is the drop-in', async (t) => {
  t.strictSame(readdirSync(TEMPLATES).sort(), [...UNIT_NAMES, 'hardening.conf'].sort());
});

t.test('O-01, O-02, O-05 what the unit says', async (t) => {
  const unit = rendered(t.testdir())['hermes-router-sidecar.service'];
  const table: [section: string, key: string, value: string][] = [
    ['Install', 'WantedBy', 'default.target'],
    ['Service', 'Restart', 'always'],
    ['Service', 'RestartSec', '2'],
    ['Service', 'RestartPreventExitStatus', '2'],
    ['Service', 'KillMode', 'mixed'],
    ['Service', 'OOMPolicy', 'continue'],
    ['Service', 'UMask', '0077'],
    ['Service', 'NotifyAccess', 'all'],
    ['Unit', 'StartLimitIntervalSec', '300'],
    ['Unit', 'StartLimitBurst', '40'],
  ];
  for (const [section, key, value] of table) t.strictSame(values(unit, section, key), [value], key);
  t.notMatch(unit, /network-online|Private|Protect|NoNewPrivileges/);
  t.notMatch(unit, /token/i);
  const [command = ''] = values(unit, 'Service', 'ExecStart');
  t.match(commandWords(command.slice(1)), [
    process.execPath,
    ...nodeFlags(),
    /\/dist\/app\/main\.js$/,
    'serve',
    '--port',
    '8791',
    '--config',
    /a policy\.yaml$/,
  ]);
});

t.test('the service runs under the flags of the program\u2019s first line', async (t) => {
  t.ok(nodeFlags().length > 0);
  const [command = ''] = values(rendered(t.testdir())['hermes-router-sidecar.service'], 'Service', 'ExecStart');
  const words = commandWords(command.slice(1));
  t.strictSame(
    words.slice(
      1,
      words.findIndex((word) => word.endsWith('/main.js')),
    ),
    nodeFlags(),
  );
});

t.test('the service starts what the package calls hermes-router', async (t) => {
  const { bin } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const [command = ''] = values(rendered(t.testdir())['hermes-router-price-watch.service'], 'Service', 'ExecStart');
  t.equal(commandWords(command.slice(1))[1], fileURLToPath(new URL(`../${bin['hermes-router']}`, import.meta.url)));
});

t.test('O-05 systemd waits longer than the jobs of this home may take to end', async (t) => {
  const home = t.testdir({
    home: {
      '.hermes': { 'config.yaml': 'plugins: {entries: {hermes-smart-router: {watchdog: {kill_grace_seconds: 90}}}}' },
    },
  });
  t.strictSame(values(rendered(home)['hermes-router-sidecar.service'], 'Service', 'TimeoutStopSec'), ['110']);
  t.strictSame(values(rendered(home, 'other')['hermes-router-sidecar.service'], 'Service', 'TimeoutStopSec'), ['45']);
});

t.test(
  'systemd finds nothing wrong with the rendered units',
  { skip: !existsSync(ANALYZE) && 'no systemd-analyze here' },
  async (t) => {
    const folder = t.testdir({ 'hermes-router-sidecar.service.d': {} });
    const units = rendered(folder, 'a "home" with 100% \\ $HOME é');
    for (const name of UNIT_NAMES) writeFileSync(join(folder, name), units[name]);
    const dropIn = readFileSync(join(TEMPLATES, 'hardening.conf'));
    writeFileSync(join(folder, 'hermes-router-sidecar.service.d/hardening.conf'), dropIn);
    // verify looks whether the first word can be run; anything it says about these files is a fault of theirs.
    const { stderr } = verify(folder);
    t.strictSame(
      stderr.split('\n').filter((line) => /hermes-router|^Failed/.test(line)),
      [],
    );
  },
);

function verify(folder: string): { stderr: string } {
  const files = UNIT_NAMES.map((name) => join(folder, name));
  try {
    const stderr = execFileSync('/bin/sh', ['-c', 'exec "$0" --user --man=no verify "$@" 2>&1', ANALYZE, ...files], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder },
    });
    return { stderr };
  } catch (error) {
    return { stderr: error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error) };
  }
}
