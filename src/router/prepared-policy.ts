import { isMapping, type JsonObject } from '../lib/json.ts';
import { extraSignals } from '../policy/extra-signals.ts';
import { lintBlocking } from '../policy/lint/lint.ts';
import { withPriceWindows } from '../policy/overlay.ts';
import type { ExtraSignals } from '../signals/features.ts';
import { policyInvalid } from './input-error.ts';

/** A policy that is ready to decide: price-window overlay applied, extra words read. */
export interface DecisionPolicy {
  readonly document: JsonObject;
  readonly extraSignals: ExtraSignals;
}

type Prepared = { readonly policy: DecisionPolicy } | { readonly problems: readonly string[] };

const prepared = new WeakMap<object, Prepared>();

/**
 * Makes a parsed policy ready to decide. Lint and overlay cost more than a decision, so they run once per policy object: give a changed
 * policy as a new object.
 * @throws ExplainInputError `policy_invalid` when it is no mapping or has lint errors (`fail_safe` and `compaction` errors do not count).
 */
export function preparePolicy(policy: unknown): DecisionPolicy {
  if (!isMapping(policy)) throw policyInvalid(['router config root must be a mapping']);
  let entry = prepared.get(policy);
  if (entry === undefined) {
    const problems = lintBlocking(policy);
    entry = problems.length > 0 ? { problems } : { policy: readyPolicy(policy) };
    prepared.set(policy, entry);
  }
  if ('problems' in entry) throw policyInvalid(entry.problems);
  return entry.policy;
}

function readyPolicy(policy: JsonObject): DecisionPolicy {
  return { document: withPriceWindows(policy), extraSignals: extraSignals(policy) };
}
