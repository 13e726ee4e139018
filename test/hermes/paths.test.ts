import { join } from 'node:path';
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
