import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from './atomic-file.ts';
import { isMapping } from './json.ts';
import { isSameProcess, type ProcessMark, processMark } from './process-mark.ts';

/** How long a living holder is waited for, in ms: a hundred times what a write to a slow disk takes. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 10;

/** Another process kept the lock for too long. */
export interface LockHeld extends Error {
  /** The holder's pid. */
  readonly heldBy: number;
}

/** True for the error of {@link withFileLock} that names a living holder. */
export function isLockHeld(error: unknown): error is LockHeld {
  return error instanceof Error && 'heldBy' in error;
}

/**
 * Runs a piece of work while holding a lock file, so that of several processes one works at a time. The lock of a dead process is taken over.
 * @param path is created and removed; its folder must be writable.
 * @throws LockHeld after five seconds, the system's error where the lock cannot be written, and whatever the work throws.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  while (!claim(path)) {
    const holder = readMark(path);
    if (holder !== null && isSameProcess(holder)) {
      if (performance.now() > until) throw heldBy(path, holder.pid);
      await pause(RETRY_MS);
    } else removeStale(path);
  }
  try {
    sweep(path);
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function heldBy(path: string, pid: number): LockHeld {
  return Object.assign(new Error(`process ${pid} holds ${path}`), { heldBy: pid });
}

/** A name for a file that is about to be moved; it says whose it is. */
function asideOf(path: string): string {
  return `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
}

/** Removes what processes left that were killed between two steps. Ours are gone by now: no step of ours waits. */
function sweep(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    const pid = name.startsWith(prefix) ? /^(\d+)-[0-9a-f]{12}$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid !== undefined && (Number(pid) === process.pid || processMark(Number(pid)) === null))
      rmSync(join(dirname(path), name), { force: true });
  }
}

/** Puts a complete lock in place, or finds one there. */
function claim(path: string): boolean {
  const aside = asideOf(path);
  const { pid, startTicks, bootId } = processMark(process.pid) ?? { pid: process.pid, startTicks: null, bootId: null };
  try {
    writeFileSync(aside, `${JSON.stringify({ pid, start_ticks: startTicks, boot_id: bootId })}\n`, { mode: 0o600 });
    linkSync(aside, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Moves a dead process's lock away. Another one may have done so and put its own there meanwhile: that one goes back. */
function removeStale(path: string): void {
  const aside = asideOf(path);
  try {
    renameSync(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readMark(aside);
  try {
    if (moved !== null && isSameProcess(moved)) linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

function readMark(path: string): ProcessMark | null {
  try {
    const fields: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isMapping(fields) || typeof fields.pid !== 'number' || !Number.isSafeInteger(fields.pid) || fields.pid < 1)
      return null;
    const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    return { pid: fields.pid, startTicks: text(fields.start_ticks), bootId: text(fields.boot_id) };
  } catch {
    return null;
  }
}
