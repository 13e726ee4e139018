import { useRef } from 'preact/hooks';
import { type Json, jsonEqual } from '../../../../lib/json.ts';
import type { Blocklist, Policy, Status } from '../../wire/answers.ts';
import type { PolicyBase } from './edit.ts';

/** The errors with which the daemon says that the file could not be loaded at all (spec: http 3.2): there is nothing to edit then. */
const LOAD_ERROR = /^could not load router config: |^router config root must be a mapping/;

/** Puts together what a draft starts from. */
export function policyBase(policy: Policy, blocklist: Blocklist, enabled: unknown): PolicyBase {
  return {
    policy,
    bans: jsonList(blocklist.manual_bans),
    fallbackChain: blocklist.fallback_chain,
    enabled: typeof enabled === 'boolean' ? enabled : false,
  };
}

/** The last of several equal values: what is read again and again without a change stays the same object. */
export function useStable<T>(value: T): T {
  const kept = useRef(value);
  if (!jsonEqual(kept.current, value)) kept.current = value;
  return kept.current;
}

/** True when two readings say the same of everything that can be edited. `policy_in_use` moves by itself. */
export function isSameBase(a: PolicyBase, b: PolicyBase): boolean {
  const bare = ({ policy: { policy_in_use: _, ...policy }, ...rest }: PolicyBase) => ({ ...rest, policy });
  return jsonEqual(bare(a), bare(b));
}

/** Why the file could not be loaded; null when it could. */
export function loadErrorOf(status: Status): string | null {
  return status.validation_errors.find((error) => LOAD_ERROR.test(error)) ?? null;
}

function jsonList(list: readonly unknown[]): readonly Json[] {
  return list.filter(isJson);
}

/** What came as JSON is JSON; only undefined could not have. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
