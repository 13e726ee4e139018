import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { type DaemonProcess, startProcess } from '../daemon/daemon-process.ts';
import { type TestHome, testHome } from '../http/listening.ts';

/** The fake child. */
export const FAKE_HERMES = fileURLToPath(new URL('../fixtures/hermes', import.meta.url));

/** A daemon process with the fake child and two profiles. */
export interface RunningDaemon {
  readonly daemon: DaemonProcess;
  readonly home: TestHome;
  readonly port: number;
  /** Environment of a caller in the same home, who knows nothing of the fake child. */
  readonly env: NodeJS.ProcessEnv;
}

/** Starts it; it and its jobs end with the test. */
export async function runningDaemon(t: Test): Promise<RunningDaemon> {
  const home = testHome(t);
  for (const profile of ['coder', 'reviewer']) mkdirSync(join(home.folder, 'profiles', profile), { recursive: true });
  const daemon = startProcess(t, { env: { ...home.env, HERMES_ROUTER_HERMES_BIN: FAKE_HERMES } });
  const port = await daemon.port();
  t.teardown(async () => {
    daemon.kill('SIGTERM');
    await daemon.ended;
  });
  return { daemon, home, port, env: home.env };
}

/** A prompt that tells the fake child what to do. */
export function told(...steps: readonly object[]): string {
  return `Tidy up. fake:${JSON.stringify(steps)}`;
}
