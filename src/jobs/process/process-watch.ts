import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ProcessRow, readProcess } from '../../lib/process-row.ts';
import { listPids } from './process-table.ts';

/** How often the process table is looked at while anybody watches (product decision: 0.5 s). Milliseconds. */
const INTERVAL_MS = 500;

/** Processes read between two turns of the event loop: about a millisecond. */
const BATCH = 64;

/** Told of every process once, soon after it appeared. */
type Watcher = (appeared: readonly ProcessRow[]) => void;

const watchers = new Set<Watcher>();
const known = new Map<number, ProcessRow>();
let timer: NodeJS.Timeout | null = null;
let current: Promise<void> | null = null;

/**
 * Watches the process table until the returned function is called. All watchers share one look each half second, and a look reads only what
 * has appeared since the one before, so that its price does not grow with the machine. Processes that were there already are told too.
 */
export function watchProcesses(watcher: Watcher): () => void {
  // Whoever starts to watch has to be told of what is known already.
  if (known.size > 0) watcher([...known.values()]);
  watchers.add(watcher);
  timer ??= setInterval(() => void (current ?? scanProcesses()), INTERVAL_MS);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
    known.clear();
  };
}

/** Looks now; resolves when every watcher has been told of everything that existed at the time of the call. */
export async function scanProcesses(): Promise<void> {
  // A look that is under way may have passed the place where something has appeared since.
  while (current !== null) await current;
  current = look();
  try {
    await current;
  } finally {
    current = null;
  }
}

/** Every process of the last look that began at or after a tick. */
export function processesSince(startTicks: number): ProcessRow[] {
  return [...known.values()].filter((row) => row.startTicks >= startTicks);
}

async function look(): Promise<void> {
  const pids = listPids();
  const present = new Set(pids);
  for (const pid of known.keys()) if (!present.has(pid)) known.delete(pid);
  const fresh = pids.filter((pid) => !known.has(pid));
  for (let from = 0; from < fresh.length; from += BATCH) {
    if (from > 0) await nextTurn();
    tell(fresh.slice(from, from + BATCH).flatMap((pid) => readProcess(pid) ?? []));
  }
}

function tell(appeared: readonly ProcessRow[]): void {
  for (const row of appeared) known.set(row.pid, row);
  for (const watcher of watchers) watcher(appeared);
}
