// Node's own spawn, not execFile: that one waits for the pipes, which a grandchild may hold for ever.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../lib/atomic-file.ts';

/** What a helper program said. */
export interface ProgramAnswer {
  /** null: it did not start (`error`), was killed, or took too long (`timedOut`). */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Code of the system's error when it could not be started (`ENOENT`), else null. */
  readonly error: string | null;
}

/** Options of `runProgram`. */
export interface RunProgramOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default 10 s (product decision). */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** No helper says this much; what is beyond is dropped. Characters a stream. */
const MAX_CHARS = 256 * 1024;
const DRAIN_MS = 200;

/**
 * Asks a program with fixed arguments, at most 10 s: no shell, no stdin, in the root folder, in a group of its own that is killed when the time is up. For the
 * few helpers of this room; never for anything that carries a prompt. Never rejects.
 */
export async function runProgram(
  path: string,
  argv: readonly string[],
  options: RunProgramOptions,
): Promise<ProgramAnswer> {
  let child: ChildProcessByStdio<null, Readable, Readable>;
  try {
    child = spawn(path, argv, {
      env: options.env,
      cwd: '/',
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    return { exitCode: null, stdout: '', stderr: '', timedOut: false, error: errorCode(error) || 'unknown' };
  }
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ended = new Promise<{ exitCode: number | null; error: string | null }>((resolve) => {
    child.once('error', (error) => resolve({ exitCode: null, error: errorCode(error) || 'unknown' }));
    child.once('exit', (exitCode) => resolve({ exitCode, error: null }));
  });
  const limit = new AbortController();
  const late = pause(options.timeoutMs ?? TIMEOUT_MS, 'late' as const, { signal: limit.signal }).catch(
    () => 'late' as const,
  );
  const first = await Promise.race([ended, late]);
  const timedOut = first === 'late';
  if (timedOut && child.pid !== undefined) killGroup(child.pid);
  const { exitCode, error } = timedOut ? { exitCode: null, error: null } : first;
  if (error === null) await Promise.race([closed, pause(DRAIN_MS)]);
  limit.abort();
  child.stdout.destroy();
  child.stderr.destroy();
  return { exitCode, stdout: stdout(), stderr: stderr(), timedOut, error };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => {
    if (text.length < MAX_CHARS) text += piece;
  });
  stream.on('error', () => undefined);
  return () => text.slice(0, MAX_CHARS);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended at the last moment.
  }
}
