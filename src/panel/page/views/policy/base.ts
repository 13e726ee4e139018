import { isMapping, type Json, type JsonObject, own } from '../../../../lib/json.ts';
import type { Policy } from '../../wire/answers.ts';

/** What the daemon last said of the policy file: what a draft starts from. */
export interface PolicyBase {
  /** The `/policy` answer. */
  readonly policy: Policy;
  /** `blocklist.manual_ban` as `/blocklist` serves it, in the order of the file. */
  readonly bans: readonly Json[];
  /** `blocklist.fallback_chain` as `/blocklist` serves it: bare model ids. */
  readonly fallbackChain: readonly Json[];
  /** The main switch as written; false where the file has none. */
  readonly enabled: Json;
}

const SECTIONS = ['rules', 'default', 'tiers', 'fail_safe', 'classifier', 'price_windows', 'compaction'] as const;

/** The parts of the file that the page edits, as one document with the keys of the file. */
export function documentOf(base: PolicyBase): JsonObject {
  const policy: unknown = base.policy;
  const served = isMapping(policy) ? policy : {};
  const sections = SECTIONS.flatMap((key) => {
    const value = own(served, key);
    return value === undefined || value === null ? [] : [[key, value] as const];
  });
  return {
    enabled: base.enabled,
    ...Object.fromEntries(sections),
    blocklist: { manual_ban: base.bans, fallback_chain: base.fallbackChain },
  };
}
