// Node's own spawn, not execa: what matters here (one tree, one settlement on exit, bounded capture) is what execa would have to be told not to do.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ProcessRow, readProcess } from '../../lib/process-row.ts';
import type { SpawnFailure } from './attempt-shape.ts';
import { spawnFailure } from './spawn-failure.ts';

/** How a process ended. Both null: nobody saw it. */
export interface Exit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that runs. */
export interface Spawned {
  readonly pid: number;
  /** As /proc showed it at its start; null where there is no /proc. */
  readonly row: ProcessRow | null;
  /** On the monotonic clock, milliseconds. */
  readonly startedAt: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the process itself is gone, whoever may still hold its pipes. */
  readonly exited: Promise<Exit>;
}

/** A file a job creates is readable for others, as from a shell, although the daemon itself writes private files. */
const CHILD_UMASK = 0o022;
/** Jobs give way to the daemon: the kernel's out-of-memory killer prefers them, and so does its scheduler the daemon. */
const OOM_SCORE = '500';
const NICENESS = 5;

let turn: Promise<unknown> = Promise.resolve();

/**
 * Starts a program with no stdin, in a session and group of its own (so without a terminal), never through a shell. One at a time with a turn
 * of the event loop between: `spawn` blocks it for up to 17 ms in a large process. Never rejects.
 */
export function spawnInTurn(
  path: string,
  argv: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Spawned | SpawnFailure> {
  const result = turn.then(() => nextTurn()).then(() => start(path, argv, options));
  turn = result;
  return result;
}

async function start(
  path: string,
  argv: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Spawned | SpawnFailure> {
  const umask = process.umask(CHILD_UMASK);
  let child: ChildProcessByStdio<null, Readable, Readable>;
  try {
    child = spawn(path, argv, { ...options, detached: true, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    return spawnFailure(error, path);
  } finally {
    process.umask(umask);
  }
  const startedAt = performance.now();
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const failed = new Promise<unknown>((resolve) => {
    child.on('error', resolve);
  });
  const { pid, stdout, stderr } = child;
  if (pid === undefined) return spawnFailure(await failed, path);
  const row = readProcess(pid);
  giveWay(pid);
  return { pid, row, startedAt, stdout, stderr, exited };
}

function giveWay(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, OOM_SCORE);
    setPriority(pid, NICENESS);
  } catch {
    // Not everywhere possible, and never worth failing a job.
  }
}
