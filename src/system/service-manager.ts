import { existsSync } from 'node:fs';
import { setting } from '../hermes/paths.ts';
import { findProgram } from './find-program.ts';
import { programProblem } from './notify-ready.ts';
import { type ProgramAnswer, runProgram } from './run-program.ts';

/** What a manager said, or why it said nothing. */
export type Asked<T> =
  | { readonly answer: T; readonly problem: null }
  | { readonly answer: null; readonly problem: string };

/** What a user's systemd knows of a unit; every property is a text, empty where it has none. */
export interface UnitFacts {
  /** Where the loaded unit file is; empty for a unit that is not loaded. */
  readonly FragmentPath: string;
  readonly ActiveState: string;
  readonly SubState: string;
  /** `enabled`, `disabled`, ... */
  readonly UnitFileState: string;
  /** `0` while none runs. */
  readonly MainPID: string;
  /** `yes` where the file changed since it was loaded. */
  readonly NeedDaemonReload: string;
  /** `success`, or why it failed: `start-limit-hit`, `exit-code`, ... */
  readonly Result: string;
}

const PROPERTIES = [
  'FragmentPath',
  'ActiveState',
  'SubState',
  'UnitFileState',
  'MainPID',
  'NeedDaemonReload',
  'Result',
] as const satisfies readonly (keyof UnitFacts)[];

/** Asks the user's systemd for one thing (10 s at most). Never rejects. */
export async function systemctl(env: NodeJS.ProcessEnv, ...argv: string[]): Promise<Asked<string>> {
  return ask('systemctl', ['--user', ...argv], env);
}

/** What the user's systemd knows of a unit. A unit it does not know has an empty `FragmentPath`. Never rejects. */
export async function readUnit(env: NodeJS.ProcessEnv, unit: string): Promise<Asked<UnitFacts>> {
  const asked = await systemctl(env, 'show', unit, `--property=${PROPERTIES.join(',')}`);
  if (asked.answer === null) return asked;
  const shown = new Map(
    asked.answer.split('\n').map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^\w+=/, '')]),
  );
  const text = (name: keyof UnitFacts): string => shown.get(name) ?? '';
  return {
    problem: null,
    answer: {
      FragmentPath: text('FragmentPath'),
      ActiveState: text('ActiveState'),
      SubState: text('SubState'),
      UnitFileState: text('UnitFileState'),
      MainPID: text('MainPID'),
      NeedDaemonReload: text('NeedDaemonReload'),
      Result: text('Result'),
    },
  };
}

/** Whether the services of a user go on without a session of that user. Never rejects. */
export async function readLinger(env: NodeJS.ProcessEnv, user: string): Promise<Asked<boolean>> {
  const asked = await ask('loginctl', ['show-user', user, '--property=Linger'], env);
  if (asked.answer !== null) return { answer: asked.answer.trim() === 'Linger=yes', problem: null };
  // Somebody without a session and without linger is unknown to logind.
  return /not logged in|No such user|not lingering|is not known/i.test(asked.problem)
    ? { answer: false, problem: null }
    : asked;
}

async function ask(name: string, argv: readonly string[], env: NodeJS.ProcessEnv): Promise<Asked<string>> {
  const path = findProgram(name, env);
  if (path === null) return { answer: null, problem: `${name} is not in PATH` };
  const answer: ProgramAnswer = await runProgram(path, argv, { env: managerEnvironment(env) });
  if (answer.exitCode === 0) return { answer: answer.stdout, problem: null };
  return { answer: null, problem: programProblem(name, answer) };
}

/** What the tools need to find the user's manager: over SSH or from cron XDG_RUNTIME_DIR may be unset. */
function managerEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const usual = `/run/user/${process.getuid?.() ?? 0}`;
  const runtime = setting(env, 'XDG_RUNTIME_DIR') ?? (existsSync(usual) ? usual : undefined);
  return {
    PATH: env.PATH,
    HOME: env.HOME,
    LC_ALL: 'C',
    ...(runtime === undefined ? {} : { XDG_RUNTIME_DIR: runtime }),
    ...(setting(env, 'DBUS_SESSION_BUS_ADDRESS') === undefined
      ? {}
      : { DBUS_SESSION_BUS_ADDRESS: env.DBUS_SESSION_BUS_ADDRESS }),
  };
}
