import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../../lib/atomic-file.ts';
import {
  HEAD_BYTES,
  KEPT_BYTES,
  RING_BYTES,
  ringOffset,
  TRAILER_AT,
  TRAILER_BYTES,
  totalBytes,
} from './capture-layout.ts';

/** How much of a stream there was and how much of it is kept. */
export interface CaptureCounts {
  /** Bytes written to the sink. */
  readonly bytes: number;
  /** Of which can still be read. */
  readonly kept: number;
  readonly truncated: boolean;
  /** Code of the first failed write (`ENOSPC`); bytes after it are counted but not kept. */
  readonly error: string | null;
}

/** The store of one stream of one job. */
export interface CaptureSink {
  /** Resolves when the bytes are in the file; never rejects. One call at a time: the wait is the child's backpressure. */
  write(bytes: Uint8Array): Promise<void>;
  counts(): CaptureCounts;
  /** Closes the file, which stays. */
  close(): Promise<void>;
}

/** Largest single write; the ring's slack must hold it. Pipes deliver 64 KiB at most. */
const MAX_WRITE = 64 * 1024;

/**
 * Opens the store of one stream (0600, created when missing, continued when there): the first 4 MiB and the last 4 MiB, in one file of
 * bounded size that says itself how much there was, so that a reader needs nothing but the path, even after a crash.
 */
export async function openCapture(path: string): Promise<CaptureSink> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  let bytes = await totalBytes(file);
  let error: string | null = null;
  let kept = Math.min(bytes, KEPT_BYTES);

  async function store(piece: Uint8Array): Promise<void> {
    await writeAt(file, piece, bytes);
    bytes += piece.length;
    if (bytes > HEAD_BYTES + RING_BYTES) await writeTotal(file, bytes);
    kept = Math.min(bytes, KEPT_BYTES);
  }

  return {
    write: async (chunk) => {
      for (let at = 0; at < chunk.length && error === null; at += MAX_WRITE) {
        try {
          await store(chunk.subarray(at, at + MAX_WRITE));
        } catch (problem) {
          error = errorCode(problem) || 'write failed';
          bytes += chunk.length - at;
          return;
        }
      }
    },
    counts: () => ({ bytes, kept, truncated: kept < bytes, error }),
    close: () => file.close(),
  };
}

async function writeAt(file: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < piece.length; ) {
    const offset = position + at;
    const inHead = offset < HEAD_BYTES;
    const place = inHead ? offset : ringOffset(offset);
    const room = inHead ? HEAD_BYTES - offset : TRAILER_AT - place;
    const { bytesWritten } = await file.write(piece, at, Math.min(piece.length - at, room), place);
    at += bytesWritten;
  }
}

async function writeTotal(file: FileHandle, total: number): Promise<void> {
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeBigUInt64LE(BigInt(total));
  await file.write(trailer, 0, TRAILER_BYTES, TRAILER_AT);
}
