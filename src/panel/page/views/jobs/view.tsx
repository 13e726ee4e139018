import { useContext, useEffect, useState } from 'preact/hooks';
import { NavigationContext } from '../../shell/navigation.ts';
import { JobDetails } from './details.tsx';
import { JobListCard } from './list.tsx';

/** The job that is open, and whether the keyboard goes there: a new object for each request. */
export interface OpenJob {
  readonly id: string;
  readonly focus: boolean;
}

/** Below this width one of list and job is shown, not both: the same number as in the style. */
const NARROW = '(max-width: 900px)';

/** The jobs: what runs, what ran, what it printed, and the button that stops it. Starting one is not for a page. */
export function JobsView() {
  const { target } = useContext(NavigationContext);
  const [open, setOpen] = useState<OpenJob | null>(null);
  useEffect(() => {
    if (target?.kind === 'job') setOpen({ id: target.id, focus: true });
  }, [target]);
  const close = () => {
    const row = open === null ? null : document.getElementById(`job-row-${open.id}`);
    setOpen(null);
    // Where the list was hidden it comes back with the next frame, and only then can its row be focused.
    requestAnimationFrame(() => row?.focus());
  };
  return (
    <div class="jobs" data-open={open !== null}>
      <JobListCard open={open?.id ?? null} onOpen={(id) => setOpen({ id, focus: matchMedia(NARROW).matches })} />
      {open === null ? (
        <p class="muted jobs-none">Choose a job to see how it went and what it printed.</p>
      ) : (
        <JobDetails key={open.id} open={open} onClose={close} />
      )}
    </div>
  );
}
