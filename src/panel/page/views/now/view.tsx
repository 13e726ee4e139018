import { Loaded } from '../../parts/loaded.tsx';
import type { Blocklist, Status } from '../../wire/answers.ts';
import { useResource } from '../../wire/resource.ts';
import { BreakersCard } from './breakers.tsx';
import { ClassifierCard } from './classifier.tsx';
import { DoctorCard } from './doctor.tsx';
import { JobsCard } from './jobs.tsx';
import { LatestCard } from './latest.tsx';
import { LogCard } from './log.tsx';
import { PolicyCard } from './policy.tsx';

const STATUS_EVERY_MS = 5_000;
const BREAKERS_EVERY_MS = 10_000;

/** What is going on: the policy that decides, the classifier, breakers, the log, jobs, the latest decisions. */
export function NowView() {
  const status = useResource<Status>('/status', STATUS_EVERY_MS);
  const blocklist = useResource<Blocklist>('/blocklist', BREAKERS_EVERY_MS);
  return (
    <div class="columns">
      <Loaded of={status}>
        {(data) => (
          <>
            <PolicyCard status={data} />
            <ClassifierCard health={data.classifier_health} />
          </>
        )}
      </Loaded>
      <BreakersCard blocklist={blocklist} />
      <Loaded of={status}>{(data) => <JobsCard counts={data.jobs} />}</Loaded>
      <Loaded of={status}>{(data) => <LogCard log={data.log} since={data.process_started_at} />}</Loaded>
      <LatestCard />
      <DoctorCard />
    </div>
  );
}
