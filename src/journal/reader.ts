import type { JsonObject } from '../lib/json.ts';
import { lossyInteger } from '../models/numbers.ts';
import { decodeLine, lineHash, recordId } from './decode-line.ts';
import { createJournalIndex, type JournalTotals } from './journal-index.ts';
import { linesBackwards } from './lines.ts';
import { openDistinct } from './readable-file.ts';
import { journalFiles } from './rotation.ts';

/** One record of a journal with its id (its own, or the derived one). */
export interface JournalRow {
  readonly id: string;
  readonly record: JsonObject;
}

/** Options of {@link openJournalReader}. */
export interface JournalReaderOptions {
  /** The live file. */
  readonly path: string;
  /** Rotated files to read as well. */
  readonly backups: number;
  /** What `totals()` counts records by. Keep the number of distinct answers small. Default: nothing. */
  readonly facet?: (record: JsonObject) => string;
}

/** Reads a journal while its writers write. Every method copes with missing, torn, rotated and foreign files and never rejects. */
export interface JournalReader {
  readonly path: string;
  /** Records from the newest to the oldest across all files, read as they are asked for. Safe against a rotation meanwhile. */
  newestFirst(): AsyncGenerator<JournalRow>;
  /** The record with this id, or null. Ids are found in every file that is still there. */
  find(id: string): Promise<JournalRow | null>;
  /** The last `limit` records in the order they were written; all of them unless `limit` is a positive whole number (or its text). */
  last(limit?: unknown): Promise<JournalRow[]>;
  /** Counts over all files. The first call reads them once; later ones read only what was added. */
  totals(): Promise<JournalTotals>;
}

/** Opens a reader. Touches nothing before the first call and holds no file open between calls. */
export function openJournalReader(options: JournalReaderOptions): JournalReader {
  const files = journalFiles(options.path, options.backups);
  const index = createJournalIndex(files, options.facet ?? (() => ''));

  async function* newestFirst(): AsyncGenerator<JournalRow> {
    for await (const line of newestLines(files)) {
      const decoded = decodeLine(line);
      if (decoded.kind === 'record') yield { id: recordId(decoded.record, line), record: decoded.record };
    }
  }

  return {
    path: options.path,
    newestFirst,
    find: (id) => findRow(files, id),
    last: async (limit) => {
      const wanted = lossyInteger(limit) ?? 0;
      const rows: JournalRow[] = [];
      for await (const row of newestFirst()) {
        rows.push(row);
        if (rows.length === wanted) break;
      }
      return rows.reverse();
    },
    totals: () => index.totals(),
  };
}

/** Ids of this alphabet stand in a line exactly as they are, whoever wrote it. */
const PLAIN_ID = /^[\w.:-]+$/;

/** Looks at the bytes before parsing: 20 MiB are searched in some 50 ms, parsing them takes several times that. */
async function findRow(files: readonly string[], id: string): Promise<JournalRow | null> {
  if (id === '') return null;
  const hash = /-([0-9a-f]{8})$/.exec(id)?.[1];
  const needle = PLAIN_ID.test(id) ? Buffer.from(JSON.stringify(id)) : null;
  for await (const line of newestLines(files)) {
    const possible = needle === null || line.includes(needle) || (hash !== undefined && lineHash(line) === hash);
    if (!possible) continue;
    const decoded = decodeLine(line);
    if (decoded.kind === 'record' && recordId(decoded.record, line) === id) return { id, record: decoded.record };
  }
  return null;
}

/** Raw lines, newest first. */
async function* newestLines(files: readonly string[]): AsyncGenerator<Buffer> {
  const opened = await openDistinct(files);
  try {
    for (const { handle, size } of opened) {
      try {
        yield* linesBackwards(handle, size);
      } catch {
        // An unreadable rest costs its own lines; the other files still count.
      }
    }
  } finally {
    for (const { handle } of opened) await handle.close().catch(() => undefined);
  }
}
