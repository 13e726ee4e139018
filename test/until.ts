import { setTimeout as pause } from 'node:timers/promises';

/** Longer than any machine is busy, shorter than the runner waits for a file. Milliseconds. */
const PATIENCE_MS = 120_000;

/** Waits until a condition holds; fails loudly when it does not within two minutes. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await pause(10);
  }
}
