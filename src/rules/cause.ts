import { isMapping, own } from '../lib/json.ts';
import { isTruthy, textOf } from './scalars.ts';

/** Every cause that a decision may carry. `profile_ignored` is historical: it is read, never written. */
export const CAUSES = [
  'blocklist_veto',
  'breaker_cooldown',
  'keyword_match',
  'size_rule',
  'has_code_rule',
  'hard_rule',
  'classifier',
  'session_pin',
  'default_fallthrough',
  'fail_safe_strong',
  'profile_ignored',
  'role_out_of_scope',
  'selection_vetoed',
  'unknown_cause',
] as const;

/** Why a decision came out as it did: one word of the closed set. */
export type Cause = (typeof CAUSES)[number];

/** A cause as it may be recorded: anything outside the closed set is `unknown_cause`. */
export function knownCause(cause: unknown): Cause {
  return CAUSES.find((known) => known === cause) ?? 'unknown_cause';
}

/** Shipped rule ids whose name says something else than what decides them. */
const CAUSE_OF_RULE: ReadonlyMap<string, Cause> = new Map<string, Cause>([
  ['huge-context-read', 'size_rule'],
  ['cross-file-or-protocol', 'size_rule'],
  ['vision-required', 'keyword_match'],
  ['standard-implementation', 'has_code_rule'],
]);

/** Words in a rule id, first hit wins. */
const CAUSE_OF_WORD: readonly (readonly [RegExp, Cause])[] = [
  [/keyword|review|vision/, 'keyword_match'],
  [/size|context/, 'size_rule'],
  [/code|trivial/, 'has_code_rule'],
  [/hard/, 'hard_rule'],
];

/**
 * The cause of a rule's output, from its denial or from the rule's id. The running path and every display use this one
 * function: two copies of the table once drifted apart.
 */
export function labelCause(ruleId: unknown, output: unknown): Cause {
  if (isDenial(output)) return 'blocklist_veto';
  const id = ruleId === null ? '' : (textOf(ruleId) ?? '').toLowerCase();
  return CAUSE_OF_RULE.get(id) ?? CAUSE_OF_WORD.find(([word]) => word.test(id))?.[1] ?? 'default_fallthrough';
}

/** The cause a dry run shows: as `labelCause`, and it knows that the default matched nothing and what `classify` means. */
export function displayCause(ruleId: unknown, output: unknown, matched: boolean): Cause {
  if (isDenial(output)) return 'blocklist_veto';
  if (!matched) return 'default_fallthrough';
  if (isMapping(output) && own(output, 'action') === 'classify') return 'classifier';
  return labelCause(ruleId, output);
}

/** True for an output that refuses the task. */
export function isDenial(output: unknown): boolean {
  return isMapping(output) && isTruthy(own(output, 'deny'));
}
