import type { PolicySnapshot } from '../policy/store.ts';
import type { ServiceContext } from './context.ts';
import { type PolicyInUseView, policyInUseView } from './policy-in-use.ts';

/** The `/lint` body. It has no warnings on purpose: `/status` has them. */
export interface LintBody {
  readonly valid: boolean;
  readonly errors: readonly string[];
  /** For each error the rules it is about, `null` where it names none. */
  readonly error_targets: PolicySnapshot['errorTargets'];
  readonly policy_in_use: PolicyInUseView;
}

/** Lints the policy file on disk: the load error or the full list of errors. */
export function readLint(context: ServiceContext): LintBody {
  const snapshot = context.policy.read();
  return {
    valid: snapshot.errors.length === 0,
    errors: snapshot.errors,
    error_targets: snapshot.errorTargets,
    policy_in_use: policyInUseView(snapshot),
  };
}
