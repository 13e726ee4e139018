import { ago, localTime, moment } from '../../parts/format.ts';
import { JobState } from '../../parts/job-state.tsx';
import type { Job } from '../../wire/answers.ts';
import { failureKindWords, hopWords, lengthWords } from './words.ts';

/** One job of the list, as one button. */
export function JobRow({
  job,
  now,
  isOpen,
  onOpen,
}: {
  readonly job: Job;
  readonly now: Date;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const created = moment(job.created_at);
  const failure = job.state === 'cancelled' ? null : failureKindWords(job.failure_kind);
  return (
    <li>
      <button type="button" class="job-row" id={`job-row-${job.id}`} aria-current={isOpen} onClick={onOpen}>
        <span class="job-row-head">
          <bdi class="job-prompt">{job.prompt_preview || job.id}</bdi>
          <JobState state={job.state} />
        </span>
        <span class="muted">
          {job.profile === '' ? 'profile not decided yet' : `${job.profile}, ${hopWords(job.model, job.provider)}`}
        </span>
        <span class="muted" title={localTime(created)}>
          {ago(created, now)}, {lengthWords(job, now)}
        </span>
        {failure !== null && <span class="job-failure">{failure}</span>}
      </button>
    </li>
  );
}
