import { formatTimestamp } from '../router/timestamp.ts';
import type { Envelope } from './envelope.ts';
import type { FailureKind } from './failure-kind.ts';
import type { AttemptRow, Job, KeptRequest, OutputCounts } from './job.ts';
import { failureOf, type JobState } from './state.ts';

/** A job as every face shows it and as the journal keeps it. Times are ISO-8601; a time that has not come is absent. */
export interface JobView {
  readonly id: string;
  readonly rev: number;
  readonly state: JobState['name'];
  readonly created_at: string;
  readonly slot_at?: string;
  readonly started_at?: string;
  readonly stopping_at?: string;
  readonly ended_at?: string;
  readonly profile: string;
  readonly model: string;
  readonly provider: string;
  readonly prompt_preview: string;
  readonly cwd: string;
  readonly timeout_s: number;
  readonly decision_id: string | null;
  readonly failure_kind: FailureKind | null;
  readonly warnings: readonly string[];
  readonly attempts: readonly AttemptRow[];
  readonly output: OutputCounts;
  readonly request: KeptRequest;
  /** Of a job that has ended, where one job is shown. */
  readonly envelope?: Envelope;
}

/** Shows a job. The envelope goes in only where it is asked for: a list of jobs has to fit through the WebUI's proxy. */
export function jobView(job: Job, envelope: Envelope | null = null): JobView {
  return {
    id: job.id,
    rev: job.rev,
    state: job.state.name,
    created_at: formatTimestamp(job.createdAt),
    ...times(job.state),
    profile: job.profile,
    model: job.model,
    provider: job.provider,
    prompt_preview: job.promptPreview,
    cwd: job.cwd,
    timeout_s: job.timeoutS,
    decision_id: job.decisionId,
    failure_kind: failureOf(job.state),
    warnings: job.warnings,
    attempts: job.attempts,
    output: job.output,
    request: job.request,
    ...(envelope === null ? {} : { envelope }),
  };
}

function times(state: JobState): Pick<JobView, 'slot_at' | 'started_at' | 'stopping_at' | 'ended_at'> {
  const started = 'startedAt' in state ? state.startedAt : null;
  return {
    ...('slotAt' in state ? { slot_at: formatTimestamp(state.slotAt) } : {}),
    ...(started === null ? {} : { started_at: formatTimestamp(started) }),
    ...('stoppingAt' in state ? { stopping_at: formatTimestamp(state.stoppingAt) } : {}),
    ...('endedAt' in state ? { ended_at: formatTimestamp(state.endedAt) } : {}),
  };
}
