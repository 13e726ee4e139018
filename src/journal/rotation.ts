import { rename, stat } from 'node:fs/promises';
import { errorCode } from '../lib/atomic-file.ts';

/** All files of a journal, newest first: the live file, then `.1` .. `.<backups>`. Any of them may be missing. */
export function journalFiles(path: string, backups: number): string[] {
  return [path, ...Array.from({ length: backups }, (_, index) => `${path}.${index + 1}`)];
}

/**
 * Renames the live file to `.1` after moving older ones up; the oldest is dropped. Only the files below the first gap
 * move: when the last rename fails (an immutable file, say) the retries find `.1` free and cost no further backup.
 * Throws the system's error; then every file still has a name.
 */
export async function rotateFiles(path: string, backups: number): Promise<void> {
  const files = journalFiles(path, backups);
  let last = 1;
  while (last < backups && (await exists(files[last]))) last++;
  for (let index = last; index > 0; index--) {
    const [from, to] = [files[index - 1], files[index]];
    if (from !== undefined && to !== undefined) await rename(from, to);
  }
}

async function exists(path: string | undefined): Promise<boolean> {
  if (path === undefined) return false;
  return stat(path).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  );
}
