import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { UnitName } from '../../hermes/service-units.ts';
import { readUnit, systemctl } from '../../system/service-manager.ts';
import { CommandError } from '../failure.ts';

/** A unit stops within its TimeoutStopSec, which is longer only where somebody made it so. Milliseconds. */
const STOP_LIMIT_MS = 120_000;
const LOOK_EVERY_MS = 250;

/** Which of the units the user's systemd has loaded from this folder. None where it cannot be asked: then it runs none either. */
export async function loadedUnits(
  names: readonly UnitName[],
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<UnitName[]> {
  const loaded: UnitName[] = [];
  for (const name of names) {
    const { answer } = await readUnit(env, name);
    if (answer?.FragmentPath === join(folder, name)) loaded.push(name);
  }
  return loaded;
}

/** Stops and disables units and waits until they have stopped. @throws CommandError exit 1 */
export async function stopUnits(names: readonly UnitName[], env: NodeJS.ProcessEnv): Promise<void> {
  if (names.length === 0) return;
  // Timers come last in the list and would start their services again: all are asked at once.
  await must(systemctl(env, 'disable', ...names), 'disable');
  await must(systemctl(env, 'stop', '--no-block', ...names), 'stop');
  const until = performance.now() + STOP_LIMIT_MS;
  for (const name of names) {
    for (;;) {
      const { answer } = await readUnit(env, name);
      if (answer === null || answer.ActiveState === 'inactive' || answer.ActiveState === 'failed') break;
      if (performance.now() > until) throw new CommandError(`${name} does not stop (${answer.ActiveState})`, 1);
      await pause(LOOK_EVERY_MS);
    }
  }
}

/** Lets the manager forget units whose files are gone. */
export async function forgetUnits(names: readonly UnitName[], env: NodeJS.ProcessEnv): Promise<void> {
  await systemctl(env, 'daemon-reload');
  await systemctl(env, 'reset-failed', ...names);
}

async function must(asked: ReturnType<typeof systemctl>, what: string): Promise<void> {
  const { problem } = await asked;
  if (problem !== null) throw new CommandError(`systemd could not ${what} the service: ${problem}`, 1);
}
