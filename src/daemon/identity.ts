import { randomUUID } from 'node:crypto';
import { CODE_FOLDER, newestMtime, watchCodeAge } from '../lib/code-age.ts';
import type { ServiceIdentity } from '../service/context.ts';

/** Stamps who this process is. Taken once: the age of the code that runs is the age it had when it was loaded. */
export function stampIdentity(version: string, now: Date): ServiceIdentity {
  return {
    instanceId: randomUUID(),
    version,
    startedAt: now,
    codeMtime: newestMtime(CODE_FOLDER) ?? now,
    isStale: watchCodeAge(CODE_FOLDER, now),
  };
}
