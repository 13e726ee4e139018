import type { JsonObject } from '../../../src/lib/json.ts';

const BREAKER = { enabled: true, threshold: 5, base_cooldown_seconds: 60 };

/** A policy with these bans and this `fallback_chain`, and the breaker on. */
export function withBans(policy: JsonObject, bans: readonly JsonObject[], chain: readonly string[] = []): JsonObject {
  return { ...policy, blocklist: { manual_ban: bans, fallback_chain: chain, auto_breaker: BREAKER } };
}
