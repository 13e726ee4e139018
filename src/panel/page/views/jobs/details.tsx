import { useEffect, useRef } from 'preact/hooks';
import { isUnderWay, JobState } from '../../parts/job-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import type { Job, JobDecision } from '../../wire/answers.ts';
import { useNow } from '../../wire/clock.ts';
import { type Resource, refresh, useResource } from '../../wire/resource.ts';
import { AttemptsTable } from './attempts.tsx';
import { CancelJob } from './cancel.tsx';
import { DecisionOf } from './decision.tsx';
import { EnvelopePart } from './envelope.tsx';
import { JobFacts } from './facts.tsx';
import { OutputPart } from './output.tsx';
import type { OpenJob } from './view.tsx';
import { lengthWords } from './words.ts';

/** How often a job is read while it is under way. Milliseconds. */
const EVERY_MS = 2_000;

/** Everything about one job. */
export function JobDetails({ open, onClose }: { readonly open: OpenJob; readonly onClose: () => void }) {
  const { id } = open;
  const answer = useJob(id);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (open.focus) heading.current?.focus();
  }, [open]);
  const job = answer.data?.job;
  return (
    <section class="card job-details" aria-label="The open job">
      <div class="job-title">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{job?.prompt_preview || id}</bdi>
        </h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <p class="unseen" role="status">
        {job !== undefined && `The open job is ${job.state}.`}
      </p>
      <Loaded of={answer}>{({ job }) => <Known job={job} heading={() => heading.current?.focus()} />}</Loaded>
    </section>
  );
}

/** A job, read again while it is under way. */
function useJob(id: string): Resource<{ readonly job: Job }> {
  const path = `/jobs/${encodeURIComponent(id)}`;
  const once = useResource<{ job: Job }>(path, null);
  const live = once.data === null || isUnderWay(once.data.job.state);
  return useResource<{ job: Job }>(path, live ? EVERY_MS : null);
}

function Known({ job, heading }: { readonly job: Job; readonly heading: () => void }) {
  const now = useNow(1000);
  const path = `/jobs/${encodeURIComponent(job.id)}/decision`;
  const decision = useResource<JobDecision>(path, null);
  const decided = job.decision_id;
  const ended = !isUnderWay(job.state);
  useEffect(() => {
    // What it says changes when the job is decided, or ends without.
    if (decision.data !== null && decision.data.decision === null) void refresh(path);
  }, [decided, ended]);
  return (
    <>
      <p class="actions">
        <JobState state={job.state} /> <span>{lengthWords(job, now)}</span>
        <CancelJob job={job} onStopped={heading} />
      </p>
      <EnvelopePart job={job} />
      {job.warnings.map((warning) => (
        <p key={warning} class="note" data-tone="warn">
          {warning}
        </p>
      ))}
      <OutputPart job={job} />
      <JobFacts job={job} />
      <AttemptsTable attempts={job.attempts} now={now} />
      <h3>Decision</h3>
      <Loaded of={decision}>{(data) => <DecisionOf job={job} answer={data} />}</Loaded>
    </>
  );
}
