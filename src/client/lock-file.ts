import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMapping } from '../lib/json.ts';
import type { ProcessMark } from '../lib/process-mark.ts';

/** Who holds a state directory, as its lock says. */
export interface LockHolder extends ProcessMark {
  /** Where that daemon listens; 0 while it does not say. */
  readonly port: number;
}

/** The file by which a daemon claims a state directory. */
export function lockPath(stateDir: string): string {
  return join(stateDir, 'daemon.lock');
}

/** Reads a lock; `null` when there is none, or none that can be understood. The holder may be dead. */
export function readLock(path: string): LockHolder | null {
  let fields: unknown;
  try {
    fields = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
  if (!isMapping(fields) || typeof fields.pid !== 'number' || !Number.isSafeInteger(fields.pid) || fields.pid < 1)
    return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    pid: fields.pid,
    startTicks: text(fields.start_ticks),
    bootId: text(fields.boot_id),
    port: typeof fields.port === 'number' ? fields.port : 0,
  };
}
