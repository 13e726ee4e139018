import { constants, statSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { errorCode } from '../../lib/atomic-file.ts';
import type { SpawnFailure } from './attempt-shape.ts';

/** Error codes that pass by themselves: no descriptors, processes or memory just now; the program is being replaced. */
const TRANSIENT: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'ETXTBSY', 'ENOSPC', 'EIO']);

/** What is wrong with a working directory, or null. Asked before the spawn, whose ENOENT could mean the program as well. */
export async function cwdFailure(cwd: string): Promise<SpawnFailure | null> {
  const invalid = (reason: string, what: string): SpawnFailure => ({
    kind: 'cwd_invalid',
    reason,
    retryable: false,
    message: `The working directory ${cwd} ${what}.`,
  });
  try {
    const stats = await stat(cwd);
    if (!stats.isDirectory()) return invalid('cwd_not_dir', 'is not a directory');
    await access(cwd, constants.X_OK);
    return null;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return invalid('cwd_missing', 'does not exist');
    if (code === 'ENOTDIR') return invalid('cwd_not_dir', 'is not a directory');
    return invalid('cwd_not_accessible', `cannot be entered (${code || 'unknown error'})`);
  }
}

/**
 * The failure of a spawn whose working directory was in order. The error's own text is never used: it may hold the arguments, and the prompt is one.
 */
export function spawnFailure(error: unknown, path: string): SpawnFailure {
  const code = errorCode(error);
  const fixed = (reason: string, message: string): SpawnFailure => ({
    kind: 'spawn_error',
    reason,
    retryable: false,
    message,
  });
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      if (isThere(path)) return fixed('hermes_not_executable', `${path} cannot be run: its interpreter is missing.`);
      return {
        kind: 'binary_not_found',
        reason: 'hermes_not_found',
        retryable: false,
        message: `${path} was not found; hermes must be on the daemon's PATH, or HERMES_ROUTER_HERMES_BIN must name it.`,
      };
    case 'EACCES':
    case 'EPERM':
      return fixed('hermes_not_executable', `${path} is not an executable file.`);
    case 'E2BIG':
      return fixed('arguments_too_long', `${path} could not be started: arguments and environment are too long.`);
    default:
      return {
        kind: 'spawn_error',
        reason: code.toLowerCase() || 'unknown_error',
        retryable: TRANSIENT.has(code),
        message: `${path} could not be started: ${code || 'unknown error'}.`,
      };
  }
}

function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch {
    return false;
  }
}
