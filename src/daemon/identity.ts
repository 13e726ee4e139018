import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceIdentity } from '../service/context.ts';

/** Stamps who this process is. Taken once: the age of the code that runs is the age it had when it was loaded. */
export function stampIdentity(version: string, now: Date): ServiceIdentity {
  return {
    instanceId: randomUUID(),
    version,
    startedAt: now,
    codeMtime: newestMtime(fileURLToPath(new URL('..', import.meta.url))) ?? now,
  };
}

/**
 * Newest modification time among the code files under a folder; files that cannot be read are skipped. Where there is
 * none: that of the folder; where that cannot be read either: `null`.
 */
export function newestMtime(folder: string): Date | null {
  const times = codeFiles(folder)
    .map((path) => mtimeOf(path))
    .filter((time) => time !== null);
  return times.length === 0 ? mtimeOf(folder) : new Date(Math.max(...times.map((time) => time.getTime())));
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

function mtimeOf(path: string): Date | null {
  return statSync(path, { throwIfNoEntry: false })?.mtime ?? null;
}
