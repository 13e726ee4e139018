import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { readHermesConfig } from '../../hermes/config-file.ts';
import { DEFAULT_PROFILE } from '../../hermes/profiles.ts';
import { SIDECAR_UNIT, userUnitFolder } from '../../hermes/service-units.ts';
import { childEnvironment } from '../../jobs/child/environment.ts';
import { watchdogSettings } from '../../jobs/watchdog/settings.ts';
import { accountName } from '../../system/account.ts';
import { findProgram, isExecutableFile } from '../../system/find-program.ts';
import { locateHermes } from '../../system/hermes-binary.ts';
import { probeHermes } from '../../system/probe-hermes.ts';
import { readLinger, readUnit, type UnitFacts } from '../../system/service-manager.ts';
import { commandWords } from '../../system/unit-words.ts';
import { type Finding, failure, fine, warning } from './check.ts';
import type { DoctorParts } from './parts.ts';

const INSTALL = 'hermes-router install';
/** Folders of tools that keep several versions of Node, and remove the old one when they upgrade. */
const VERSION_MANAGERS = /\/(\.nvm|\.fnm|fnm_multishells|\.volta|\.asdf|mise|\.nodenv|n\/versions)\//;
/** What the daemon needs to stop beside the grace of its jobs. Seconds. */
const STOP_SECONDS = 5;

/** The `hermes` that jobs run, and how it tells how a turn ended. */
export async function checkHermes({ env, paths }: DoctorParts): Promise<Finding> {
  const seen = serviceEnvironment(env);
  const path = locateHermes(seen);
  if (!isAbsolute(path) || !isExecutableFile(path))
    return failure(
      `no \`hermes\` ${isAbsolute(path) ? `at ${path}` : 'in PATH'}: decisions work, jobs do not`,
      `Install Hermes Agent, or set HERMES_ROUTER_HERMES_BIN; then ${INSTALL}`,
    );
  const { binary, problem } = await probeHermes(
    path,
    childEnvironment(seen, { jobId: '', profile: DEFAULT_PROFILE, hermesRoot: paths.root }),
  );
  if (problem !== null) return failure(problem, `Run ${path} chat --help and mend what it says`);
  const { streamJson, queryFile } = binary.contract;
  if (!streamJson)
    return warning(
      `${path} is an older one: it may end with exit code 0 after a failure, which is then told by its last lines`,
      'hermes update',
    );
  const limit = queryFile ? '' : '; it has no --query-file, so prompts above 100 kB are refused';
  return fine(`${path} says how a turn ended${limit}`);
}

/** The service: installed, loaded, enabled, running. */
export async function checkUnit(parts: DoctorParts): Promise<Finding> {
  const { env, daemon } = parts;
  const unit = readUnitFile(env);
  if (unit === null) {
    if (findProgram('systemctl', env) === null) return fine('there is no systemd here: start the daemon your own way');
    return warning('not installed as a service: it will not start by itself', INSTALL);
  }
  const { answer, problem } = await readUnit(env, SIDECAR_UNIT);
  if (answer === null)
    return warning(
      `systemd cannot be asked: ${problem}`,
      'Ask from a login session of this user: hermes-router doctor',
    );
  return unitFileProblem(unit, parts) ?? unitStateFinding(answer, daemon.owner === 'us');
}

/** Whether the service outlives a logout. */
export async function checkLinger({ env }: DoctorParts): Promise<Finding> {
  if (readUnitFile(env) === null) return fine('not needed: not installed as a service');
  const user = accountName();
  const { answer, problem } = await readLinger(env, user);
  if (answer === null) return warning(`not known: ${problem}`, `loginctl show-user ${user} --property=Linger`);
  if (answer) return fine('the service goes on after logout and starts at boot');
  return warning('the service ends at logout and does not start at boot', `loginctl enable-linger ${user}`);
}

/** Whether what the service starts is still there. */
export function checkNode({ env }: DoctorParts): Finding {
  const unit = readUnitFile(env);
  const command = /^ExecStart=:?(.*)$/m.exec(unit ?? '')?.[1];
  const [node = process.execPath, ...rest] = command === undefined ? [] : commandWords(command);
  const main = rest.find((word) => !word.startsWith('-'));
  if (!isExecutableFile(node)) return failure(`the service starts ${node}, which is not there`, INSTALL);
  if (main !== undefined && !existsSync(main))
    return failure(`the service starts ${main}, which is not there`, INSTALL);
  if (VERSION_MANAGERS.test(node))
    return warning(
      `${node} belongs to a version manager and goes with its version`,
      `After each change of Node: ${INSTALL}`,
    );
  return fine(unit === null ? `this is Node ${process.versions.node} at ${node}` : `the service starts ${node}`);
}

function unitFileProblem(unit: string, { paths, env }: DoctorParts): Finding | null {
  const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1] ?? Number.NaN);
  const { grace } = watchdogSettings({ config: readHermesConfig(paths.configFile), env });
  if (stop < grace + STOP_SECONDS)
    return warning(`systemd kills the daemon after ${stop} s, and its jobs may take ${grace} s to end`, INSTALL);
  return null;
}

function unitStateFinding(unit: UnitFacts, answers: boolean): Finding {
  const { ActiveState: state, UnitFileState, NeedDaemonReload, Result, FragmentPath } = unit;
  if (state === 'failed')
    return failure(
      `${SIDECAR_UNIT} failed (${Result})`,
      `journalctl --user -u ${SIDECAR_UNIT} -n 50, then systemctl --user reset-failed ${SIDECAR_UNIT} && systemctl --user start ${SIDECAR_UNIT}`,
    );
  if (FragmentPath === '' || NeedDaemonReload === 'yes')
    return warning('systemd has not read the unit file as it is now', 'systemctl --user daemon-reload');
  if (state !== 'active') {
    const message = answers
      ? `the daemon that answers is not the service, which is ${state}`
      : `${SIDECAR_UNIT} is ${state}`;
    return warning(message, `systemctl --user start ${SIDECAR_UNIT}`);
  }
  if (UnitFileState !== 'enabled')
    return warning(`${SIDECAR_UNIT} runs, but does not start by itself`, `systemctl --user enable ${SIDECAR_UNIT}`);
  return fine(`${SIDECAR_UNIT} is enabled and ${state}`);
}

/** The environment that jobs of the service are started from: the unit names `hermes` and PATH, where it is installed. */
function serviceEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const lines = [...(readUnitFile(env) ?? '').matchAll(/^Environment=(.*)$/gm)].map(([, value = '']) => value);
  const set = lines.flatMap(commandWords).flatMap((word) => {
    const [, name = '', value = ''] = /^(PATH|HERMES_ROUTER_HERMES_BIN)=(.*)$/s.exec(word) ?? [];
    return name === '' ? [] : [[name, value] as const];
  });
  return { ...env, ...Object.fromEntries(set) };
}

/** The installed unit file; `null` where there is none. */
function readUnitFile(env: NodeJS.ProcessEnv): string | null {
  try {
    return readFileSync(join(userUnitFolder(env), SIDECAR_UNIT), 'utf8');
  } catch {
    return null;
  }
}
