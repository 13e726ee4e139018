import { userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** Our id as a WebUI extension; it names the token file, the state folder and the plugin folder. */
export const EXTENSION_ID = 'hermes-smart-router';

/** Where Hermes and this router keep things. All paths are absolute; nothing is checked for existence. */
export interface HermesPaths {
  /** `HERMES_HOME` as given, else `~/.hermes`. May be one profile's own folder. */
  readonly home: string;
  /** `home` without a trailing `profiles/<name>`: what all profiles share. */
  readonly root: string;
  /** `<root>/profiles`. */
  readonly profilesDir: string;
  /** `<root>/config.yaml`: the agent's models, our trust grants, keys and watchdog settings. */
  readonly configFile: string;
  /** The config.yaml of the profile in effect, which context compaction settings belong to. */
  readonly coreConfigFile: string;
  /** `<root>/plugins/hermes-smart-router`: where the Python plugin lives, with a policy of its own maybe. */
  readonly pluginDir: string;
  /** `<root>/hermes-smart-router/state`: journals and breaker state, shared by all profiles. */
  readonly stateDir: string;
  /** The token the WebUI minted for us. First rung that is set wins, even when no file is there. */
  readonly tokenFile: string;
  /** `<root>/router.yaml`: where the policy lives unless something explicit says otherwise. */
  readonly policyFile: string;
}

/** Derives every path from the environment. An empty variable counts as unset everywhere. */
export function resolveHermesPaths(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): HermesPaths {
  const userHome = setting(env, 'HOME') ?? accountHome();
  const home = resolve(setting(env, 'HERMES_HOME') ?? join(userHome, '.hermes'));
  const root = isProfileHome(home) ? dirname(dirname(home)) : home;
  return {
    home,
    root,
    profilesDir: join(root, 'profiles'),
    configFile: join(root, 'config.yaml'),
    coreConfigFile: resolve(coreConfigFile(env, home)),
    pluginDir: join(root, 'plugins', EXTENSION_ID),
    stateDir: join(root, EXTENSION_ID, 'state'),
    tokenFile: resolve(tokenFile(env, userHome, platform)),
    policyFile: join(root, 'router.yaml'),
  };
}

/** A variable's value, or undefined when it is unset or empty. */
export function setting(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value === '' ? undefined : value;
}

/**
 * The home of the account this process runs as. A container may run as a user id without an account: `/` is its home then, as it is
 * for a daemon that was never given one.
 */
function accountHome(): string {
  try {
    return userInfo().homedir || '/';
  } catch {
    return '/';
  }
}

function isProfileHome(home: string): boolean {
  return basename(dirname(home)) === 'profiles';
}

function coreConfigFile(env: NodeJS.ProcessEnv, home: string): string {
  const explicit = setting(env, 'HERMES_CORE_CONFIG_FILE');
  if (explicit !== undefined) return explicit;
  const profile = setting(env, 'HERMES_PROFILE');
  if (profile === undefined || isProfileHome(home)) return join(home, 'config.yaml');
  return join(home, 'profiles', profile, 'config.yaml');
}

/** The ladder of the host's own documentation. The third rung takes `HERMES_HOME` as given, not the peeled root. */
function tokenFile(env: NodeJS.ProcessEnv, userHome: string, platform: NodeJS.Platform): string {
  const explicit = setting(env, 'HERMES_EXT_SIDECAR_TOKEN_FILE');
  if (explicit !== undefined) return explicit;
  return join(webuiStateDir(env, userHome, platform), 'sidecar-auth', `${EXTENSION_ID}.token`);
}

function webuiStateDir(env: NodeJS.ProcessEnv, userHome: string, platform: NodeJS.Platform): string {
  const stateDir = setting(env, 'HERMES_WEBUI_STATE_DIR');
  if (stateDir !== undefined) return stateDir;
  const hermesHome = setting(env, 'HERMES_HOME');
  if (hermesHome !== undefined) return join(hermesHome, 'webui');
  if (platform !== 'win32') return join(userHome, '.hermes', 'webui');
  const localAppData = setting(env, 'LOCALAPPDATA') ?? join(userHome, 'AppData', 'Local');
  return join(localAppData, 'hermes', 'webui');
}
