import { readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { readHermesConfig } from '../../hermes/config-file.ts';
import { setting } from '../../hermes/paths.ts';
import type { UnitName } from '../../hermes/service-units.ts';
import { watchdogSettings } from '../../jobs/watchdog/settings.ts';
import { PACKAGE_FOLDER } from '../../lib/package-folder.ts';
import { findProgram } from '../../system/find-program.ts';
import { locateHermes } from '../../system/hermes-binary.ts';
import type { InstallOptions } from './options.ts';
import { renderUnit, type UnitValues, unitWord } from './unit-text.ts';

/** The first line of every unit file of ours, up to where it may differ. */
export const UNIT_MARK = '# Rendered by `hermes-router install`';

/** The shortest time systemd waits for the daemon to stop. Seconds: the default grace of jobs (10) with room for a slow disk. */
const LEAST_STOP_SECONDS = 45;
/** What the daemon needs beside the grace of its jobs. Seconds. */
const STOP_MARGIN_SECONDS = 20;
/** Where a system keeps its programs, in case the PATH of the shell does not say. */
const SYSTEM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin'];

/** Renders the unit files for this machine, by name. */
export function renderUnits(options: InstallOptions, env: NodeJS.ProcessEnv): Readonly<Record<UnitName, string>> {
  const hermes = locateHermes(env);
  const common: UnitValues = {
    NODE: unitWord(process.execPath),
    MAIN: unitWord(join(PACKAGE_FOLDER, 'dist', 'app', 'main.js')),
    HERMES_HOME: unitWord(`HERMES_HOME=${options.hermesHome}`),
    WEBUI_STATE_DIR: unitWord(`HERMES_WEBUI_STATE_DIR=${options.webuiStateDir}`),
    PATH: unitWord(`PATH=${servicePath(hermes, env)}`),
  };
  const config = options.config === null ? '' : ` --config ${unitWord(options.config)}`;
  const port = String(options.port);
  const sidecar: UnitValues = {
    ...common,
    PORT: port,
    CONFIG: config,
    TYPE: findProgram('systemd-notify', env) === null ? 'exec' : 'notify',
    HERMES_BIN: isAbsolute(hermes)
      ? `Environment=${unitWord(`HERMES_ROUTER_HERMES_BIN=${hermes}`)}`
      : '# No `hermes` was in PATH: install again once it is there.',
    STOP_SECONDS: String(stopSeconds(options)),
  };
  return {
    'hermes-router-sidecar.service': render('hermes-router-sidecar.service', sidecar),
    'hermes-router-sidecar-stale-check.service': render('hermes-router-sidecar-stale-check.service', {
      ...common,
      PORT: port,
    }),
    'hermes-router-sidecar-stale-check.timer': render('hermes-router-sidecar-stale-check.timer', {}),
    'hermes-router-price-watch.service': render('hermes-router-price-watch.service', { ...common, CONFIG: config }),
    'hermes-router-price-watch.timer': render('hermes-router-price-watch.timer', {}),
  };
}

/** The hardened drop-in, as it is shipped. */
export function hardeningText(): string {
  return readFileSync(join(PACKAGE_FOLDER, 'systemd', 'hardening.conf'), 'utf8');
}

function render(name: UnitName, values: UnitValues): string {
  return renderUnit(readFileSync(join(PACKAGE_FOLDER, 'systemd', name), 'utf8'), values);
}

function stopSeconds({ paths }: InstallOptions): number {
  // The environment of this shell is not the service's.
  const { grace } = watchdogSettings({ config: readHermesConfig(paths.configFile), env: {} });
  return Math.max(LEAST_STOP_SECONDS, Math.ceil(grace) + STOP_MARGIN_SECONDS);
}

/** A PATH for the service: where `hermes` and this node are, then what the shell has. */
function servicePath(hermes: string, env: NodeJS.ProcessEnv): string {
  const shell = (setting(env, 'PATH') ?? '').split(delimiter);
  const folders = [
    ...(isAbsolute(hermes) ? [dirname(hermes)] : []),
    dirname(process.execPath),
    // What `npx` and `npm run` put there for the moment belongs to this command alone.
    ...shell.filter((folder) => !folder.includes('/node_modules/')),
    ...SYSTEM_FOLDERS,
  ];
  return [...new Set(folders)]
    .filter((folder) => isAbsolute(folder) && !/\p{Cc}/u.test(folder) && isFolder(folder))
    .join(delimiter);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
