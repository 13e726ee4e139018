import { readdirSync, readFileSync, statSync } from 'node:fs';
import { errorCode } from '../../lib/atomic-file.ts';

/** One process as /proc shows it. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Start time in clock ticks (10 ms) since boot: with the pid it names a process for ever. */
  readonly startTicks: number;
  /** One letter; `Z` and `X` are dead. */
  readonly state: string;
  /** Program name, 15 characters at most. */
  readonly name: string;
}

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

/** One process, or null when it is gone (or there is no /proc). Synchronous: /proc never waits for a disk. */
export function readProcess(pid: number): ProcessRow | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name may hold blanks and parentheses; the fields behind it may not.
  const end = stat.lastIndexOf(')');
  const [state = '', parent, group, session, ...rest] = stat.slice(end + 2).split(' ');
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTicks: Number(rest[15]),
    state,
    name: stat.slice(stat.indexOf('(') + 1, end),
  };
}

/** Whether this very process still runs. A zombie answers signals and is dead all the same. */
export function isAlive(process: Pick<ProcessRow, 'pid' | 'startTicks'>): boolean {
  const now = readProcess(process.pid);
  return now !== null && now.startTicks === process.startTicks && now.state !== 'Z' && now.state !== 'X';
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
