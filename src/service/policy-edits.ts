import { join } from 'node:path';
import { createPlanIds, type PlanIds } from '../policy/edit/plan-ids.ts';
import { openPolicyWriter, type PolicyWriter } from '../policy/edit/policy-writer.ts';

/** How the policy file is changed. */
export interface PolicyEdits {
  readonly writer: PolicyWriter;
  /** Plans that can be applied by their id. */
  readonly plans: PlanIds;
}

/** Opens the write path of a policy file; its history is kept in the state folder. Touches nothing before the first write. */
export function openPolicyEdits(path: string, stateDir: string): PolicyEdits {
  return {
    writer: openPolicyWriter({ path, historyFolder: join(stateDir, 'policy-history') }),
    plans: createPlanIds(),
  };
}
