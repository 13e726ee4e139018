import { createHash } from 'node:crypto';

/** The 53 bits that a JavaScript number holds without loss. */
const SAFE_BITS = 53n;

/** The seed of a task's shuffle: the first 53 bits of its sha256, so that the same task draws the same order in every process. */
export function taskSeed(task: string): number {
  const digest = createHash('sha256').update(task).digest();
  return Number(digest.readBigUInt64BE(0) >> (64n - SAFE_BITS));
}
