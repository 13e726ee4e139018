import type { Logger } from 'pino';
import { notifyReady } from '../system/notify-ready.ts';

/**
 * Tells the service manager that the daemon listens. Nobody waits for it: a manager that cannot be told ends the start by its own limit, and the log
 * then says why.
 */
export async function announceReady(
  port: number,
  { env, log }: { readonly env: NodeJS.ProcessEnv; readonly log: Pick<Logger, 'warn'> },
): Promise<void> {
  const problem = await notifyReady(env, `Listening on http://127.0.0.1:${port}`);
  if (problem !== null) log.warn(`systemd was not told that the daemon is ready: ${problem}`);
}
