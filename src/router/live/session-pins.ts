import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { type ClassifiedTier, strongerTier } from '../../classifier/tiers.ts';

/** How long a session may be idle before its pin is forgotten, in ms, and how many sessions are remembered. */
export const PIN_IDLE_MS = 1_800_000;
export const PIN_SESSIONS = 10_000;

/** The hardest tier that the classifier gave each session. An empty session id has no pin. */
export interface SessionPins {
  /** The session's tier; `null` when it has none. Reading counts as activity. */
  tier(session: string): ClassifiedTier | null;
  /** Raises the pin, never lowers it, and answers what it then is: what the session's work runs on from now on. */
  raise(session: string, tier: ClassifiedTier): ClassifiedTier;
}

/** Opens an empty table. @param monotonic milliseconds of a clock that never goes back; default: the process's own. */
export function createSessionPins(monotonic: () => number = () => performance.now()): SessionPins {
  const pins = new LRUCache<string, ClassifiedTier>({
    max: PIN_SESSIONS,
    ttl: PIN_IDLE_MS,
    ttlResolution: 0,
    updateAgeOnGet: true,
    perf: { now: monotonic },
  });
  const tier = (session: string): ClassifiedTier | null => (session === '' ? null : (pins.get(session) ?? null));
  return {
    tier,
    raise: (session, asked) => {
      const before = tier(session);
      const after = before === null ? asked : strongerTier(before, asked);
      if (session !== '') pins.set(session, after);
      return after;
    },
  };
}
