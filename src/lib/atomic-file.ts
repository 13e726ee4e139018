import { randomBytes } from 'node:crypto';
import { link, lstat, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Options of `createFile`. */
export interface WriteOptions {
  /** Permission bits of the result, whatever the umask says. Default: those of the file replaced, else 0600. */
  readonly mode?: number;
}

/** Options of `replaceFile`. */
export interface ReplaceOptions extends WriteOptions {
  /** Called when everything is ready, right before the rename: what it throws cancels the replacement and is thrown on. */
  readonly confirm?: () => Promise<void>;
}

const PRIVATE = 0o600;

/**
 * Replaces a file's content so that a reader, or a power cut, finds the old bytes or the new ones and never a mixture: temporary file in
 * the same folder, fsync, rename, fsync of the folder. A symlink stays a symlink (its target is replaced); mode and, where the process may
 * set it, owner are kept. On failure the old file is untouched, nothing is left beside it, and the system's error (`code`) is thrown;
 * EBUSY or EXDEV mean that the file is a mount point of its own and cannot be renamed over.
 */
export async function replaceFile(
  path: string,
  bytes: Uint8Array | string,
  options: ReplaceOptions = {},
): Promise<void> {
  const target = await realpath(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return path;
    throw error;
  });
  const current = await stat(target).catch(() => null);
  const mode = options.mode ?? (current === null ? PRIVATE : current.mode & 0o7777);
  const temporary = await writeBeside(target, bytes, mode, current);
  try {
    await options.confirm?.();
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(target));
}

/**
 * Creates a file that must not exist yet, complete or not at all: the finished temporary file is hard-linked into place. Throws EEXIST when
 * anything (a dangling symlink too) has the name already. Mode 0600 unless told otherwise.
 */
export async function createFile(path: string, bytes: Uint8Array | string, options: WriteOptions = {}): Promise<void> {
  const temporary = await writeBeside(path, bytes, options.mode ?? PRIVATE, null);
  try {
    await link(temporary, path);
  } catch (error) {
    // Some file systems (FAT, a few FUSE ones) have no hard links. Asking first and renaming after is the best they allow.
    if (!NO_HARD_LINKS.has(errorCode(error)) || (await exists(path))) throw error;
    await rename(temporary, path);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
  await syncFolder(dirname(path));
}

/** The `code` of a system error (`ENOENT`, `EACCES`, ...), or `""` for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const NO_HARD_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Writes a synced temporary file in the target's folder and returns its path; leaves nothing when it fails. */
async function writeBeside(
  target: string,
  bytes: Uint8Array | string,
  mode: number,
  owner: Owner | null,
): Promise<string> {
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  const file = await open(temporary, 'wx', PRIVATE);
  try {
    await file.writeFile(bytes);
    const { uid, gid } = await file.stat();
    // Only root may give a file away; for everybody else the new file is simply theirs.
    if (owner !== null && (owner.uid !== uid || owner.gid !== gid))
      await file.chown(owner.uid, owner.gid).catch(() => undefined);
    await file.chmod(mode);
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  return temporary;
}

/** Makes a rename durable. Best effort: some file systems refuse to sync a folder, and the new content is in place by then. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
