import { readdirSync, readFileSync, statSync } from 'node:fs';
import { errorCode } from '../../lib/atomic-file.ts';

/** All pids there are; none where there is no /proc. */
export function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Whether a process was started with `NAME=value` in its environment; `unreadable` only for processes of our own user. */
export function hasVariable(pid: number, name: string, value: string): 'yes' | 'no' | 'unreadable' {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}\0`.includes(`\0${name}=${value}\0`) ? 'yes' : 'no';
  } catch (error) {
    const code = errorCode(error);
    return (code === 'EACCES' || code === 'EPERM') && isOurs(pid) ? 'unreadable' : 'no';
  }
}

function isOurs(pid: number): boolean {
  try {
    return statSync(`/proc/${pid}`).uid === process.getuid?.();
  } catch {
    return false;
  }
}
