import { isTaskRouted } from '../classifier/grants.ts';
import { createClassifierRecord } from '../classifier/health.ts';
import { readHermesConfig } from '../hermes/config-file.ts';
import type { HermesPaths } from '../hermes/paths.ts';
import type { Llm } from '../llm/llm.ts';
import { createDecisionCache } from '../router/live/decision-cache.ts';
import type { LiveMemory } from '../router/live/live-request.ts';
import { createSessionPins } from '../router/live/session-pins.ts';

/** What the memory of live decisions is opened with. */
export interface LiveMemoryOptions {
  readonly paths: Pick<HermesPaths, 'configFile'>;
  /** `null` where nobody can be asked. */
  readonly llm: Pick<Llm, 'complete' | 'checkGrant'> | null;
  /** Milliseconds that never go back, for the ages of cache and pins. Default: the process's own. */
  readonly monotonic?: () => number;
}

/** Opens the memory of live decisions: an empty cache, no pins, a classifier that was not asked yet. */
export function openLiveMemory({ paths, llm, monotonic }: LiveMemoryOptions): LiveMemory {
  return {
    cache: createDecisionCache(monotonic),
    pins: createSessionPins(monotonic),
    classifier:
      llm === null
        ? null
        : {
            ask: (request) => llm.complete(request),
            checkGrant: (provider, model) => llm.checkGrant(provider, model),
            isTaskRouted: () => isTaskRouted(readHermesConfig(paths.configFile)),
            record: createClassifierRecord(),
          },
  };
}
