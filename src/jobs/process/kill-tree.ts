import { type ProcessMark, processMark } from '../../lib/process-mark.ts';
import { isAlive, readProcess } from '../../lib/process-row.ts';
import { endTree, type Reaping } from './end-tree.ts';
import { watchTree } from './tree.ts';

/**
 * Ends what an earlier daemon left of a job: the tree of the process it recorded, if that is still the same process (pid, start ticks and boot), and
 * everything with the job's marker. `mark` null: the daemon died before it could record one. The leader counts as reaped too, for nobody
 * else counts it.
 */
export async function killTree(jobId: string, mark: ProcessMark | null, graceSeconds: number): Promise<Reaping> {
  const thisBoot = mark !== null && mark.bootId === (processMark(process.pid)?.bootId ?? null);
  const startTicks = thisBoot && mark.startTicks !== null ? Number(mark.startTicks) : 0;
  const pid = mark?.pid ?? 0;
  const now = thisBoot ? readProcess(pid) : null;
  // Also a leader that is dead and not yet noticed by its parent: so long its number names its group and session.
  const leaderRow = now !== null && (mark?.startTicks === null || now.startTicks === startTicks) ? now : null;
  // With the leader gone its number still does, unless a new process has it.
  const trusted = thisBoot && (leaderRow !== null || now === null);
  const tree = watchTree({ pid, startTicks, trusted, jobId });
  try {
    const leader = leaderRow !== null && isAlive(leaderRow) ? { pid, unreaped: () => isAlive(leaderRow) } : null;
    const reaping = await endTree(tree, leader, graceSeconds * 1000);
    if (leader === null || leaderRow === null || isAlive(leaderRow)) return reaping;
    return {
      ...reaping,
      reaped: reaping.reaped + 1,
      reapedNames: [...new Set([leaderRow.name, ...reaping.reapedNames])],
    };
  } finally {
    tree.release();
  }
}
