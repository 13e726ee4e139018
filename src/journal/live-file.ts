import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../lib/atomic-file.ts';
import { NEWLINE } from './encode-line.ts';
import { rotateFiles } from './rotation.ts';

/** Where a journal lives and how large it may get. */
export interface LiveFileOptions {
  readonly path: string;
  /** Bytes a file may reach before it rotates. A single larger record gets a file of its own. */
  readonly maxBytes: number;
  /** Rotated files kept, at least 1. */
  readonly backups: number;
  /** Called when the end of a line that somebody left open was written. */
  readonly onRepair: () => void;
}

/** The file that records go to. Not reentrant: the journal's one writer calls it, one call after the other. */
export interface LiveFile {
  /** Ends a torn last line, if the file is there and has one. Throws the system's error. */
  repair(): Promise<void>;
  /**
   * Puts lines on disk, in order, rotating where they would not fit. `committed` is told how many more lines are durable,
   * after each sync. Throws the system's error; the lines not reported by then are not in the file.
   */
  write(lines: readonly Buffer[], committed: (count: number) => void): Promise<void>;
  close(): Promise<void>;
}

/** The part of the live file that we know: what we wrote last, or found when we last looked. */
interface Opened {
  readonly handle: FileHandle;
  readonly dev: bigint;
  readonly ino: bigint;
  size: number;
  /** The last line has no end: a crash, a full disk, or another writer. */
  torn: boolean;
}

/** Records hold task texts: nobody else may read them. The umask can only take bits away. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** O_APPEND, because a Python writer may share the file; O_NONBLOCK, because opening a pipe must not hang. */
const OPEN_FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** Creates the writer's view of one live file. Touches nothing before the first call. */
export function createLiveFile(options: LiveFileOptions): LiveFile {
  const { path, maxBytes, backups } = options;
  let opened: Opened | null = null;

  const close = async (): Promise<void> => {
    const closing = opened;
    opened = null;
    await closing?.handle.close().catch(() => undefined);
  };

  /** Looks at the path before every write: the file may have been moved, removed, rotated or appended to since. */
  const settle = async (): Promise<Opened> => {
    const seen = await statOrNull(path);
    if (opened !== null && (seen === null || seen.ino !== opened.ino || seen.dev !== opened.dev)) await close();
    if (opened === null) opened = await openAt(path, seen === null);
    else if (seen !== null && Number(seen.size) !== opened.size) await lookAtTail(opened, Number(seen.size));
    return opened;
  };

  const append = async (file: Opened, bytes: Buffer): Promise<void> => {
    let written = 0;
    try {
      while (written < bytes.length) {
        const { bytesWritten } = await file.handle.write(bytes, written, bytes.length - written, null);
        if (bytesWritten === 0) throw new Error('the file takes no more bytes');
        written += bytesWritten;
      }
      await file.handle.datasync();
    } catch (error) {
      await takeBack(file, written).catch(() => undefined);
      // What is on disk is uncertain now: the next attempt opens the file anew and looks.
      await close();
      throw error;
    }
    const repaired = file.torn;
    file.size += bytes.length;
    file.torn = false;
    if (repaired) options.onRepair();
  };

  const repair = async (): Promise<void> => {
    if ((await statOrNull(path)) === null) return;
    const file = await settle();
    // A repair that does not fit is left to the rotation that comes with the next record.
    if (file.torn && file.size + repairLine(file).length <= maxBytes) await append(file, repairLine(file));
  };

  const write = async (lines: readonly Buffer[], committed: (count: number) => void): Promise<void> => {
    for (let done = 0; done < lines.length; ) {
      let file = await settle();
      if (file.size > 0 && file.size + repairLine(file).length + (lines[done]?.length ?? 0) > maxBytes) {
        await close();
        await rotateFiles(path, backups);
        file = await settle();
      }
      const chunk = takeFitting(lines, done, maxBytes - file.size - repairLine(file).length);
      await append(file, Buffer.concat([repairLine(file), ...chunk]));
      done += chunk.length;
      committed(chunk.length);
    }
  };

  return { repair, write, close };
}

/** The lines from `start` that fit into `room` bytes, but always the first one. */
function takeFitting(lines: readonly Buffer[], start: number, room: number): readonly Buffer[] {
  let end = start + 1;
  let bytes = lines[start]?.length ?? 0;
  for (; end < lines.length; end++) {
    bytes += lines[end]?.length ?? 0;
    if (bytes > room) break;
  }
  return lines.slice(start, end);
}

/**
 * What goes before the next record: nothing, or the end of the torn line and a note of it. The note is a JSON array, which
 * every reader skips as "not an object". The torn bytes stay: they are perhaps not ours, and perhaps a whole record.
 */
function repairLine(file: Opened): Buffer {
  if (!file.torn) return Buffer.alloc(0);
  return Buffer.from(`\n${JSON.stringify(['journal_repair', { offset: file.size }])}\n`);
}

async function openAt(path: string, isNew: boolean): Promise<Opened> {
  if (isNew) {
    const made = await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    if (made !== undefined) await syncFolder(dirname(made));
  }
  const handle = await open(path, OPEN_FLAGS, FILE_MODE);
  try {
    const seen = await handle.stat({ bigint: true });
    if (!seen.isFile()) throw new Error('the journal is not a regular file');
    const file = { handle, dev: seen.dev, ino: seen.ino, size: 0, torn: false };
    await lookAtTail(file, Number(seen.size));
    // Without this, a power cut could take the new file's name and with it records that were acknowledged.
    if (isNew) await syncFolder(dirname(path));
    return file;
  } catch (error) {
    await handle.close().catch(() => undefined);
    throw error;
  }
}

async function lookAtTail(file: Opened, size: number): Promise<void> {
  const last = Buffer.alloc(1);
  const { bytesRead } = size === 0 ? { bytesRead: 0 } : await file.handle.read(last, 0, 1, size - 1);
  file.size = size;
  file.torn = bytesRead === 1 && last[0] !== NEWLINE;
}

/** Removes our own partial bytes, and only when the file's length proves that they are the last ones. */
async function takeBack(file: Opened, written: number): Promise<void> {
  if (written === 0) return;
  const { size } = await file.handle.stat();
  if (size !== file.size + written) return;
  await file.handle.truncate(file.size);
}

async function statOrNull(path: string): Promise<{ dev: bigint; ino: bigint; size: bigint } | null> {
  return stat(path, { bigint: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
}

/** Some file systems refuse to sync a folder; there the name is as durable as they make it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().catch(() => undefined);
  await folder.close();
}
