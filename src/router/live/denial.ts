import type { JsonObject } from '../../lib/json.ts';
import { listedCandidates, type Pair, pairOf } from './candidates.ts';
import type { Vetting } from './vetting.ts';

/** The answer where no usable hop is left for a task. `retry_after_s` only where waiting helps. */
export function denial(blocked: Pair | null, vetting: Vetting): JsonObject {
  const why = `${whyRefused(blocked, vetting)}, and nothing else that this task may run on is free`;
  return refusalOutput(blocked, why, null, vetting.retryAfterSeconds());
}

/**
 * The answer to a caller who asked for a blocked pair. It names the next free model of `blocklist.fallback_chain`, which is
 * only looked at: the caller has to ask again.
 */
export function requestDenial(blocked: Pair, document: JsonObject, vetting: Vetting): JsonObject {
  const retryAfter = vetting.retryAfterSeconds();
  const free = listedCandidates(blocked.model, document)
    .map(pairOf)
    .find((pair) => pair !== null && !vetting.refuses(pair.model, pair.provider));
  const why = whyRefused(blocked, vetting);
  return refusalOutput(blocked, free ? `${why}; use ${free.model} instead` : why, free?.model ?? null, retryAfter);
}

function refusalOutput(
  blocked: Pair | null,
  reason: string,
  fallback: string | null,
  retryAfter: number | null,
): JsonObject {
  return {
    deny: true,
    ...(blocked === null ? {} : { blocked_model: blocked.model }),
    ...(fallback === null ? {} : { fallback_model: fallback }),
    cause: 'blocklist_veto',
    reason: retryAfter === null ? reason : `${reason}; the next try is due in ${retryAfter} s`,
    ...(retryAfter === null ? {} : { retry_after_s: retryAfter }),
  };
}

function whyRefused(pair: Pair | null, vetting: Vetting): string {
  if (pair === null) return 'every hop is blocked';
  const name = pair.provider === '' ? pair.model : `${pair.model}@${pair.provider}`;
  const by = vetting.isBanned(pair.model, pair.provider) ? 'by a manual ban' : 'while its breaker cools down';
  return `${name} is blocked ${by}`;
}
