import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { resolveHermesPaths } from '../../src/hermes/paths.ts';
import { resolvePolicyPath } from '../../src/policy/path.ts';
import { EXAMPLE_FILE, seedPolicy } from '../../src/policy/seed.ts';

function home(folder: string) {
  const env = { HOME: folder, HERMES_HOME: join(folder, 'h') };
  const paths = resolveHermesPaths(env);
  return { env, paths, rooted: paths.policyFile, plugin: join(paths.pluginDir, 'router.yaml') };
}

t.test('S3 the order of places', async (t) => {
  const { env, paths, rooted, plugin } = home(t.testdir({}));
  const place = (more: NodeJS.ProcessEnv = {}, config: string | null = null) =>
    resolvePolicyPath({ ...env, ...more }, paths, config);
  t.same(place(), { path: rooted, source: 'unseeded' });
  mkdirSync(paths.pluginDir, { recursive: true });
  writeFileSync(plugin, '');
  t.same(place(), { path: plugin, source: 'plugin' });
  writeFileSync(rooted, '');
  t.same(place(), { path: rooted, source: 'root' }, 'the root beats the plugin');
  t.same(
    place({ HERMES_ROUTER_CONFIG_FILE: '/x/y.yaml' }),
    { path: '/x/y.yaml', source: 'explicit' },
    'without existing',
  );
  t.same(place({ HERMES_ROUTER_CONFIG_FILE: '/x/y.yaml' }, '/z.yaml'), { path: '/z.yaml', source: 'explicit' });
  t.same(place({ HERMES_ROUTER_CONFIG_FILE: '' }, ''), { path: rooted, source: 'root' }, 'empty is unset');
  rmSync(rooted);
  symlinkSync('/nowhere/at/all', rooted);
  t.same(place(), { path: rooted, source: 'root' }, 'a broken link is reported, not passed over');
});

t.test('a profile-scoped home shares the policy of the root', async (t) => {
  const env = { HOME: '/u', HERMES_HOME: '/h/profiles/coder' };
  t.equal(resolvePolicyPath(env, resolveHermesPaths(env)).path, '/h/router.yaml');
});

t.test('seeding writes the example once, privately', async (t) => {
  const { env, paths, rooted } = home(t.testdir({}));
  t.same(await seedPolicy(resolvePolicyPath(env, paths)), { seeded: true });
  t.same(readFileSync(rooted), readFileSync(EXAMPLE_FILE));
  t.equal(statSync(rooted).mode & 0o777, 0o600);
  writeFileSync(rooted, 'mine');
  t.match(await seedPolicy(resolvePolicyPath(env, paths)), { seeded: false });
  t.match(
    await seedPolicy({ path: rooted, source: 'unseeded' }),
    { seeded: false, reason: /EEXIST/ },
    'somebody was faster',
  );
  t.equal(readFileSync(rooted, 'utf8'), 'mine');
});

t.test('seeding is for nobody\u2019s path, not for named ones, and not for the package', async (t) => {
  const path = join(t.testdir({}), 'router.yaml');
  t.match(await seedPolicy({ path, source: 'explicit' }), { seeded: false });
  t.notOk(existsSync(path));
  const inside = fileURLToPath(new URL('../../src/policy/router.yaml', import.meta.url));
  t.match(await seedPolicy({ path: inside, source: 'unseeded' }), { seeded: false, reason: /inside the package/ });
  t.notOk(existsSync(inside));
});

t.test('a place that cannot be written is a reason, not a crash', async (t) => {
  const folder = t.testdir({ file: 'x' });
  chmodSync(join(folder, 'file'), 0o600);
  t.match(await seedPolicy({ path: join(folder, 'file', 'router.yaml'), source: 'unseeded' }), {
    seeded: false,
    reason: /could not write/,
  });
});
