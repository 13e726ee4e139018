import { mkdir, readFile, realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFile, errorCode } from '../lib/atomic-file.ts';
import type { PolicyLocation } from './path.ts';

/** What became of seeding. `reason` is for a log line. */
export type SeedResult = { readonly seeded: true } | { readonly seeded: false; readonly reason: string };

const PACKAGE_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

const CODE_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** The policy that is shipped, and the source of a seeded one. */
export const EXAMPLE_FILE = fileURLToPath(new URL('../../router.example.yaml', import.meta.url));

/**
 * Writes the example policy where there is none: whole, with mode 0600, and never over anything. Does nothing for a path somebody named, nor
 * inside this package, which an update would overwrite. For the start of the daemon alone; reading must not write. Never throws: a daemon
 * without a policy runs and says so.
 */
export async function seedPolicy({ path, source }: PolicyLocation): Promise<SeedResult> {
  if (source !== 'unseeded') return { seeded: false, reason: `a policy at ${path} is in use (${source})` };
  try {
    const folder = dirname(path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (await isPackage(await realpath(folder))) return { seeded: false, reason: `${path} is inside the package` };
    await createFile(path, await readFile(EXAMPLE_FILE));
    return { seeded: true };
  } catch (error) {
    return { seeded: false, reason: `could not write ${path} (${errorCode(error) || 'unknown error'})` };
  }
}

/** The package's own folder, or the one its code runs from (`src` or `dist`) with everything below. */
async function isPackage(folder: string): Promise<boolean> {
  return (
    folder === (await realpath(PACKAGE_FOLDER)) || `${folder}${sep}`.startsWith(`${await realpath(CODE_FOLDER)}${sep}`)
  );
}
