/** Bytes kept of the beginning of a stream, and as many of its end (product decision: 4 MiB each). */
export const KEPT_BYTES = 4 * 1024 * 1024;

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
