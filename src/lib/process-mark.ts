import { readFileSync } from 'node:fs';

/**
 * What tells one process from a later one with the same pid: its start time in clock ticks since boot, and which boot that
 * was. Both are `null` where there is no /proc.
 */
export interface ProcessMark {
  readonly pid: number;
  readonly startTicks: string | null;
  readonly bootId: string | null;
}

/** The mark of a living process, or `null` when no process has this pid. */
export function processMark(pid: number): ProcessMark | null {
  return isThere(pid) ? { pid, startTicks: startTicks(pid), bootId: bootId() } : null;
}

/** Whether the marked process still lives. Without /proc the pid alone has to decide. */
export function isSameProcess(mark: ProcessMark): boolean {
  const now = processMark(mark.pid);
  if (now === null) return false;
  const differs = (then: string | null, current: string | null) =>
    then !== null && current !== null && then !== current;
  return !differs(mark.startTicks, now.startTicks) && !differs(mark.bootId, now.bootId);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Field 22 of /proc/PID/stat. The second field is the program's name and may hold blanks and parentheses. */
function startTicks(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`);
  const afterName = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return afterName?.[19] ?? null;
}

function bootId(): string | null {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
