import { readFileSync } from 'node:fs';
import { isZombie, readProcess } from './process-row.ts';

/**
 * What tells one process from a later one with the same pid: its start time in clock ticks since boot, and which boot that
 * was. Both are `null` where there is no /proc.
 */
export interface ProcessMark {
  readonly pid: number;
  readonly startTicks: string | null;
  readonly bootId: string | null;
}

/**
 * The mark of a living process, or `null` when no process with this pid lives. A zombie does not: it answers signals until its parent notices, which
 * the first process of a container may never do.
 */
export function processMark(pid: number): ProcessMark | null {
  // One look: between two, the process may end.
  const row = readProcess(pid);
  if (row !== null) return isZombie(row) ? null : { pid, startTicks: String(row.startTicks), bootId: bootId() };
  return answersSignals(pid) ? { pid, startTicks: null, bootId: bootId() } : null;
}

/** Whether the marked process still lives. Without /proc the pid alone has to decide. */
export function isSameProcess(mark: ProcessMark): boolean {
  const now = processMark(mark.pid);
  if (now === null) return false;
  const differs = (then: string | null, current: string | null) =>
    then !== null && current !== null && then !== current;
  return !differs(mark.startTicks, now.startTicks) && !differs(mark.bootId, now.bootId);
}

/** The look without /proc, or at a process that /proc hides. */
function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}
