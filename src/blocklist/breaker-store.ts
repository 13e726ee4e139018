import { errorCode } from '../lib/atomic-file.ts';
import { jsonEqual } from '../lib/json.ts';
import { type BreakerEntry, CLOSED_ENTRY } from './breaker.ts';
import {
  openStateFile,
  type StateFileReading,
  type StoredEntries,
  type StoredEntry,
  writeStateFile,
} from './state-file.ts';
import { loadEntry, storeEntry } from './stored-entry.ts';
import type { Timeline } from './timeline.ts';

/** The breakers of this process, kept in step with the state file. */
export interface BreakerStore {
  /** Looks at the file again and takes over what another process wrote. Never throws, never creates the file. */
  refresh(): void;
  /** The breaker of a key; CLOSED for a key nobody has recorded. */
  get(key: string): BreakerEntry;
  /** All breakers, sorted by key. */
  entries(): [string, BreakerEntry][];
  /** Changes a breaker at once in memory; the promise settles when it is on disk, or when that has failed. Never rejects. */
  put(key: string, entry: BreakerEntry): Promise<void>;
  /** Settles when everything put so far has been written. */
  flush(): Promise<void>;
  /** The trouble with the newest reading or writing; null when both went well. */
  problem(): string | null;
}

/** One breaker: in process time, in file form, and whether the file is known to hold that form. Replaced, never edited. */
interface Slot {
  readonly entry: BreakerEntry;
  readonly stored: StoredEntry;
  readonly saved: boolean;
}

/**
 * Opens the store. There is one writer: saves run one after the other, and all changes that wait go into the next one.
 * Another process may write the same file without a lock, so each save merges first; what it can still lose is a foreign
 * change that falls between our merge and our rename (a few milliseconds).
 */
export function openBreakerStore(path: string, timeline: Timeline, warn: (message: string) => void): BreakerStore {
  let slots = new Map<string, Slot>();
  const file = openStateFile(path);
  let seen: StateFileReading | null = null;
  let readProblem: string | null = null;
  let writeProblem: string | null = null;
  let tail: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  function refresh(): void {
    const reading = file.read();
    if (reading === seen) return;
    seen = reading;
    const problem = reading.kind === 'missing' ? null : reading.problem;
    readProblem = problem === null ? null : `breaker state ${path} cannot be used: ${problem}`;
    if (readProblem !== null) warn(readProblem);
    if (reading.kind === 'read') slots = mergeSlots(slots, reading.entries, timeline);
  }

  async function save(): Promise<void> {
    refresh();
    const written = new Map(slots);
    try {
      await writeStateFile(path, new Map([...written].map(([key, slot]) => [key, slot.stored])));
    } catch (error) {
      writeProblem = `breaker state ${path} cannot be written: ${errorCode(error) || 'unknown error'}`;
      warn(writeProblem);
      return;
    }
    writeProblem = null;
    for (const [key, slot] of written) if (slots.get(key) === slot) slots.set(key, { ...slot, saved: true });
  }

  return {
    refresh,
    get: (key) => slots.get(key)?.entry ?? CLOSED_ENTRY,
    entries: () =>
      [...slots].map(([key, slot]): [string, BreakerEntry] => [key, slot.entry]).sort(([a], [b]) => (a < b ? -1 : 1)),
    put: (key, entry) => {
      slots.set(key, { entry, stored: storeEntry(entry, timeline), saved: false });
      next ??= tail = tail.then(() => {
        next = null;
        return save();
      });
      return next;
    },
    flush: () => tail,
    problem: () => writeProblem ?? readProblem,
  };
}

/**
 * The file wins, with two exceptions. An entry that stands in it just as we know it keeps its place on our timeline, so
 * that a jump of the wall clock cannot move it; and a change of ours that is not on disk yet is not forgotten.
 */
function mergeSlots(ours: ReadonlyMap<string, Slot>, file: StoredEntries, timeline: Timeline): Map<string, Slot> {
  const merged = new Map<string, Slot>();
  for (const [key, slot] of ours) if (!slot.saved) merged.set(key, slot);
  for (const [key, stored] of file) {
    const known = ours.get(key);
    if (known !== undefined && jsonEqual(known.stored, stored)) merged.set(key, { ...known, saved: true });
    else if (!merged.has(key)) merged.set(key, { entry: loadEntry(stored, timeline), stored, saved: true });
  }
  return merged;
}
