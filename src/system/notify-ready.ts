import { setting } from '../hermes/paths.ts';
import { findProgram } from './find-program.ts';
import { type ProgramAnswer, runProgram } from './run-program.ts';

/**
 * Tells systemd that this service is up, through `systemd-notify`: Node cannot write to a datagram socket itself. Does nothing, and has no problem,
 * where nobody waits for it (`NOTIFY_SOCKET` unset). Answers why it could not be told, else `null`. Never rejects.
 */
export async function notifyReady(env: NodeJS.ProcessEnv, status: string): Promise<string | null> {
  const socket = setting(env, 'NOTIFY_SOCKET');
  if (socket === undefined) return null;
  const program = findProgram('systemd-notify', env);
  if (program === null) return 'systemd-notify is not in PATH';
  const answer = await runProgram(program, ['--ready', `--status=${status}`], {
    env: { PATH: env.PATH, NOTIFY_SOCKET: socket },
  });
  return answer.exitCode === 0 ? null : programProblem('systemd-notify', answer);
}

/** Why a helper's answer is none, in a few words. */
export function programProblem(name: string, { timedOut, error, exitCode, stderr }: ProgramAnswer): string {
  if (timedOut) return `${name} took longer than 10 s`;
  if (error !== null) return `${name} could not be started (${error})`;
  const [said = ''] = stderr.trim().split('\n');
  const end = exitCode === null ? 'was killed' : `ended with exit code ${exitCode}`;
  return `${name} ${end}${said === '' ? '' : `: ${said}`}`;
}
