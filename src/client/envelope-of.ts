import { failure } from '../jobs/envelope.ts';
import { FAILURE_KINDS, type FailureKind } from '../jobs/failure-kind.ts';
import { type JsonObject, own } from '../lib/json.ts';
import type { SeenJob } from './seen-job.ts';

/** How a job ended. A full disk can cost the stored envelope, never the outcome: what the job itself says then stands in. */
export function envelopeOf(job: SeenJob): JsonObject {
  if (job.envelope !== null) return job.envelope;
  const { profile, model, provider } = job;
  const fields = { profile, model, provider, subagent_id: job.id };
  const note = 'its envelope was not kept';
  if (job.state === 'succeeded') return { success: true, failure_kind: null, retryable: false, ...fields, note };
  const kind = own(job.json, 'failure_kind');
  return failure(isFailureKind(kind) ? kind : 'lost', `The job is ${job.state}, and ${note}`, fields);
}

function isFailureKind(value: unknown): value is FailureKind {
  return typeof value === 'string' && Object.hasOwn(FAILURE_KINDS, value);
}
