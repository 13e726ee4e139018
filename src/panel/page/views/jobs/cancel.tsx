import { useRef, useState } from 'preact/hooks';
import { isUnderWay } from '../../parts/job-state.tsx';
import { FailureNote } from '../../parts/loaded.tsx';
import type { Job } from '../../wire/answers.ts';
import { call, type Failure } from '../../wire/call.ts';
import { refresh } from '../../wire/resource.ts';

/** The button that stops a job, with the question before it. `onStopped` is told once the router has taken it. */
export function CancelJob({ job, onStopped }: { readonly job: Job; readonly onStopped: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState('');
  const path = `/jobs/${encodeURIComponent(job.id)}`;
  const ask = () => {
    setFailure(null);
    dialog.current?.showModal();
  };
  const stop = async () => {
    setBusy(true);
    const answer = await call<{ job: Job }>(`${path}/cancel`, { body: {} });
    setBusy(false);
    setFailure(answer.kind === 'failed' ? answer : null);
    void refresh(path);
    if (answer.kind === 'failed') return;
    setSaid(resultWords(answer.data.job.state));
    dialog.current?.close();
    onStopped();
  };
  const ended = !isUnderWay(job.state);
  return (
    <>
      {!ended && (
        <button type="button" class="danger" disabled={job.state === 'stopping'} onClick={ask}>
          Stop this job
        </button>
      )}
      <span role="status">{ended ? '' : said}</span>
      <dialog
        ref={dialog}
        class="job-cancel"
        aria-labelledby="job-cancel-title"
        onCancel={(event) => busy && event.preventDefault()}
      >
        <h2 id="job-cancel-title">Stop this job?</h2>
        <p>
          <bdi>{job.prompt_preview || job.id}</bdi>
        </p>
        <p class="muted">
          Its processes are ended. What it has changed so far stays as it is, and it is not started again.
        </p>
        {ended && <p class="note">It has ended meanwhile: {job.state}.</p>}
        {failure !== null && <FailureNote failure={failure} />}
        <div class="actions">
          <button type="button" disabled={busy} onClick={() => dialog.current?.close()}>
            {ended ? 'Close' : 'Leave it running'}
          </button>
          <button type="button" class="danger" disabled={busy || ended} onClick={stop}>
            {busy ? 'Stopping …' : 'Stop the job'}
          </button>
        </div>
      </dialog>
    </>
  );
}

function resultWords(state: string): string {
  if (state === 'stopping') return 'It was told to stop.';
  return state === 'cancelled' ? 'It is cancelled.' : `It had ended already: ${state}.`;
}
