import { duration, localTime } from '../../parts/format.ts';
import type { Job } from '../../wire/answers.ts';
import { asText } from '../../wire/read.ts';
import { hopWords, jobTimes } from './words.ts';

/** Where a job runs, what it was asked with, and the moments it has passed. */
export function JobFacts({ job }: { readonly job: Job }) {
  const asked = asText(job.request.profile);
  return (
    <>
      <h3>Where and when</h3>
      <dl class="facts">
        <dt>job</dt>
        <dd>
          <code>{job.id}</code>
        </dd>
        <dt>profile</dt>
        <dd>
          {job.profile || 'not decided yet'}
          {asked !== null && asked !== 'auto' && <span class="muted"> (the caller asked for it)</span>}
          {asked === 'auto' && <span class="muted"> (left to the router)</span>}
        </dd>
        <dt>model</dt>
        <dd>{job.profile === '' ? 'not decided yet' : hopWords(job.model, job.provider)}</dd>
        <dt>folder</dt>
        <dd>
          <code>{job.cwd || 'not known'}</code>
        </dd>
        <dt>may take</dt>
        <dd>{duration(job.timeout_s)}, all attempts together</dd>
        {jobTimes(job).map(({ what, at, after }) => (
          <TimeRow key={what} what={what} when={localTime(at)} after={after} />
        ))}
      </dl>
    </>
  );
}

function TimeRow({ what, when, after }: { readonly what: string; readonly when: string; readonly after: string }) {
  return (
    <>
      <dt>{what}</dt>
      <dd>
        {when} {after !== '' && <span class="muted">({after})</span>}
      </dd>
    </>
  );
}
