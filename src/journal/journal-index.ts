import type { JsonObject } from '../lib/json.ts';
import { decodeLine } from './decode-line.ts';
import { linesForwards } from './lines.ts';
import { openForReading, type ReadableFile, readHead } from './readable-file.ts';

/** Counts over all files of a journal. */
export interface JournalTotals {
  readonly rows: number;
  /** Lines that hold no record: torn, undecodable, not JSON, not an object. Blank lines and repair notes don't count. */
  readonly skipped_lines: number;
  /** Records by what the reader's `facet` says of them. */
  readonly facets: ReadonlyMap<string, number>;
}

/** Running counts of a journal. */
export interface JournalIndex {
  /** Counts as of now. Reads what was added since the last call; concurrent calls share one pass. Never rejects. */
  totals(): Promise<JournalTotals>;
}

type Facet = (record: JsonObject) => string;

/** Counts of lines that cannot change any more. */
interface Tally {
  rows: number;
  skipped: number;
  readonly facets: Map<string, number>;
}

interface IndexedFile {
  /** First bytes of the file: they tell a grown file from a new one that got the inode of a deleted one. */
  readonly head: Buffer;
  readonly size: number;
  readonly mtime: string;
  /** End of the last complete line that `settled` counts. */
  readonly offset: number;
  readonly settled: Tally;
  /** `settled` plus a last line that has no end yet. */
  readonly total: Tally;
}

/** Creates an index over a journal's files. Keeps per file: its identity, how far it was read, and the counts up to there. */
export function createJournalIndex(files: readonly string[], facet: Facet): JournalIndex {
  let known = new Map<string, IndexedFile>();
  let running: Promise<JournalTotals> | null = null;

  const pass = async (): Promise<JournalTotals> => {
    const next = new Map<string, IndexedFile>();
    for (const path of files) {
      const file = await openForReading(path);
      if (file === null) continue;
      try {
        if (!next.has(file.identity)) next.set(file.identity, await indexFile(file, known.get(file.identity), facet));
      } catch {
        // An unreadable file contributes nothing, and is tried again next time.
      } finally {
        await file.handle.close().catch(() => undefined);
      }
    }
    known = next;
    return sum([...next.values()].map(({ total }) => total));
  };

  return {
    totals: () => {
      running ??= pass().finally(() => {
        running = null;
      });
      return running;
    },
  };
}

async function indexFile(file: ReadableFile, before: IndexedFile | undefined, facet: Facet): Promise<IndexedFile> {
  if (before?.size === file.size && before.mtime === file.mtime) return before;
  const head = await readHead(file);
  const grown =
    before !== undefined && file.size >= before.size && head.subarray(0, before.head.length).equals(before.head);
  const settled = grown ? copy(before.settled) : emptyTally();
  let offset = grown ? before.offset : 0;
  let total = settled;
  for await (const { line, next } of linesForwards(file.handle, offset, file.size)) {
    if (next === null) total = copy(settled);
    else offset = next;
    count(total, line, facet);
  }
  return { head, size: file.size, mtime: file.mtime, offset, settled, total };
}

function count(tally: Tally, line: Buffer, facet: Facet): void {
  const decoded = decodeLine(line);
  if (decoded.kind === 'damaged') tally.skipped++;
  if (decoded.kind !== 'record') return;
  const key = facet(decoded.record);
  tally.rows++;
  tally.facets.set(key, (tally.facets.get(key) ?? 0) + 1);
}

function sum(tallies: readonly Tally[]): JournalTotals {
  const all = emptyTally();
  for (const { rows, skipped, facets } of tallies) {
    all.rows += rows;
    all.skipped += skipped;
    for (const [key, value] of facets) all.facets.set(key, (all.facets.get(key) ?? 0) + value);
  }
  return { rows: all.rows, skipped_lines: all.skipped, facets: all.facets };
}

function emptyTally(): Tally {
  return { rows: 0, skipped: 0, facets: new Map() };
}

function copy(tally: Tally): Tally {
  return { ...tally, facets: new Map(tally.facets) };
}
