import type { JsonObject } from '../../../../../lib/json.ts';
import type { Applied, Blocklist, Plan, Policy, Status } from '../../../wire/answers.ts';
import { type Answer, call, type Failure } from '../../../wire/call.ts';
import { applyEdits, type Edit, type PolicyBase } from '../edit.ts';
import { isSameBase, policyBase } from '../read.ts';

/** What asking for a plan came to. */
export type Planned =
  | { readonly kind: 'planned'; readonly plan: Plan; readonly patch: JsonObject }
  /** The file is no longer what the draft was made on; nothing was planned. */
  | { readonly kind: 'drifted'; readonly fresh: PolicyBase }
  | Failure;

/** The file may change between reading it and planning on it. So often it is read again; then somebody writes it all the time. */
const ATTEMPTS = 3;

const RESTLESS: Failure = {
  kind: 'failed',
  cause: 'refused',
  status: 0,
  code: 'policy_changed',
  message: 'the policy file keeps changing',
  hint: 'Something writes it all the time. Look what it is, and try again.',
  retryAfter: null,
  body: null,
};

/** Reads what a draft is made on, now. */
export async function readFresh(): Promise<Answer<{ readonly base: PolicyBase; readonly hash: string }>> {
  const [policy, blocklist, status] = await Promise.all([
    call<Policy>('/policy'),
    call<Blocklist>('/blocklist'),
    call<Status>('/status'),
  ]);
  if (policy.kind === 'failed') return policy;
  if (blocklist.kind === 'failed') return blocklist;
  if (status.kind === 'failed') return status;
  const base = policyBase(policy.data, blocklist.data, status.data.enabled);
  return { kind: 'ok', data: { base, hash: status.data.policy_hash ?? '' } };
}

/** Reads the file again, and plans the edits on it if it is still what they were made on (spec: http 4.4). */
export async function planDraft(base: PolicyBase, edits: readonly Edit[]): Promise<Planned> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const fresh = await readFresh();
    if (fresh.kind === 'failed') return fresh;
    if (!isSameBase(base, fresh.data.base)) return { kind: 'drifted', fresh: fresh.data.base };
    const { patch } = applyEdits(fresh.data.base, edits);
    const plan = await call<Plan>('/plan', { body: { policy: patch } });
    if (plan.kind === 'failed') return plan;
    // A plan of other bytes than were compared might take back somebody's change unseen.
    const isOfTheseBytes = plan.data.base_hash === fresh.data.hash || plan.data.base_hash === '';
    if (isOfTheseBytes) return { kind: 'planned', plan: plan.data, patch };
  }
  return RESTLESS;
}

/** Writes what was planned. */
export function applyPlan(plan: Plan, patch: JsonObject): Promise<Answer<Applied>> {
  return call<Applied>('/apply', { body: { plan, policy: patch } });
}

/** True for the daemon's own answer that the file changed. The host answers 409 too, for an extension that is switched off. */
export function isConflict(failure: Failure): boolean {
  return failure.status === 409 && failure.code === 'policy_changed';
}
