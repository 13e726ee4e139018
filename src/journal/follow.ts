import { decodeLine, recordId } from './decode-line.ts';
import { linesBackwards, linesForwards } from './lines.ts';
import { openDistinct, type ReadableFile, readHead } from './readable-file.ts';
import type { JournalRow } from './reader.ts';
import { journalFiles } from './rotation.ts';

/** Follows a journal as it grows, through rotations. */
export interface JournalFollower {
  /** Records that were completed since the last call, oldest first. Never rejects. */
  poll(): Promise<JournalRow[]>;
}

/** Where reading goes on: in which file, and at which byte. */
interface Place {
  readonly identity: string;
  /** What the file begins with, as far as it was read. */
  readonly head: Buffer;
  readonly offset: number;
}

/**
 * Opens a follower at the end of what is there now; of a journal that is not there yet, everything will be new. It holds no file open
 * between calls: a rotated file is found again by its inode and its first bytes, and its last records are read before those of newer files.
 */
export async function openJournalFollower(path: string, backups: number): Promise<JournalFollower> {
  const files = journalFiles(path, backups);
  let place = await endOf(path);

  const readOn = async (file: ReadableFile, start: number, rows: JournalRow[]): Promise<void> => {
    const head = await readHead(file);
    for await (const { line, next } of linesForwards(file.handle, start, file.size)) {
      if (next === null) break;
      place = { identity: file.identity, head: head.subarray(0, next), offset: next };
      const decoded = decodeLine(line);
      if (decoded.kind === 'record') rows.push({ id: recordId(decoded.record, line), record: decoded.record });
    }
  };

  return {
    poll: async () => {
      const rows: JournalRow[] = [];
      const opened = await openDistinct(files);
      try {
        const known = place === null ? -1 : await indexOfPlace(opened, place);
        // Unknown: the file was cut, removed or moved away, so the one at the path is new as a whole.
        const unread = known === -1 ? opened.filter((file) => file.path === path) : opened.slice(0, known + 1);
        const start = known === -1 || place === null ? 0 : place.offset;
        for (const [index, file] of unread.reverse().entries()) await readOn(file, index === 0 ? start : 0, rows);
      } catch {
        // The disk failed in the middle: what was read is true, and the place says where to go on.
      } finally {
        await closeAll(opened);
      }
      return rows;
    },
  };
}

async function indexOfPlace(opened: readonly ReadableFile[], place: Place): Promise<number> {
  for (const [index, file] of opened.entries()) {
    if (file.identity !== place.identity) continue;
    const head = await readHead(file);
    return file.size >= place.offset && head.subarray(0, place.head.length).equals(place.head) ? index : -1;
  }
  return -1;
}

/** The start of the unfinished last line, which is the end where there is none. */
async function endOf(path: string): Promise<Place | null> {
  const opened = await openDistinct([path]);
  try {
    const [file] = opened;
    if (file === undefined) return null;
    const head = await readHead(file);
    const last = await linesBackwards(file.handle, file.size).next();
    const offset = file.size - (last.value?.length ?? 0);
    return { identity: file.identity, head: head.subarray(0, offset), offset };
  } catch {
    return null;
  } finally {
    await closeAll(opened);
  }
}

async function closeAll(files: readonly ReadableFile[]): Promise<void> {
  for (const { handle } of files) await handle.close().catch(() => undefined);
}
