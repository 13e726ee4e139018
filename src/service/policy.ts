import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { withoutSecretKeys } from '../policy/secret-keys.ts';
import type { PolicySnapshot } from '../policy/store.ts';
import type { ServiceContext } from './context.ts';
import { type PolicyInUseView, policyInUseView } from './policy-in-use.ts';

/**
 * The `/policy` body: the parts of the file that the panel edits, as written. Nothing is filled in, because the panel
 * posts this back: a default invented here would be written into the file there.
 */
export interface PolicyBody {
  readonly rules: readonly RuleView[];
  readonly default: Json;
  readonly tiers: JsonObject;
  readonly fail_safe: Json;
  readonly classifier: Json;
  readonly price_windows: Json;
  /** `null` when the file has none. */
  readonly compaction: Json;
  readonly policy_in_use: PolicyInUseView;
}

/** One rule. `status` and `enabled` only where the file has them. */
export interface RuleView {
  readonly id: Json;
  readonly when: Json;
  readonly then: Json;
  readonly status?: Json;
  readonly enabled?: Json;
}

/** Projects the policy file on disk; all empty when it cannot be loaded. */
export function readPolicy(context: ServiceContext): PolicyBody {
  return policyBody(context.policy.read());
}

/** Projects one reading of the policy file. Keys that are named like secrets are left out. */
export function policyBody(snapshot: PolicySnapshot): PolicyBody {
  const document = withoutSecretKeys(snapshot.document);
  const rules = own(document, 'rules');
  const tiers = own(document, 'tiers');
  return {
    rules: isList(rules) ? rules.filter(isMapping).map(viewRule) : [],
    default: own(document, 'default') ?? {},
    tiers: isMapping(tiers) ? tiers : {},
    fail_safe: own(document, 'fail_safe') ?? {},
    classifier: own(document, 'classifier') ?? {},
    price_windows: own(document, 'price_windows') ?? {},
    compaction: own(document, 'compaction') ?? null,
    policy_in_use: policyInUseView(snapshot),
  };
}

function viewRule(row: JsonObject): RuleView {
  const status = own(row, 'status');
  const enabled = own(row, 'enabled');
  return {
    id: own(row, 'id') ?? null,
    when: own(row, 'when') ?? {},
    then: own(row, 'then') ?? {},
    ...(status === undefined ? {} : { status }),
    ...(enabled === undefined ? {} : { enabled }),
  };
}
