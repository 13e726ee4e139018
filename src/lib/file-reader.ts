import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { errorCode } from './atomic-file.ts';

/** What one look at a file found. `read` is the only state with content. */
export type FileReading =
  | {
      readonly state: 'read';
      readonly bytes: Uint8Array;
      readonly mtime: Date;
      /** Last change of content, name, mode or owner; unlike `mtime` no program can set it. */
      readonly changedAt: Date;
      /** Device and inode: another value means that the file was replaced, not written to. */
      readonly identity: string;
    }
  | { readonly state: 'missing' }
  | { readonly state: 'not_a_file'; readonly what: 'a directory' | 'not a regular file' }
  | { readonly state: 'too_large'; readonly size: number; readonly mtime: Date }
  | { readonly state: 'unreadable'; readonly code: string };

/** Options of `createFileReader`. */
export interface FileReaderOptions<T> {
  /** Files above this many bytes are not read. */
  readonly maxBytes: number;
  /** Turns a reading into the value to serve. Called only when the file changed; `previous` is the value served before. */
  readonly interpret: (reading: FileReading, previous: T | undefined) => T;
}

/**
 * Attempts to read a file that changes under the reader. Each takes microseconds, a writer's pause takes milliseconds: a file that is still
 * changing after three is served as it was read and looked at again on the next call.
 */
const ATTEMPTS = 3;

/**
 * A change time younger than this does not prove anything: Linux stamps files from a clock of 1-10 ms steps, so a second write of the same
 * length in the same step leaves the same stamp. Such a file is read again until it has aged.
 */
const STAMP_TRUST_MS = 50;

interface Entry<T> {
  readonly stamp: Stamp;
  readonly reading: FileReading;
  readonly settled: boolean;
  readonly value: T;
}

/**
 * A file that is looked at on every call and read only when it changed (device, inode, modification time, change time, size). There is no
 * watcher to lose: replacing, appending, truncating, deleting and recreating are all seen by the next call. Synchronous: one `stat`, a few
 * microseconds, when nothing changed. Throws only what `interpret` throws.
 */
export function createFileReader<T>(path: string, options: FileReaderOptions<T>): { read(): T } {
  let entry: Entry<T> | undefined;
  const read = (): T => {
    if (entry?.settled && sameStamp(entry.stamp, stampOf(path))) return entry.value;
    const { reading, stamp, settled } = readSettled(path, options.maxBytes);
    const unchanged = entry !== undefined && sameStamp(entry.stamp, stamp) && sameReading(entry.reading, reading);
    const value = unchanged && entry ? entry.value : options.interpret(reading, entry?.value);
    entry = { stamp, reading, settled, value };
    return value;
  };
  return { read };
}

/**
 * Identity and age of what stands at a path: numbers, or the error code of the look. The times carry a quarter of a microsecond, the
 * kernel's own stamps a few milliseconds.
 */
type Stamp = string | Pick<Stats, (typeof STAMPED)[number]>;

const STAMPED = ['ino', 'dev', 'mtimeMs', 'ctimeMs', 'size'] as const;

function stampOf(path: string): Stamp {
  try {
    // This is asked several times a request, and for a missing file a thrown error costs more than the look.
    return statSync(path, { throwIfNoEntry: false }) ?? 'ENOENT';
  } catch (error) {
    return errorCode(error);
  }
}

function sameStamp(a: Stamp, b: Stamp): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return STAMPED.every((key) => a[key] === b[key]);
}

function readSettled(path: string, maxBytes: number): { reading: FileReading; stamp: Stamp; settled: boolean } {
  for (let attempt = 1; ; attempt++) {
    const before = stampOf(path);
    const reading = readOnce(path, maxBytes);
    const stable = sameStamp(before, stampOf(path));
    if (stable || attempt === ATTEMPTS) return { reading, stamp: before, settled: stable && mayTrust(path, reading) };
  }
}

/** Whether an unchanged stamp proves unchanged content. A failed read is never kept: EMFILE and EIO pass. */
function mayTrust(path: string, reading: FileReading): boolean {
  if (reading.state === 'unreadable') return false;
  if (reading.state === 'missing') return true;
  try {
    return Math.abs(Date.now() - statSync(path).ctimeMs) > STAMP_TRUST_MS;
  } catch {
    return false;
  }
}

function readOnce(path: string, maxBytes: number): FileReading {
  let descriptor: number;
  try {
    // Without O_NONBLOCK, opening a named pipe waits for a writer and freezes the process.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { state: 'missing' } : { state: 'unreadable', code };
  }
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) return { state: 'not_a_file', what: 'a directory' };
    if (!stats.isFile()) return { state: 'not_a_file', what: 'not a regular file' };
    if (stats.size > maxBytes) return { state: 'too_large', size: stats.size, mtime: stats.mtime };
    const { mtime, ctime, dev, ino } = stats;
    return { state: 'read', bytes: readFileSync(descriptor), mtime, changedAt: ctime, identity: `${dev}:${ino}` };
  } catch (error) {
    return { state: 'unreadable', code: errorCode(error) };
  } finally {
    closeSync(descriptor);
  }
}

function sameReading(a: FileReading, b: FileReading): boolean {
  if (a.state === 'read') return b.state === 'read' && Buffer.compare(a.bytes, b.bytes) === 0;
  if (a.state === 'unreadable') return b.state === 'unreadable' && a.code === b.code;
  return a.state === b.state;
}
