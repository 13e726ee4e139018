import { errorCode } from '../../lib/atomic-file.ts';
import { isLockHeld } from '../../lib/file-lock.ts';

/** Why nothing was written although the request was right. */
export interface WriteFailure {
  readonly kind: 'failed';
  /** `read_only`: the file says that it is not to be written. `locked`: another process is writing. `io`: the system refused. */
  readonly problem: 'read_only' | 'locked' | 'io';
  /** For a person, with the system's error code. */
  readonly reason: string;
}

/** What came of an apply. Hashes are sha256 in hex; after `written` and `unchanged` that of the file as it is now. */
export type ApplyResult =
  | { readonly kind: 'written' | 'unchanged' | 'conflict'; readonly hash: string }
  | { readonly kind: 'rejected'; readonly errors: readonly string[] }
  | WriteFailure;

/** What came of a revert. `saved` is the number of the history entry that holds what was replaced. */
export type RevertResult =
  | { readonly kind: 'reverted'; readonly hash: string; readonly saved: number }
  | { readonly kind: 'conflict'; readonly hash: string }
  | { readonly kind: 'no_snapshot' }
  | WriteFailure;

/** What to do about the errors that a person meets. */
const CURES: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EBUSY: 'it is a mount point of its own and cannot be replaced; mount its folder instead',
  EXDEV: 'it is a mount point of its own and cannot be replaced; mount its folder instead',
};

/** A system error as a result. Anything else is a defect, and thrown on. */
export function writeFailure(error: unknown, what: string): WriteFailure {
  if (isLockHeld(error)) return { kind: 'failed', problem: 'locked', reason: error.message };
  const code = errorCode(error);
  if (code === '') throw error;
  const cure = CURES[code];
  return { kind: 'failed', problem: 'io', reason: `${what}: ${cure === undefined ? code : `${cure} (${code})`}` };
}
