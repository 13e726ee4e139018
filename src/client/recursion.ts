import { enclosingJob } from '../jobs/enclosing-job.ts';
import { type FailureEnvelope, failure } from '../jobs/envelope.ts';

/** The refusal of a delegation from inside a job; `null` where there is none around us. Looked for anew each time: cheap, and nothing to keep. */
export function recursionEnvelope(env: NodeJS.ProcessEnv): FailureEnvelope | null {
  const outer = enclosingJob(env);
  if (outer === null) return null;
  const error = `A job must not re-enter the router: this runs inside ${outer}`;
  return failure('routing_recursion', error, {
    outer_job_id: outer,
    hint: 'Do the task here instead of delegating it.',
  });
}
