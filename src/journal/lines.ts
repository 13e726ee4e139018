import type { FileHandle } from 'node:fs/promises';
import { NEWLINE } from './encode-line.ts';

/** Bytes per read from the end: a page of recent decisions usually fits into one or two. */
const BACKWARD_BLOCK = 64 * 1024;
/** Bytes per read from the start. Decoding this much takes about 2 ms, which is how long other requests may wait for it. */
const FORWARD_BLOCK = 256 * 1024;

/**
 * The lines of a file from its last to its first, read in blocks from the end: what the caller does not ask for is not
 * read. `size` is where the file ended when the caller looked; later bytes are not seen. A last line without an end is
 * yielded like any other. Throws the system's error.
 */
export async function* linesBackwards(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  // Pieces of the line whose start has not been reached yet, last piece first: joined once, however long the line is.
  let pieces: Buffer[] = [];
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - BACKWARD_BLOCK);
    const block = await readBlock(handle, start, end - start);
    let cut = block.length;
    for (let at = lastNewline(block, cut); at !== -1; at = lastNewline(block, cut)) {
      yield Buffer.concat([block.subarray(at + 1, cut), ...pieces.reverse()]);
      pieces = [];
      cut = at;
    }
    pieces.push(block.subarray(0, cut));
    end = start;
  }
  yield Buffer.concat(pieces.reverse());
}

/** A line read forwards: its bytes, and where the next one starts (`null` while the line has no end yet). */
export interface ForwardLine {
  readonly line: Buffer;
  readonly next: number | null;
}

/** The lines of a file from a line start at `offset` up to `size`, in order. Throws the system's error. */
export async function* linesForwards(handle: FileHandle, offset: number, size: number): AsyncGenerator<ForwardLine> {
  let pieces: Buffer[] = [];
  for (let position = offset; position < size; ) {
    const block = await readBlock(handle, position, Math.min(FORWARD_BLOCK, size - position));
    if (block.length === 0) break;
    let start = 0;
    for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, start)) {
      yield { line: Buffer.concat([...pieces, block.subarray(start, at)]), next: position + at + 1 };
      pieces = [];
      start = at + 1;
    }
    pieces.push(block.subarray(start));
    position += block.length;
  }
  const rest = Buffer.concat(pieces);
  if (rest.length > 0) yield { line: rest, next: null };
}

function lastNewline(block: Buffer, before: number): number {
  return before === 0 ? -1 : block.lastIndexOf(NEWLINE, before - 1);
}

/** Up to `length` bytes; fewer only where the file was cut meanwhile. */
async function readBlock(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const block = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(block, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return block.subarray(0, filled);
}
