import { isMapping, type JsonObject, own } from '../../lib/json.ts';
import { resolveCompaction } from '../compaction.ts';
import { blocklistProblems, classifierProblems, enabledProblems, signalsProblems } from './blocks.ts';
import { overlayProblems } from './declarations.ts';
import { isTooDeep, MAX_NESTING } from './depth.ts';
import { failSafeProblems } from './fail-safe.ts';
import { lintFindings, MAX_FINDINGS } from './findings.ts';
import { defaultProblems } from './outputs.ts';
import { ruleListProblems } from './rules.ts';
import { tierTableProblems } from './tiers.ts';

/**
 * Everything that makes a policy invalid, for people: what is wrong, where, what is allowed. Empty for a valid policy.
 * The one validator behind every face. Takes any value and never throws.
 */
export function lintPolicy(policy: unknown): string[] {
  const root = rootProblem(policy);
  if (root !== null || !isMapping(policy)) return root === null ? [] : [root];
  return [...contentProblems(policy), ...failSafeProblems(policy), ...resolveCompaction(policy).errors];
}

/**
 * The errors that keep a policy from deciding: {@link lintPolicy} without those of `fail_safe` and `compaction`, which
 * are listed everywhere but must not stop routing.
 */
export function lintBlocking(policy: unknown): string[] {
  const root = rootProblem(policy);
  if (root !== null || !isMapping(policy)) return root === null ? [] : [root];
  return contentProblems(policy);
}

/** What is wrong with the policy as a whole; then nothing else is said about it. */
function rootProblem(policy: unknown): string | null {
  if (!isMapping(policy)) return 'router config root must be a mapping';
  if (Object.keys(policy).length === 0) return 'router config is empty or was not loaded';
  return isTooDeep(policy) ? `router config is nested deeper than ${MAX_NESTING} levels` : null;
}

function contentProblems(policy: JsonObject): string[] {
  const tiers = own(policy, 'tiers');
  const output = own(policy, 'default');
  return [
    ...(output === undefined ? ["missing mandatory 'default' (the decision when no rule matches)"] : []),
    ...tierTableProblems(tiers),
    ...overlayProblems(own(policy, 'price_windows')),
    ...blocklistProblems(own(policy, 'blocklist')),
    ...enabledProblems(policy),
    ...classifierProblems(own(policy, 'classifier')),
    ...signalsProblems(own(policy, 'signals')),
    ...defaultProblems(output, tiers),
    ...ruleListProblems(own(policy, 'rules'), tiers),
    ...shadowProblems(policy),
  ];
}

function shadowProblems(policy: JsonObject): string[] {
  const problems = lintFindings(policy).map((finding) => finding.message);
  return problems.length < MAX_FINDINGS
    ? problems
    : [...problems, `only the first ${MAX_FINDINGS} shadowed pairs of rules are listed`];
}
