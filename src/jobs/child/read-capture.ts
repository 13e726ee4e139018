import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../../lib/atomic-file.ts';
import { HEAD_BYTES, RING_BYTES, ringOffset, SLACK_BYTES, totalBytes } from './capture-layout.ts';

/** A piece of a stored stream. Offsets count raw bytes of the whole stream. */
export interface CaptureSlice {
  /** Where `bytes` begin: the offset asked for, or the end of the gap it fell into. */
  readonly from: number;
  readonly next: number;
  /** End of the stream so far. */
  readonly end: number;
  readonly bytes: Uint8Array;
  /** Bytes that were asked for and are no longer kept. */
  readonly gap: { readonly from: number; readonly to: number } | null;
}

/** A writer that laps us three times in the microseconds of one read is not one of ours. */
const ATTEMPTS = 3;

/**
 * Reads up to `maxBytes` from an offset, of a capture that is complete or still being written. An offset past the end gives an empty slice at
 * the end. Null when there is no such file; throws other system errors.
 */
export async function readCapture(path: string, from: number, maxBytes: number): Promise<CaptureSlice | null> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    return await readStable(file, from, maxBytes);
  } finally {
    await file.close();
  }
}

async function readStable(file: FileHandle, from: number, maxBytes: number): Promise<CaptureSlice> {
  for (let attempt = 1; ; attempt++) {
    const end = await totalBytes(file);
    const slice = await readOnce(file, Math.min(from, end), maxBytes, end);
    if (attempt === ATTEMPTS || (await totalBytes(file)) - end < SLACK_BYTES / 2) return slice;
  }
}

async function readOnce(file: FileHandle, asked: number, maxBytes: number, end: number): Promise<CaptureSlice> {
  const tailStart = Math.max(HEAD_BYTES, end - HEAD_BYTES);
  const inGap = asked >= HEAD_BYTES && asked < tailStart;
  const from = inGap ? tailStart : asked;
  const last = from < HEAD_BYTES ? Math.min(end, HEAD_BYTES) : end;
  const bytes = await readRange(file, from, Math.min(last, from + maxBytes));
  return { from, next: from + bytes.length, end, bytes, gap: inGap ? { from: asked, to: tailStart } : null };
}

/** Reads a range of the stream that lies wholly in the head or wholly in the ring. */
async function readRange(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(to - from);
  let filled = 0;
  while (filled < bytes.length) {
    const offset = from + filled;
    const place = offset < HEAD_BYTES ? offset : ringOffset(offset);
    const room = offset < HEAD_BYTES ? bytes.length : HEAD_BYTES + RING_BYTES - place;
    const { bytesRead } = await file.read(bytes, filled, Math.min(bytes.length - filled, room), place);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
