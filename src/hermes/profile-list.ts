import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { HermesPaths } from './paths.ts';
import { listProfiles } from './profiles.ts';

/** `listProfiles` for whoever asks again and again. */
export interface ProfileList {
  /** Two `stat` calls while nothing changed. */
  read(): readonly string[];
}

/** A folder's own times do not show that the target of a linked profile went away: a list this old (ms) is made anew. */
const MAX_AGE_MS = 60_000;
/** A folder that changed this recently (ms) may change again within the same tick of the file system's clock, so its list is not kept. */
const STAMP_TRUST_MS = 50;

/** Opens the list of profiles for polling. Touches nothing before the first read. */
export function createProfileList(paths: Pick<HermesPaths, 'profilesDir'>): ProfileList {
  let kept: { readonly names: readonly string[]; readonly stamp: string; readonly until: number } | null = null;
  return {
    read: () => {
      // Hermes marks a deleted profile in a folder beside the profiles.
      const looks = [paths.profilesDir, join(paths.profilesDir, '.deleted')].map(lookAt);
      const stamp = looks.map((look) => look.stamp).join(' ');
      const now = performance.now();
      if (kept !== null && kept.stamp === stamp && now < kept.until) return kept.names;
      const names = listProfiles(paths);
      kept = looks.every(({ age }) => age > STAMP_TRUST_MS) ? { names, stamp, until: now + MAX_AGE_MS } : null;
      return names;
    },
  };
}

/** Identity and times of the folder as one comparable string, and the ms since it changed. No folder is a state like any other. */
function lookAt(folder: string): { readonly stamp: string; readonly age: number } {
  try {
    const stats = statSync(folder, { bigint: true });
    const stamp = `${stats.dev}:${stats.ino}:${stats.mtimeNs}:${stats.ctimeNs}`;
    return { stamp, age: Math.abs(Date.now() - Number(stats.ctimeMs)) };
  } catch {
    return { stamp: '', age: Number.POSITIVE_INFINITY };
  }
}
