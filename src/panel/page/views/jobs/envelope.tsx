import { isUnderWay } from '../../parts/job-state.tsx';
import type { Job } from '../../wire/answers.ts';
import { CopyText } from './copy.tsx';
import { envelopeWords } from './envelope-words.ts';

/** How a job ended, in words. */
export function EnvelopePart({ job }: { readonly job: Job }) {
  if (isUnderWay(job.state)) return null;
  if (job.envelope === undefined) return <p class="muted">The record of how it ended is not there.</p>;
  const words = envelopeWords(job.envelope);
  const tone = job.envelope.success ? 'ok' : job.state === 'cancelled' ? 'idle' : 'bad';
  return (
    <>
      <div class="note" data-tone={tone}>
        <p>
          <strong>{words.headline}</strong> {words.again}
        </p>
        {words.error !== '' && <p>{words.error}</p>}
        {words.hint !== '' && <p>What helps: {words.hint}</p>}
        {words.traces.map((trace) => (
          <p key={trace}>{trace}</p>
        ))}
      </div>
      {words.stderr !== '' && (
        <details open={job.state !== 'cancelled'}>
          <summary>The end of its error output</summary>
          <pre class="job-stderr">{words.stderr}</pre>
        </details>
      )}
      {words.resume !== '' && <CopyText label="Go on with its session" text={words.resume} />}
    </>
  );
}
