import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the code that runs: `src/` or `dist/`. */
export const CODE_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/**
 * Newest modification time among the code files under a folder; files that cannot be read are skipped. Where there is
 * none: that of the folder; where that cannot be read either: `null`.
 */
export function newestMtime(folder: string): Date | null {
  return newest(folder, (stats) => stats.mtime);
}

/**
 * When the code under a folder last changed on this disk, by change time: packages are unpacked with the modification times they were packed with
 * (npm's are from 1985), but no program sets a change time. `null` where nothing can be read.
 */
export function newestChange(folder: string): Date | null {
  return newest(folder, (stats) => stats.ctime);
}

/** How often the code on disk is looked at, at most. Milliseconds: an upgrade takes longer, and pollers ask every few seconds. */
const LOOK_EVERY_MS = 60_000;

/**
 * Answers whether the code under a folder changed after the process started: an upgrade that was not followed by a restart. Looks at the disk
 * once a minute at most. `monotonic` is a clock in milliseconds.
 */
export function watchCodeAge(folder: string, startedAt: Date, monotonic = () => performance.now()): () => boolean {
  let lookedAt: number | null = null;
  let stale = false;
  return () => {
    if (lookedAt === null || monotonic() - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = monotonic();
      stale = (newestChange(folder) ?? startedAt) > startedAt;
    }
    return stale;
  };
}

function newest(folder: string, timeOf: (stats: Stats) => Date): Date | null {
  const look = (path: string): Date | null => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? null : timeOf(stats);
  };
  const times = codeFiles(folder)
    .map(look)
    .filter((time) => time !== null);
  return times.length === 0 ? look(folder) : new Date(Math.max(...times.map((time) => time.getTime())));
}

function codeFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[jt]s$/.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
