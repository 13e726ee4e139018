import { isMapping, type JsonObject, own } from '../lib/json.ts';
import { readPatch } from '../policy/edit/patch.ts';
import type { ApplyResult } from '../policy/edit/write-result.ts';
import type { ServiceContext } from './context.ts';
import { editRequestError } from './edit-request-error.ts';

/** What `/apply` is asked for, as a face received it. */
export interface RawApplyRequest {
  /** The console's form: what `/plan` answered, of which `base_hash` counts. */
  readonly plan?: unknown;
  /** The change set. Default: `plan.policy`, which cannot express a removal. */
  readonly policy?: unknown;
  /** The other form: the id of a plan, alone. */
  readonly planId?: unknown;
  /** The If-Match header, if any: the hash in quotes, as the ETag of `/policy` has it. */
  readonly ifMatch?: string | undefined;
}

interface ReadRequest {
  readonly baseHash: string;
  readonly changes: JsonObject;
  /** What the bytes must come to; `null` where only the change set is known. */
  readonly resultHash: string | null;
}

const HASH = /^[0-9a-f]{64}$/;

/**
 * Writes a change: of a plan by its id, or a change set on the bytes with a hash. Order of checks: the request, then the file (spec: service 7.5). The next
 * decision goes by the new policy, and no answer of the classifier that was given under the old one counts any more.
 * @throws an `EditRequestError` for a request that is none.
 */
export async function applyPolicy(context: ServiceContext, raw: RawApplyRequest): Promise<ApplyResult> {
  const request = raw.planId === undefined ? readPatchRequest(raw) : takePlan(context, raw.planId);
  if (raw.ifMatch !== undefined && raw.ifMatch !== `"${request.baseHash}"`)
    throw editRequestError('if_match_mismatch', 'If-Match must be the base_hash in double quotes');
  const patch = readPatch(request.changes);
  if (patch === null) throw editRequestError('plan_required', "apply requires a 'policy' object");
  const { baseHash, resultHash } = request;
  const result = await context.edits.writer.apply({ baseHash, patch });
  if (result.kind === 'written' && resultHash !== null && resultHash !== result.hash)
    throw new Error('the same plan came to other bytes');
  // Seen now, so that whoever asks next is told of it.
  context.policy.read();
  return result;
}

function readPatchRequest({ plan, policy }: RawApplyRequest): ReadRequest {
  if (!isMapping(plan)) throw editRequestError('plan_required', "apply requires the 'plan' returned by /plan");
  const baseHash = own(plan, 'base_hash');
  if (typeof baseHash !== 'string' || !HASH.test(baseHash))
    throw editRequestError('base_hash_required', 'apply requires plan.base_hash');
  const changes = policy === undefined ? own(plan, 'policy') : policy;
  if (!isMapping(changes)) throw editRequestError('plan_required', "apply requires a 'policy' object");
  return { baseHash, changes, resultHash: null };
}

function takePlan({ edits }: ServiceContext, id: unknown): ReadRequest {
  const plan = typeof id === 'string' ? edits.plans.take(id) : null;
  if (plan === null)
    throw editRequestError('plan_id_unknown', 'the plan_id is unknown, was used, or is older than ten minutes');
  return plan;
}
