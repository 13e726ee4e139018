import type { Json, JsonObject } from '../lib/json.ts';
import { isMapping } from '../lib/json.ts';
import { NOT_A_MAPPING, type Patch, readPatch } from '../policy/edit/patch.ts';
import { type PlannedEdit, planEdit } from '../policy/edit/plan-edit.ts';
import { readPolicyBytes } from '../policy/edit/policy-bytes.ts';
import type { ShadowFinding } from '../policy/lint/findings.ts';
import { lintBlocking } from '../policy/lint/lint.ts';
import { profileWarnings } from '../policy/lint/use-warnings.ts';
import { withoutSecretKeys } from '../policy/secret-keys.ts';
import { type Impact, replayImpact } from '../router/replay/impact.ts';
import type { ServiceContext } from './context.ts';
import { editRequestError } from './edit-request-error.ts';

/** The `/plan` body. Keys that are named like secrets are left out of the documents and masked in the diff. */
export interface PlanBody {
  readonly valid: boolean;
  /** Why it may not be applied. */
  readonly errors: readonly string[];
  /** For each error the rules it is about, `null` where it names none. */
  readonly error_targets: readonly (ShadowFinding | null)[];
  /** Advice on the proposed policy. */
  readonly warnings: readonly string[];
  /** Unified diff of the bytes that `/apply` would write; `""` when it would write none. */
  readonly diff: string;
  readonly no_op: boolean;
  /** The proposed document; the same as `policy`. */
  readonly preview: Json;
  readonly policy: Json;
  /** The document the merge started from. */
  readonly current: Json;
  /** sha256 of the file's bytes; `""` when they cannot be read. */
  readonly base_hash: string;
  /** Top-level keys of the patch that are not editable here. */
  readonly ignored: readonly string[];
  /** What the last decisions would have been; `null` where one of the two policies cannot decide. */
  readonly impact: Impact | null;
  /** Applies just this, once, within ten minutes; `null` for an invalid plan. */
  readonly plan_id: string | null;
}

/** Options of `planPolicy`. */
export interface PlanOptions {
  /** Milliseconds that never go back, by which replaying is cut short. Default: the process's own. */
  readonly monotonic?: () => number;
}

/**
 * Works out a change without writing: the bytes, what is wrong with them, and what the last decisions would have been. Reads the file once and takes no
 * lock.
 * @throws an `EditRequestError` when the change set is no mapping.
 */
export async function planPolicy(
  context: ServiceContext,
  changes: unknown,
  options: PlanOptions = {},
): Promise<PlanBody> {
  const patch = readPatch(changes);
  if (patch === null || !isMapping(changes)) throw editRequestError('invalid_field', NOT_A_MAPPING);
  const read = readPolicyBytes(context.policy.read().path);
  if (!read.ok) return unplanned(read.error, patch);
  const planned = planEdit(read.bytes, patch);
  if (!planned.ok) return unplanned(`could not read router config: ${planned.error}`, patch);
  const { edit } = planned;
  const valid = edit.errors.length === 0;
  const proposed = withoutSecretKeys(edit.proposed);
  return {
    valid,
    errors: edit.errors,
    error_targets: edit.errorTargets,
    warnings: [...edit.warnings, ...profileWarnings(edit.proposed, context.profiles.read())],
    diff: edit.diff,
    no_op: edit.noOp,
    preview: proposed,
    policy: proposed,
    current: withoutSecretKeys(edit.current),
    base_hash: edit.baseHash,
    ignored: patch.ignored,
    impact: await impactOf(context, edit, options),
    plan_id: valid ? context.edits.plans.issue(remembered(edit, changes)) : null,
  };
}

function remembered({ baseHash, resultHash }: PlannedEdit, changes: JsonObject) {
  return { baseHash, resultHash, changes };
}

async function impactOf(
  context: ServiceContext,
  { current, proposed }: PlannedEdit,
  { monotonic }: PlanOptions,
): Promise<Impact | null> {
  if (lintBlocking(current).length > 0 || lintBlocking(proposed).length > 0) return null;
  return replayImpact(context.history.decisions.newestFirst(), current, proposed, monotonic);
}

/** The plan for a file that cannot be read: nothing, with the reason (spec: service 7.3). */
function unplanned(error: string, { ignored }: Patch): PlanBody {
  return {
    ...{ valid: false, errors: [error], error_targets: [null], warnings: [], diff: '', no_op: false },
    ...{ preview: {}, policy: {}, current: {}, base_hash: '', ignored, impact: null, plan_id: null },
  };
}
