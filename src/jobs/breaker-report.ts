import { railOf } from '../router/live/candidates.ts';
import type { JobParts } from './parts.ts';
import type { Target } from './targets.ts';

/** What one job tells the breaker. */
export interface BreakerReport {
  /** Asks the breaker about a pair that was not vetted yet, and takes the probe of a half-open one. */
  admits(target: Target): Promise<boolean>;
  /** Records how an attempt ended: a failure kind, or `null` for a success. */
  record(target: Target, failureKind: string | null): Promise<void>;
  /** Gives back the probes that no attempt has used. */
  release(): Promise<void>;
}

/**
 * Opens the report of a job. Written under the key that decisions read, `model@provider`, with the provider that was attempted; where that is
 * empty, the tier table's. An attempt on the profile's own model says nothing about any pair.
 * @param head the pair whose probe the live decision may have taken.
 */
export function openBreakerReport(
  { blocklist, router }: Pick<JobParts, 'blocklist' | 'router'>,
  head: Target | null,
): BreakerReport {
  const held = new Map<string, Target>();
  const keyOf = ({ model, provider }: Target): string => JSON.stringify([model, provider]);
  if (head !== null) held.set(keyOf(head), head);
  const railFor = ({ model, provider }: Target): string => provider || railOf(model, router.document());
  return {
    admits: async (target) => {
      if (held.has(keyOf(target)) || target.model === '') return true;
      if (await blocklist.isBlocked(router.document(), target.model, railFor(target))) return false;
      held.set(keyOf(target), target);
      return true;
    },
    record: async (target, failureKind) => {
      if (target.model === '') return;
      held.delete(keyOf(target));
      const [document, rail] = [router.document(), railFor(target)];
      if (failureKind === null) await blocklist.recordSuccess(document, target.model, rail);
      else await blocklist.recordFailure(document, target.model, rail, failureKind);
    },
    release: async () => {
      for (const target of held.values())
        await blocklist.releaseProbe(router.document(), target.model, railFor(target));
      held.clear();
    },
  };
}
