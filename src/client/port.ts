import { isSameProcess } from '../lib/process-mark.ts';
import { lockPath, readLock } from './lock-file.ts';

/** The port that Hermes One's manifest, the unit file and the panel name (spec: http 1.2). */
export const DEFAULT_PORT = 8791;

/** A port as it is typed: 1 to 65535, else `null`. */
export function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

/** Where the daemon of a state directory listens: as the lock of a living one says, else the usual port. */
export function daemonPort(stateDir: string): number {
  const holder = readLock(lockPath(stateDir));
  return holder !== null && holder.port !== 0 && isSameProcess(holder) ? holder.port : DEFAULT_PORT;
}
