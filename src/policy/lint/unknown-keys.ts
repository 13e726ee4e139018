import { isMapping, type JsonObject, own } from '../../lib/json.ts';

/** The keys that a policy and its block list can have. Tiers, rules and the `signals` block have lint errors of their own. */
const KNOWN = {
  policy: [
    ...['alignment', 'blocklist', 'classifier', 'compaction', 'default', 'enabled', 'fail_safe', 'price_windows'],
    ...['rules', 'shadow', 'signals', 'tiers'],
  ],
  blocklist: ['auto_breaker', 'fallback_chain', 'manual_ban'],
  auto_breaker: [
    ...['backoff_multiplier', 'base_cooldown_seconds', 'enabled', 'max_cooldown_seconds', 'threshold'],
    'window_seconds',
  ],
} as const;

/**
 * Advice on keys that nothing reads. A misspelt `blocklist` or `manual_ban` is a policy without its bans, and no other check can see it.
 * Keys that begin with `x-` are the author's own, such as a place for anchors.
 */
export function unknownKeyWarnings(policy: JsonObject): string[] {
  const blocklist = own(policy, 'blocklist');
  const breaker = isMapping(blocklist) ? own(blocklist, 'auto_breaker') : undefined;
  return [
    ...unread('', policy, KNOWN.policy),
    ...unread('blocklist.', blocklist, KNOWN.blocklist),
    ...unread('blocklist.auto_breaker.', breaker, KNOWN.auto_breaker),
  ];
}

function unread(path: string, block: unknown, known: readonly string[]): string[] {
  if (!isMapping(block)) return [];
  return Object.keys(block)
    .filter((key) => !known.includes(key) && !key.startsWith('x-'))
    .map((key) => `'${path}${key}' is no key of a policy, so it has no effect; known here: ${known.join(', ')}`);
}
