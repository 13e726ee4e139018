import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** A file opened for reading, as it was at that moment. */
export interface ReadableFile {
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
      handle,
      size: Number(stats.size),
      mtime: String(stats.mtimeNs),
      identity: `${stats.dev}:${stats.ino}`,
    };
  await handle.close().catch(() => undefined);
  return null;
}
