import { envelopeOf } from '../client/envelope-of.ts';
import type { SeenJob } from '../client/seen-job.ts';
import type { JsonObject } from '../lib/json.ts';

/** How a job stands: its envelope once it has ended, else what to do next. */
export function jobAnswer(job: SeenJob): JsonObject {
  if (job.ended) return { job_id: job.id, state: job.state, ...envelopeOf(job) };
  const { id, state, profile, model, provider } = job;
  return {
    job_id: id,
    state,
    next: 'job_status',
    hint: 'It goes on. Call job_status with this job_id and wait_seconds for its end; do not delegate the task again.',
    profile,
    model,
    provider,
  };
}
