import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Long enough to hold a record's time and a part of its task. */
const HEAD_BYTES = 256;

/** A file opened for reading, as it was at that moment. */
export interface ReadableFile {
  readonly path: string;
  readonly handle: FileHandle;
  readonly size: number;
  /** Modification time in nanoseconds, as text. */
  readonly mtime: string;
  /** Device and inode: the same for one file under two names. */
  readonly identity: string;
}

/** Opens one file of a journal, or null when it is missing, unreadable, or no regular file. Never waits on a pipe. */
export async function openForReading(path: string): Promise<ReadableFile | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  const stats = await handle.stat({ bigint: true }).catch(() => null);
  if (stats?.isFile())
    return {
      path,
      handle,
      size: Number(stats.size),
      mtime: String(stats.mtimeNs),
      identity: `${stats.dev}:${stats.ino}`,
    };
  await handle.close().catch(() => undefined);
  return null;
}

/**
 * Opens the files of a journal that are there, all before the first is read and the newest first: a rotation in between shows one file under
 * two names, which its inode gives away, and never hides one. The caller closes them.
 * @param files paths, newest first.
 */
export async function openDistinct(files: readonly string[]): Promise<ReadableFile[]> {
  const opened: ReadableFile[] = [];
  const seen = new Set<string>();
  for (const path of files) {
    const file = await openForReading(path);
    if (file === null) continue;
    if (seen.has(file.identity)) await file.handle.close().catch(() => undefined);
    else opened.push(file);
    seen.add(file.identity);
  }
  return opened;
}

/** The first bytes of a file: they tell one that grew from a new one that got the inode of a deleted one. Throws the system's error. */
export async function readHead({ handle, size }: ReadableFile): Promise<Buffer> {
  const head = Buffer.alloc(Math.min(HEAD_BYTES, size));
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  return head.subarray(0, bytesRead);
}

/** Whether a journal file is there and can be read. */
export async function isRegularFile(path: string): Promise<boolean> {
  const file = await openForReading(path);
  await file?.handle.close().catch(() => undefined);
  return file !== null;
}
