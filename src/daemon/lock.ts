import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { type LockHolder, lockPath, readLock } from '../client/lock-file.ts';
import { CommandError } from '../commands/failure.ts';
import { errorCode } from '../lib/atomic-file.ts';
import { isSameProcess, processMark } from '../lib/process-mark.ts';
import { EXIT } from './exit-codes.ts';

/** The claim of one daemon on a state directory. */
export interface StateLock {
  /** Why the daemon runs without the lock (the directory cannot be written); `null` when it holds it. */
  readonly unlockedBecause: string | null;
  /**
   * Writes the port that is really in use into the lock, for whoever is refused later.
   * @throws CommandError (exit 3) when a third starter took the lock while a second one held it up to look at it.
   */
  recordPort(port: number): void;
  /** Gives the lock back. Synchronous, for the last moment of a process; never throws. */
  release(): void;
}

/** Reasons to run without the lock: a directory that cannot be written has no second writer to fear. */
const UNWRITABLE: readonly string[] = ['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'EDQUOT'];

/**
 * Claims a state directory (mode 0700, made if missing) with `daemon.lock`. The lock of a dead process, of another boot,
 * or one that cannot be read is taken over.
 * @throws CommandError (exit 3) naming the living holder.
 */
export function lockState(stateDir: string, port: number): StateLock {
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!UNWRITABLE.includes(errorCode(error))) throw error;
    return unlocked(`${stateDir} cannot be made (${errorCode(error)})`);
  }
  const path = lockPath(stateDir);
  const own: LockHolder = { pid: process.pid, startTicks: null, bootId: null, ...processMark(process.pid), port };
  // Each turn either creates the lock, finds a living holder, or removes a dead one's lock.
  for (;;) {
    try {
      putInPlace(path, own, linkSync);
      return held(path, own, stateDir);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') {
        if (UNWRITABLE.includes(errorCode(error)))
          return unlocked(`${stateDir} cannot be written (${errorCode(error)})`);
        throw error;
      }
    }
    const holder = readLock(path);
    if (holder !== null && isSameProcess(holder)) throw refusal(stateDir, holder);
    removeStale(path, stateDir);
  }
}

/**
 * Moves a stale lock out of the way and looks at what it moved: between reading and renaming, another starter may have
 * put its own living lock there, which then goes back.
 */
function removeStale(path: string, stateDir: string): void {
  const aside = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readLock(aside);
  const alive = moved !== null && isSameProcess(moved);
  if (alive) attempt(() => linkSync(aside, path));
  unlinkSync(aside);
  if (alive) throw refusal(stateDir, moved);
}

function held(path: string, own: LockHolder, stateDir: string): StateLock {
  return {
    unlockedBecause: null,
    recordPort: (port) => {
      const holder = readLock(path);
      if (holder !== null && holder.pid !== own.pid) throw refusal(stateDir, holder);
      attempt(() => putInPlace(path, { ...own, port }, renameSync));
    },
    release: () =>
      attempt(() => {
        if (readLock(path)?.pid === own.pid) unlinkSync(path);
      }),
  };
}

/** What is done for the next starter's sake must not stop this one: at worst it reads an old port, or finds a stale lock. */
function attempt(action: () => void): void {
  try {
    action();
  } catch {}
}

function unlocked(reason: string): StateLock {
  return { unlockedBecause: reason, recordPort: () => {}, release: () => {} };
}

function refusal(stateDir: string, holder: LockHolder): CommandError {
  const where = holder.port === 0 ? '' : ` on port ${holder.port}`;
  return new CommandError(
    `${stateDir} is in use by another hermes-smart-router: pid ${holder.pid}${where}.`,
    EXIT.stateLocked,
  );
}

/**
 * Writes the lock aside and moves it into place with `link` (fails where there is one) or `rename`, so that nobody reads
 * half of it. Unlike the files of lib/atomic-file it is not synced: a lock that a power cut loses was of another boot.
 */
function putInPlace(path: string, { pid, startTicks, port, bootId }: LockHolder, move: typeof linkSync): void {
  const aside = `${path}.${randomUUID()}`;
  const fields = { pid, start_ticks: startTicks, port, boot_id: bootId };
  try {
    writeFileSync(aside, `${JSON.stringify(fields)}\n`, { mode: 0o600 });
    move(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}
