import { readFileSync } from 'node:fs';

/** One process as /proc shows it. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Start time in clock ticks (10 ms) since boot: with the pid it names a process for ever. */
  readonly startTicks: number;
  /** One letter, see {@link isZombie}. */
  readonly state: string;
  /** Program name, 15 characters at most. */
  readonly name: string;
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

/** Whether a process has ended and only waits for its parent to notice. It still answers signals, and may do so for ever. */
export function isZombie({ state }: Pick<ProcessRow, 'state'>): boolean {
  return state === 'Z' || state === 'X';
}

/** Whether this very process still runs, in one look. */
export function isAlive(process: Pick<ProcessRow, 'pid' | 'startTicks'>): boolean {
  const now = readProcess(process.pid);
  return now !== null && now.startTicks === process.startTicks && !isZombie(now);
}
