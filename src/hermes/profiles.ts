import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HermesPaths } from './paths.ts';

/** The profile that always exists: the root itself. */
export const DEFAULT_PROFILE = 'default';

const PROFILE_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** Whether a text can name a profile. Names are taken as they are: never trimmed, never lower-cased. */
export function isProfileName(name: string): boolean {
  return PROFILE_NAME.test(name);
}

/** Names of the profiles on disk and `default`, sorted. An unreadable folder gives `default` alone. */
export function listProfiles(paths: Pick<HermesPaths, 'profilesDir'>): string[] {
  const found = folderNames(paths.profilesDir).filter((name) => profileExists(paths, name));
  return [...new Set([DEFAULT_PROFILE, ...found])].sort();
}

/**
 * Whether a profile of this name exists: `default`, or a folder below `<root>/profiles` that Hermes has not marked as deleted (it keeps a
 * tombstone `profiles/.deleted/<name>` while files of the profile are still there).
 */
export function profileExists(paths: Pick<HermesPaths, 'profilesDir'>, name: string): boolean {
  if (name === DEFAULT_PROFILE) return true;
  if (!isProfileName(name)) return false;
  try {
    return (
      statSync(join(paths.profilesDir, name)).isDirectory() && !existsSync(join(paths.profilesDir, '.deleted', name))
    );
  } catch {
    return false;
  }
}

function folderNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
