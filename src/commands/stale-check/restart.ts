import { setTimeout as pause } from 'node:timers/promises';
import { SIDECAR_UNIT } from '../../hermes/service-units.ts';
import { readUnit, systemctl } from '../../system/service-manager.ts';

/** Stopping takes TimeoutStopSec at most (45 s unless the grace of jobs is longer), starting 60 s. Milliseconds. */
const LIMIT_MS = 150_000;
const LOOK_EVERY_MS = 500;

/** What became of a restart. `not-ours`: the daemon that answers is not the service's, so that restarting would not help. */
export type Restarted = { readonly kind: 'done' } | { readonly kind: 'not-ours' | 'failed'; readonly reason: string };

/**
 * Restarts the service and waits until systemd has a new process up.
 * @param daemonPid the process that is out of date, where it is known.
 */
export async function restartService(env: NodeJS.ProcessEnv, daemonPid: number | null): Promise<Restarted> {
  const before = await readUnit(env, SIDECAR_UNIT);
  if (before.answer === null) return { kind: 'not-ours', reason: before.problem };
  const { MainPID: pid, ActiveState: state } = before.answer;
  if (pid === '' || pid === '0')
    return { kind: 'not-ours', reason: `${SIDECAR_UNIT} is ${state === '' ? 'unknown' : state}` };
  if (daemonPid !== null && String(daemonPid) !== pid)
    return { kind: 'not-ours', reason: `process ${daemonPid} answers, and the process of ${SIDECAR_UNIT} is ${pid}` };
  const { problem } = await systemctl(env, 'restart', '--no-block', SIDECAR_UNIT);
  if (problem !== null) return { kind: 'failed', reason: problem };
  const until = performance.now() + LIMIT_MS;
  for (;;) {
    await pause(LOOK_EVERY_MS);
    const { answer } = await readUnit(env, SIDECAR_UNIT);
    if (answer?.ActiveState === 'active' && answer.MainPID !== pid) return { kind: 'done' };
    if (answer?.ActiveState === 'failed') return { kind: 'failed', reason: `it failed: ${answer.Result}` };
    if (performance.now() > until)
      return { kind: 'failed', reason: `it is ${answer?.ActiveState ?? 'unknown'} after ${LIMIT_MS / 1000} s` };
  }
}
