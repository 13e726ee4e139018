import type { FileHandle } from 'node:fs/promises';

/** Bytes kept of the beginning of a stream, and as many of its end (product decision: 4 MiB each). */
export const HEAD_BYTES = 4 * 1024 * 1024;

/** The most that can be read back of one stream. */
export const KEPT_BYTES = 2 * HEAD_BYTES;

/** Room for writes in flight: a reader of the last 4 MiB never meets the bytes that are being overwritten just then. */
export const SLACK_BYTES = 256 * 1024;

/** The ring behind the head. Up to `HEAD_BYTES + RING_BYTES` a file is simply the stream. */
export const RING_BYTES = HEAD_BYTES + SLACK_BYTES;

/** Where the total is written once the ring has wrapped. */
export const TRAILER_AT = HEAD_BYTES + RING_BYTES;

/** An unsigned 64-bit little-endian number. */
export const TRAILER_BYTES = 8;

/** Where in the file a byte of the stream behind the head stands. */
export function ringOffset(offset: number): number {
  return HEAD_BYTES + ((offset - HEAD_BYTES) % RING_BYTES);
}

/** Length of the stream a capture file holds: its size, until the ring wraps and the trailer says it. Bytes. */
export async function totalBytes(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  if (size < TRAILER_AT + TRAILER_BYTES) return Math.min(size, TRAILER_AT);
  const { buffer } = await file.read(Buffer.alloc(TRAILER_BYTES), 0, TRAILER_BYTES, TRAILER_AT);
  return Number(buffer.readBigUInt64LE());
}
