import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { SIDECAR_UNIT, userUnitFolder } from '../../src/hermes/service-units.ts';
import type { DoctorParts } from '../../src/service/doctor/parts.ts';
import { doctorParts, runDoctor } from '../../src/service/doctor.ts';
import { type ContextOptions, openContext } from './context.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const LIMIT_MS = 60_000;
const UNIT = `[Service]\nExecStart=:"${process.execPath}" --flag=2 "${fileURLToPath(import.meta.url)}" serve\nTimeoutStopSec=45\n`;
const LOADED = {
  FragmentPath: 'x',
  ActiveState: 'active',
  UnitFileState: 'enabled',
  MainPID: '7',
  NeedDaemonReload: 'no',
};

/** A home in which everything is as it should be, but for what a test changes. */
function soundHome(t: Test, options: ContextOptions = {}): DoctorParts {
  const context = openContext(t, {
    ...options,
    env: { PATH: `${FIXTURES}:${process.env.PATH}`, ...options.env },
  });
  const parts = doctorParts(context, { port: 8791, refusesForeignHost: true });
  put(parts.paths.tokenFile, 'a-token-of-the-right-form-0123456789');
  chmodSync(parts.paths.tokenFile, 0o600);
  for (const profile of ['coder', 'reviewer', 'researcher', 'writer'])
    mkdirSync(join(parts.paths.profilesDir, profile), { recursive: true });
  put(join(userUnitFolder(parts.env), SIDECAR_UNIT), UNIT);
  putUnit(parts, {});
  put(join(parts.env.HOME ?? '', 'fake-linger'), 'yes');
  return { ...parts, profiles: context.profiles.read(), daemon: { ...parts.daemon, startedAt: new Date() } };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function putUnit(parts: DoctorParts, facts: object): void {
  const lines = Object.entries({ ...LOADED, ...facts }).map(([name, value]) => `${name}=${value}\n`);
  put(join(parts.env.HOME ?? '', 'fake-systemd', SIDECAR_UNIT), lines.join(''));
}

async function finding(parts: DoctorParts, id: string) {
  const { checks } = await runDoctor(parts, LIMIT_MS);
  const { status, message, cure } = checks.find((check) => check.id === id) ?? {};
  return { status, said: `${message} -> ${cure}` };
}

t.test('a sound home', async (t) => {
  const { ok, checks } = await runDoctor(soundHome(t), LIMIT_MS);
  t.strictSame(
    checks.filter(({ status, id }) => status !== 'ok' && id !== 'classifier'),
    [],
  );
  t.ok(ok);
  for (const { status, cure, id } of checks)
    t.equal(cure === null, status === 'ok', `${id}: one cure where one is needed`);
});

t.test('what is said of each thing that is wrong', async (t) => {
  type Row = readonly [
    id: string,
    status: string,
    said: RegExp,
    damage: (parts: DoctorParts) => DoctorParts | undefined,
  ];
  const daemon = (change: Partial<DoctorParts['daemon']>) => (parts: DoctorParts) => ({
    ...parts,
    daemon: { ...parts.daemon, ...change },
  });
  const unit = (facts: object) => (parts: DoctorParts) => void putUnit(parts, facts);
  const unitFile = (text: string) => (parts: DoctorParts) =>
    void put(join(userUnitFolder(parts.env), SIDECAR_UNIT), text);
  const token = (text: string) => (parts: DoctorParts) => void put(parts.paths.tokenFile, text);
  const log = { path: '/log', state: 'ok', dropped: 0, last_error: null } as const;
  const table: readonly Row[] = [
    ['token', 'fail', /no token at .*Approve the sidecar/, token(' ')],
    ['token', 'fail', /not of the form/, token('too+short')],
    ['token', 'warn', /other users.*chmod 600/, ({ paths }) => void chmodSync(paths.tokenFile, 0o644)],
    ['port', 'fail', /nothing listens on 127\.0\.0\.1:8791 -> systemctl --user start/, daemon({ owner: 'nobody' })],
    [
      'port',
      'fail',
      /belongs to another program \(pid 9, nc\)/,
      daemon({ owner: 'other', ownerText: 'another program (pid 9, nc)' }),
    ],
    ['port', 'fail', /on port 8791: no -> do it/, daemon({ problem: { message: 'no', cure: 'do it' } })],
    ['host_rule', 'fail', /another host are answered/, daemon({ refusesForeignHost: false })],
    ['host_rule', 'warn', /not known/, daemon({ refusesForeignHost: null })],
    [
      'log',
      'fail',
      /not recorded in \/log: ENOSPC/,
      daemon({ log: { ...log, state: 'degraded', last_error: 'ENOSPC' } }),
    ],
    ['log', 'warn', /3 decisions since the start/, daemon({ log: { ...log, dropped: 3 } })],
    [
      'code_age',
      'warn',
      /changed at .*after the daemon started -> systemctl --user restart/,
      daemon({ startedAt: new Date(0) }),
    ],
    ['profiles', 'warn', /profile 'coder' does not exist/, (parts) => ({ ...parts, profiles: ['default'] })],
    ['plugin', 'warn', /Python plugin/, ({ paths }) => void put(join(paths.pluginDir, 'plugin.yaml'), '')],
    [
      'unit',
      'fail',
      /failed \(start-limit-hit\) -> .*reset-failed/,
      unit({ ActiveState: 'failed', Result: 'start-limit-hit' }),
    ],
    ['unit', 'warn', /daemon-reload/, unit({ NeedDaemonReload: 'yes' })],
    ['unit', 'warn', /daemon-reload/, unit({ FragmentPath: '', ActiveState: 'inactive' })],
    ['unit', 'warn', /the daemon that answers is not the service/, unit({ ActiveState: 'inactive' })],
    ['unit', 'warn', /does not start by itself -> .*enable/, unit({ UnitFileState: 'disabled' })],
    ['unit', 'warn', /kills the daemon after 12 s/, unitFile(UNIT.replace('=45', '=12'))],
    [
      'linger',
      'warn',
      /ends at logout.*-> loginctl enable-linger/,
      ({ env }) => void put(join(env.HOME ?? '', 'fake-linger'), 'no'),
    ],
    [
      'node',
      'fail',
      /\/gone\/node, which is not there -> hermes-router install/,
      unitFile(UNIT.replace(process.execPath, '/gone/node')),
    ],
    [
      'node',
      'fail',
      /starts \/gone\/main\.js, which is not there/,
      unitFile(UNIT.replace(fileURLToPath(import.meta.url), '/gone/main.js')),
    ],
    [
      'hermes',
      'fail',
      /decisions work, jobs do not/,
      (parts) => ({ ...parts, env: { ...parts.env, HERMES_ROUTER_HERMES_BIN: '/gone/hermes' } }),
    ],
    [
      'hermes',
      'fail',
      /no `hermes` at \/gone 1\/hermes/,
      unitFile(`${UNIT}Environment="HERMES_ROUTER_HERMES_BIN=/gone 1/hermes"\n`),
    ],
    [
      'hermes',
      'warn',
      /an older one.*-> hermes update/,
      (parts) => ({ ...parts, env: { ...parts.env, HERMES_ROUTER_HERMES_BIN: join(FIXTURES, 'hermes-old') } }),
    ],
    [
      'classifier',
      'fail',
      /refuses.*-> .*allow_provider_override: true; b: 2/,
      (parts) => ({
        ...parts,
        classifier: { state: 'refused', reason: 'no', fix: 'allow_provider_override: true\nb: 2', last_50: {} },
      }),
    ],
    [
      'classifier',
      'warn',
      /fail_safe stands in/,
      (parts) => ({ ...parts, classifier: { state: 'unavailable', reason: 'no key', fix: 'KEY=<key>', last_50: {} } }),
    ],
  ];
  for (const [id, status, said, damage] of table)
    await t.test(`${id}: ${said.source}`, async (t) => {
      const parts = soundHome(t);
      t.match(await finding(damage(parts) ?? parts, id), { status, said });
    });
});

t.test('the policy', async (t) => {
  const table: [policy: unknown, status: string, said: RegExp][] = [
    [null, 'fail', /no policy at .*example/],
    ['a: [', 'fail', /line 1/],
    [{ enabled: true }, 'fail', /has \d+ errors, the first: /],
  ];
  for (const [policy, status, said] of table)
    await t.test(String(said), async (t) =>
      t.match(await finding(soundHome(t, { policy }), 'policy'), { status, said }),
    );
});

t.test('a check that hangs is said to be unknown', async (t) => {
  const parts = soundHome(t, { env: { HERMES_ROUTER_HERMES_BIN: join(FIXTURES, 'hermes') } });
  const slow = join(parts.paths.root, 'slow');
  put(join(slow, 'systemctl'), '#!/bin/sh\nexec sleep 5\n');
  chmodSync(join(slow, 'systemctl'), 0o755);
  const { checks } = await runDoctor({ ...parts, env: { ...parts.env, PATH: `${slow}:/usr/bin:/bin` } }, 300);
  t.match(
    checks.find(({ id }) => id === 'unit'),
    { status: 'warn', message: /took longer than 0\.3 s/ },
  );
});
