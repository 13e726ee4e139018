import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_PORT, parsePort } from '../../client/port.ts';
import { type HermesPaths, resolveHermesPaths, setting } from '../../hermes/paths.ts';
import { userUnitFolder } from '../../hermes/service-units.ts';
import { EXIT_USAGE } from '../daemon-flags.ts';
import { CommandError } from '../failure.ts';

/** Flags of `install` and `uninstall` as they were typed. */
export interface InstallFlags {
  readonly config?: string;
  readonly dryRun?: boolean;
  readonly standalone?: boolean;
  readonly purge?: boolean;
  readonly port?: string;
  readonly extensionRoot?: string;
  readonly systemdDir?: string;
  readonly hermesHome?: string;
  readonly webuiStateDir?: string;
  readonly allowProfileHermesHome?: boolean;
}

/** Where everything goes. All paths are absolute. */
export interface InstallOptions {
  readonly port: number;
  /** Policy that the service is told to use; `null` for the usual places. */
  readonly config: string | null;
  /** Folder of the unit files. */
  readonly systemdDir: string;
  /** Folder of Hermes One's extensions. */
  readonly extensionRoot: string;
  readonly hermesHome: string;
  readonly webuiStateDir: string;
  /** What the service will find in that home. */
  readonly paths: HermesPaths;
}

/** @throws CommandError exit 2 for a wrong flag, and for the home of one profile that was only inherited. */
export function readInstallOptions(flags: InstallFlags, env: NodeJS.ProcessEnv): InstallOptions {
  const userHome = setting(env, 'HOME') ?? homedir();
  const systemdDir = resolve(flags.systemdDir ?? userUnitFolder(env));
  const hermesHome = resolve(flags.hermesHome ?? setting(env, 'HERMES_HOME') ?? join(userHome, '.hermes'));
  const webuiStateDir = resolve(
    flags.webuiStateDir ?? setting(env, 'HERMES_WEBUI_STATE_DIR') ?? join(hermesHome, 'webui'),
  );
  if (flags.allowProfileHermesHome !== true && /\/\.config\/systemd\/user$/.test(systemdDir)) {
    if (flags.hermesHome === undefined) refuseProfile('HERMES_HOME', env, '--hermes-home');
    if (flags.webuiStateDir === undefined) refuseProfile('HERMES_WEBUI_STATE_DIR', env, '--webui-state-dir');
  }
  return {
    port: portOf(flags.port),
    config: flags.config === undefined || flags.config === '' ? null : resolve(flags.config),
    systemdDir,
    extensionRoot: resolve(
      flags.extensionRoot ?? setting(env, 'HERMES_WEBUI_EXTENSION_DIR') ?? join(userHome, 'hermes-one-extensions'),
    ),
    hermesHome,
    webuiStateDir,
    paths: resolveHermesPaths({ HOME: userHome, HERMES_HOME: hermesHome, HERMES_WEBUI_STATE_DIR: webuiStateDir }),
  };
}

/** A shell inside an agent's profile has its home in the environment; a service for all profiles must not get it by accident. */
function refuseProfile(name: string, env: NodeJS.ProcessEnv, flag: string): void {
  const value = setting(env, name);
  if (value === undefined || !/\/profiles\/[^/]+(\/|$)/.test(resolve(value))) return;
  throw new CommandError(
    `${name}=${value} belongs to one profile, and the service is for all of them. Give ${flag} with the folder that holds \`profiles\`, or insist with --allow-profile-hermes-home.`,
    EXIT_USAGE,
  );
}

function portOf(text: string | undefined): number {
  const port = text === undefined ? DEFAULT_PORT : parsePort(text);
  if (port !== null) return port;
  throw new CommandError(`--port ${JSON.stringify(text)}: give a whole number from 1 to 65535`, EXIT_USAGE);
}
