import { isAlive, type ProcessRow, readProcess } from '../../lib/process-row.ts';
import { JOB_MARKER } from '../child/environment.ts';
import { hasVariable } from './process-table.ts';
import { processesSince, scanProcesses, watchProcesses } from './process-watch.ts';

/** The processes of one attempt beside its first one. */
export interface ProcessTree {
  /** Those that live. */
  living(): ProcessRow[];
  /**
   * Looks for all of them now, by descent and session and by the marker in their environment. Resolves to the number of processes of our user, young enough
   * to belong here, that do not let us look.
   */
  search(): Promise<number>;
  /** Ends the watch. */
  release(): void;
}

/** Whose tree it is. */
export interface TreeRoot {
  readonly pid: number;
  /** Nothing older than this can belong to the tree. */
  readonly startTicks: number;
  /** Whether `pid` names our process or its group; false when the number may have gone to somebody else. */
  readonly trusted: boolean;
  readonly jobId: string;
}

/**
 * Follows the descendants of a process. A tool in a session of its own is found while its parent lives, so the watch runs from the beginning;
 * one that has cut every tie (own session, parent gone) is found by the marker it inherited.
 */
export function watchTree(root: TreeRoot): ProcessTree {
  const members = new Map<number, ProcessRow>();
  const untouchable = ourselves();

  function belongs(row: ProcessRow): boolean {
    if (root.trusted && (row.session === root.pid || row.group === root.pid || row.parent === root.pid)) return true;
    const parent = members.get(row.parent);
    if (parent === undefined || row.startTicks < parent.startTicks) return false;
    // The number may have gone to a stranger since.
    const now = readProcess(parent.pid);
    return now === null || now.startTicks === parent.startTicks;
  }

  function add(row: ProcessRow): boolean {
    if (row.pid === root.pid && root.trusted) return false;
    if (row.startTicks < root.startTicks || untouchable.has(row.pid)) return false;
    members.set(row.pid, row);
    return true;
  }

  function adopt(rows: readonly ProcessRow[]): void {
    for (const row of rows) if (members.get(row.pid)?.startTicks !== row.startTicks) members.delete(row.pid);
    // A parent may stand behind its child in the list: again until nothing is added.
    let rest = rows;
    for (let before = -1; before !== members.size; ) {
      before = members.size;
      rest = rest.filter((row) => !members.has(row.pid) && !(belongs(row) && add(row)));
    }
  }

  const release = watchProcesses(adopt);
  return {
    living: () => [...members.values()].filter(isAlive),
    search: async () => {
      await scanProcesses();
      let unknown = 0;
      for (const row of processesSince(root.startTicks)) {
        if (members.has(row.pid) || row.pid === root.pid) continue;
        const marked = hasVariable(row.pid, JOB_MARKER, root.jobId);
        if (marked === 'yes') add(row);
        if (marked === 'unreadable') unknown++;
      }
      // What was found by its marker may have children that cleared theirs.
      adopt(processesSince(root.startTicks));
      return unknown;
    },
    release,
  };
}

/** This process and its ancestors: a daemon that a job has started carries the job's marker itself. */
function ourselves(): ReadonlySet<number> {
  const pids = new Set<number>();
  for (let row = readProcess(process.pid); row !== null && !pids.has(row.pid); row = readProcess(row.parent))
    pids.add(row.pid);
  return pids;
}
