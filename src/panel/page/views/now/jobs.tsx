import { useContext } from 'preact/hooks';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { ago, moment } from '../../parts/format.ts';
import { JobState } from '../../parts/job-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NavigationContext } from '../../shell/navigation.ts';
import type { JobList, Status } from '../../wire/answers.ts';
import { useNow } from '../../wire/clock.ts';
import { useResource } from '../../wire/resource.ts';

/** The latest jobs, and how many may run at once. */
export function JobsCard({ counts }: { readonly counts: Status['jobs'] }) {
  const { go } = useContext(NavigationContext);
  const latest = useResource<JobList>('/jobs?limit=5', 10_000);
  const now = useNow(5_000);
  const tone = counts.queued > 0 ? 'warn' : counts.running > 0 ? 'info' : 'idle';
  return (
    <Card
      title="Jobs"
      aside={
        <Badge tone={tone}>
          {counts.running} of {counts.slots} running, {counts.queued} waiting
        </Badge>
      }
    >
      <Loaded of={latest}>
        {({ jobs }) => (
          <ul class="rows">
            {jobs.map((job) => (
              <li key={job.id}>
                <button type="button" class="link" onClick={() => go('jobs', { kind: 'job', id: job.id })}>
                  {job.prompt_preview || job.id}
                </button>{' '}
                <JobState state={job.state} />
                <p class="muted">
                  {job.profile || 'profile not decided yet'}, {ago(moment(job.created_at), now)}
                </p>
              </li>
            ))}
            {jobs.length === 0 && (
              <li class="muted">No job is kept. Jobs start from the command line: hermes-router run "..."</li>
            )}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
