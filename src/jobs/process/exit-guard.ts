import { signalGroup } from './end-tree.ts';

const leaders = new Set<number>();
let installed = false;

/**
 * Makes sure that a daemon that ends without stopping its jobs (an uncaught error) does not leave them running: while it exits, the groups of the
 * processes still registered get SIGKILL. The returned function takes a process out again.
 */
export function killAtExit(pid: number): () => void {
  if (!installed) {
    installed = true;
    process.once('exit', killAll);
  }
  leaders.add(pid);
  return () => {
    leaders.delete(pid);
  };
}

function killAll(): void {
  for (const pid of leaders) signalGroup(pid, 'SIGKILL');
}
