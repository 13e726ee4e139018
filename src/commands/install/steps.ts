import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFile, replaceFile } from '../../lib/atomic-file.ts';

/** One change to the disk, decided and not yet made. */
export type Step =
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly text: string;
      readonly mode: number;
      /** Where the file that is there goes first; `null` to replace it. */
      readonly backup: string | null;
      /** Fails where something has the name already. */
      readonly isNew: boolean;
      /** A link that has the name is followed; otherwise the file takes its place. */
      readonly followsLink: boolean;
    }
  | { readonly kind: 'remove'; readonly path: string }
  /** Only where nothing is in it. */
  | { readonly kind: 'remove-empty'; readonly path: string };

/** Folders that hold only what others may read. */
const FOLDER_MODE = 0o755;
const PRIVATE_FOLDER_MODE = 0o700;

/** How to write a file. */
export interface WriteStepOptions {
  readonly mode?: number;
  readonly backup?: string | null;
  readonly followsLink?: boolean;
}

/** The steps that give a file this content: none where it has it. Unless told otherwise a link gives way to a copy. */
export function writeSteps(path: string, text: string, options: WriteStepOptions = {}): Step[] {
  const { mode = 0o644, backup = null, followsLink = false } = options;
  if ((followsLink || !isLink(path)) && readText(path) === text) return [];
  return [{ kind: 'write', path, text, mode, backup, isNew: false, followsLink }];
}

/** The steps that remove a file, a link or a whole folder: none where nothing is there. */
export function removeSteps(path: string): Step[] {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? [] : [{ kind: 'remove', path }];
}

/** Makes the changes, in order. Each is atomic; the first that fails ends it. @throws the system's error. */
export async function applySteps(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step.kind === 'remove') await rm(step.path, { recursive: true, force: true });
    else if (step.kind === 'remove-empty') await rmdir(step.path).catch(() => undefined);
    else await write(step);
  }
}

/** One line a step, for a person. */
export function stepText(step: Step): string {
  if (step.kind === 'remove') return `remove ${step.path}`;
  if (step.kind === 'remove-empty') return `remove ${step.path} if it is empty`;
  const kept = step.backup === null ? '' : ` (the one that is there is kept as ${step.backup})`;
  return `write ${step.path}${kept}`;
}

/** The text of a file; `null` where it cannot be read. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** A name for a backup that nothing has yet: `<path>.bak`, then `.bak2` and so on. */
export function backupPath(path: string): string {
  let name = `${path}.bak`;
  for (let n = 2; existsSync(name); n++) name = `${path}.bak${n}`;
  return name;
}

async function write({
  path,
  text,
  mode,
  backup,
  isNew,
  followsLink,
}: Extract<Step, { kind: 'write' }>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: (mode & 0o077) === 0 ? PRIVATE_FOLDER_MODE : FOLDER_MODE });
  if (isNew) return createFile(path, text, { mode });
  if (backup !== null) await rename(path, backup);
  else if (!followsLink && isLink(path)) await rm(path);
  await replaceFile(path, text, followsLink && existsSync(path) ? {} : { mode });
}

function isLink(path: string): boolean {
  try {
    readlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
