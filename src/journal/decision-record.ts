import { randomBytes } from 'node:crypto';
import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { redactJson, redactSecrets } from '../lib/redact.ts';
import { cutCodePoints } from '../lib/text.ts';
import { knownCause } from '../rules/cause.ts';
import { withAttempted } from './attempted-head.ts';
import { storedPlan } from './plan-record.ts';

/** Code points of a task that are stored (spec: service 10.1). */
export const TASK_PREVIEW_LENGTH = 120;

/** Who asked for a decision. Anything else is stored as nothing and reads `unknown`. */
export const DECISION_SOURCES = ['kanban', 'chat', 'delegate'] as const;

/** What is known of a decision when it is recorded. */
export interface DecisionFacts {
  /** From {@link newDecisionId}. */
  readonly id: string;
  /** When it was decided. */
  readonly at: Date;
  /** Anything outside the closed set is stored as `unknown_cause`. */
  readonly cause: string;
  readonly output: JsonObject;
  readonly ruleId: Json;
  /** The whole task; only its redacted beginning is stored. */
  readonly task: string;
  readonly source?: string | null;
  readonly steps?: readonly Json[];
  /** The planner's answer. Anything but a mapping is not stored. */
  readonly chainPlan?: unknown;
  readonly taskId?: string;
  readonly runId?: Json;
  /** sha256 of the policy that decided; null when there was none. */
  readonly policyHash: string | null;
}

/** A new decision id: `rt_` and 12 hex digits. Random, so it needs no counter that a restart could lose. */
export function newDecisionId(): string {
  return `rt_${randomBytes(6).toString('hex')}`;
}

/** A task as it may be stored or shown in a list: secrets redacted first, then the first 120 code points. */
export function taskPreview(task: string): string {
  return cutCodePoints(redactSecrets(task), TASK_PREVIEW_LENGTH);
}

/**
 * The row of one decision, keys in the order of service 10.1, then ours: `id` and `policy_hash`. Copies what it stores;
 * the caller's output is not changed. Secrets are redacted in the task and in the steps (which may quote it).
 */
export function decisionRecord(facts: DecisionFacts): JsonObject {
  const plan = storedPlan(facts.chainPlan);
  const source = DECISION_SOURCES.find((known) => known === facts.source);
  return {
    ts: facts.at.getTime() / 1000,
    cause: knownCause(facts.cause),
    output: withAttempted(facts.output, facts.chainPlan),
    rule_id: facts.ruleId,
    task: taskPreview(facts.task),
    ...(source !== undefined && { source }),
    ...(facts.steps !== undefined && { steps: facts.steps.map(storedStep) }),
    ...(plan !== null && { chain_plan: plan }),
    ...(facts.taskId !== undefined && { task_id: facts.taskId }),
    ...(facts.runId !== undefined && { run_id: facts.runId }),
    id: facts.id,
    policy_hash: facts.policyHash,
  };
}

/** Where a recorded decision came from: one of the known sources, else `unknown`. */
export function sourceOf(record: JsonObject): string {
  const source = own(record, 'source');
  return DECISION_SOURCES.find((known) => known === source) ?? 'unknown';
}

/** The recorded steps that are mappings. */
export function stepsOf(record: JsonObject): JsonObject[] {
  const steps = own(record, 'steps');
  return isList(steps) ? steps.filter(isMapping) : [];
}

/** A step without secrets, and without more of the task than the record itself shows. */
function storedStep(step: Json): Json {
  if (!isMapping(step)) return redactJson(step);
  const input = own(step, 'in');
  const task = isMapping(input) ? own(input, 'task') : undefined;
  if (!isMapping(input) || typeof task !== 'string') return redactJson(step);
  return redactJson({ ...step, in: { ...input, task: taskPreview(task) } });
}
