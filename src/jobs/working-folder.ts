import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** Why a folder cannot be worked in. */
export type FolderProblem = 'cwd_not_absolute' | 'cwd_missing' | 'cwd_not_dir' | 'cwd_not_accessible';

/** Checks a folder that a caller named; `null` when a child can start there. */
export function folderProblem(path: string): FolderProblem | null {
  if (!isAbsolute(path)) return 'cwd_not_absolute';
  try {
    return statSync(path).isDirectory() ? null : 'cwd_not_dir';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOTDIR') return 'cwd_not_dir';
    return code === 'ENOENT' ? 'cwd_missing' : 'cwd_not_accessible';
  }
}

/** The daemon's own folder, which jobs inherit; HOME where it was removed meanwhile. */
export function inheritedFolder(home: string): string {
  try {
    const here = process.cwd();
    return folderProblem(here) === null ? here : home;
  } catch {
    return home;
  }
}
