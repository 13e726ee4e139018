import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, type ProcessRow } from '../../lib/process-row.ts';
import type { ProcessTree } from './tree.ts';

/** The first process of a tree, as somebody who has to end it sees it. */
export interface Leader {
  readonly pid: number;
  /** Whether it still runs or still waits for its parent to notice its end: so long the number of pid and group is its own. */
  unreaped(): boolean;
}

/** What had to be stopped. */
export interface Reaping {
  /** Processes beside the leader that were alive and were stopped. */
  readonly reaped: number;
  /** Their program names, each once. */
  readonly reapedNames: readonly string[];
  /** Processes that could not be looked into, and those that outlived SIGKILL. */
  readonly unknown: number;
}

/** A tree of which nothing may be stopped. */
export const SPARED_TREE: ProcessTree = { living: () => [], search: async () => 0, release: () => undefined };

/** Nothing was there to stop. */
export const NOTHING_REAPED: Reaping = { reaped: 0, reapedNames: [], unknown: 0 };

const POLL_MS = 25;
/**
 * How long SIGKILL may take. A process in the middle of a disk or network call of the kernel dies when that returns, and one that gives way to others
 * (as jobs do) when a loaded machine lets it run.
 */
const KILL_MS = 2500;
const MOST_NAMES = 20;

/**
 * Ends a tree: SIGTERM to all of it, `graceMs` for it to go, then SIGKILL to what is left and to what a search by marker still finds, until a
 * search finds nothing. A signal goes to the group only while the leader is unreaped, and to any other process only when /proc shows that the pid is
 * still that process. Never throws.
 */
export async function endTree(tree: ProcessTree, leader: Leader | null, graceMs: number): Promise<Reaping> {
  const stopped = new Map<string, ProcessRow>();
  let unknown = await tree.search();
  if (leader === null && tree.living().length === 0) return { ...NOTHING_REAPED, unknown };
  signalAll(tree, leader, 'SIGTERM', stopped);
  await until(() => !leader?.unreaped() && tree.living().length === 0, graceMs);
  const deadline = performance.now() + KILL_MS;
  for (;;) {
    unknown = await tree.search();
    const left = tree.living();
    if ((left.length === 0 && !leader?.unreaped()) || performance.now() > deadline) break;
    signalAll(tree, leader, 'SIGKILL', stopped);
    await until(() => !leader?.unreaped() && !left.some(isAlive), POLL_MS * 4);
  }
  const gone = [...stopped.values()].filter((row) => !isAlive(row));
  return {
    reaped: gone.length,
    reapedNames: [...new Set(gone.map((row) => row.name))].slice(0, MOST_NAMES),
    unknown: unknown + stopped.size - gone.length,
  };
}

function signalAll(
  tree: ProcessTree,
  leader: Leader | null,
  signal: NodeJS.Signals,
  stopped: Map<string, ProcessRow>,
): void {
  const living = tree.living();
  for (const row of living) stopped.set(`${row.pid}:${row.startTicks}`, row);
  const group = leader?.unreaped() ? leader.pid : null;
  // Where there are no groups (Windows) the leader alone has to do.
  if (group !== null && !signalGroup(group, signal)) send(group, signal);
  for (const row of living) if (row.group !== group) send(row.pid, signal);
}

/** Signals a process group; false when there is none. Only for a group that is known to be ours. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  return send(-pid, signal);
}

/** `kill` whose target may be gone already (which is what we want) or have changed its user (then it shows up as still alive). */
function send(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

async function until(condition: () => boolean, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!condition() && performance.now() < deadline) await pause(POLL_MS);
}
