import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { type HermesPaths, resolveHermesPaths } from '../../src/hermes/paths.ts';

const TOKEN = 'sidecar-auth/hermes-smart-router.token';

t.test('paths from the environment', async (t) => {
  const table: [NodeJS.ProcessEnv, Partial<HermesPaths>][] = [
    [
      { HOME: '/u' },
      {
        home: '/u/.hermes',
        root: '/u/.hermes',
        profilesDir: '/u/.hermes/profiles',
        configFile: '/u/.hermes/config.yaml',
        coreConfigFile: '/u/.hermes/config.yaml',
        pluginDir: '/u/.hermes/plugins/hermes-smart-router',
        stateDir: '/u/.hermes/hermes-smart-router/state',
        tokenFile: `/u/.hermes/webui/${TOKEN}`,
        policyFile: '/u/.hermes/router.yaml',
      },
    ],
    [
      { HOME: '/u', HERMES_HOME: '', HERMES_WEBUI_STATE_DIR: '', HERMES_EXT_SIDECAR_TOKEN_FILE: '' },
      { home: '/u/.hermes', tokenFile: `/u/.hermes/webui/${TOKEN}` },
    ],
    [
      { HOME: '/u', HERMES_HOME: '/h' },
      { root: '/h', tokenFile: `/h/webui/${TOKEN}`, coreConfigFile: '/h/config.yaml' },
    ],
    [
      { HOME: '/u', HERMES_HOME: '/h/' },
      { home: '/h', root: '/h' },
    ],
    [
      { HOME: '/u', HERMES_HOME: '/h/profiles/coder/' },
      {
        home: '/h/profiles/coder',
        root: '/h',
        stateDir: '/h/hermes-smart-router/state',
        configFile: '/h/config.yaml',
        coreConfigFile: '/h/profiles/coder/config.yaml',
        tokenFile: `/h/profiles/coder/webui/${TOKEN}`,
      },
    ],
    [
      { HOME: '/u', HERMES_HOME: '/h/profiles/alice', HERMES_PROFILE: 'bob' },
      { coreConfigFile: '/h/profiles/alice/config.yaml' },
    ],
    [{ HOME: '/u', HERMES_HOME: '/h', HERMES_PROFILE: 'alice' }, { coreConfigFile: '/h/profiles/alice/config.yaml' }],
    [{ HOME: '/u', HERMES_PROFILE: 'bob' }, { coreConfigFile: '/u/.hermes/profiles/bob/config.yaml' }],
    [{ HOME: '/u', HERMES_CORE_CONFIG_FILE: '/c.yaml', HERMES_PROFILE: 'bob' }, { coreConfigFile: '/c.yaml' }],
    [{ HOME: '/u', HERMES_HOME: '/h', HERMES_WEBUI_STATE_DIR: '/w' }, { tokenFile: `/w/${TOKEN}` }],
    [{ HOME: '/u', HERMES_WEBUI_STATE_DIR: '/w', HERMES_EXT_SIDECAR_TOKEN_FILE: '/t' }, { tokenFile: '/t' }],
    [{ HOME: '/u', HERMES_HOME: '/h/profiles' }, { root: '/h/profiles' }],
  ];
  for (const [env, expected] of table) t.match(resolveHermesPaths(env, 'linux'), expected, JSON.stringify(env));
});

t.test('Windows keeps the token elsewhere, unless something explicit is set', async (t) => {
  const token = (env: NodeJS.ProcessEnv) => resolveHermesPaths(env, 'win32').tokenFile;
  t.equal(token({ HOME: '/u', LOCALAPPDATA: '/l' }), join('/l/hermes/webui', TOKEN));
  t.equal(token({ HOME: '/u' }), join('/u/AppData/Local/hermes/webui', TOKEN));
  t.equal(token({ HOME: '/u', LOCALAPPDATA: '/l', HERMES_HOME: '/h' }), join('/h/webui', TOKEN));
  t.equal(resolveHermesPaths({ HOME: '/u', LOCALAPPDATA: '/l' }, 'linux').tokenFile, join('/u/.hermes/webui', TOKEN));
});

t.test('without HOME, or with an empty one, the home of the account', async (t) => {
  for (const env of [{}, { HOME: '' }]) {
    t.equal(resolveHermesPaths(env, 'linux').home, join(userInfo().homedir, '.hermes'));
    t.equal(resolveHermesPaths({ ...env, HERMES_HOME: '/h' }, 'linux').home, '/h');
  }
});

t.test('a user id without an account has paths all the same', async (t) => {
  const module = new URL('../../src/hermes/paths.ts', import.meta.url).href;
  // Only root can become such a user; anybody else is asked for their own paths.
  const script = `const { resolveHermesPaths } = await import('${module}');
    if (process.getuid() === 0) process.setuid(654321);
    console.log(resolveHermesPaths({}).home, resolveHermesPaths({ HERMES_HOME: '/h' }).policyFile);`;
  const args = ['--import=tsx', '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH } });
  const home = process.getuid?.() === 0 ? '/' : userInfo().homedir;
  t.equal(stdout, `${join(home, '.hermes')} /h/router.yaml\n`);
});
