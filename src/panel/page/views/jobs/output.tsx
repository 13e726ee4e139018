import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { count } from '../../parts/format.ts';
import { FailureNote } from '../../parts/loaded.tsx';
import type { Job } from '../../wire/answers.ts';
import { KEPT_CHARS, type Tail, type TailPart } from './tail.ts';
import { type StreamName, useTail } from './use-tail.ts';
import { bytesWords } from './words.ts';

const STREAMS: Readonly<Record<StreamName, string>> = {
  text: 'text',
  stdout: 'stdout, raw',
  stderr: 'stderr, raw',
};
const STREAM_NAMES = ['text', 'stdout', 'stderr'] as const;

/** What a job prints, live, and which stream of it. */
export function OutputPart({ job }: { readonly job: Job }) {
  const [stream, setStream] = useState<StreamName>('text');
  const choose = (event: Event & { currentTarget: HTMLSelectElement }) =>
    setStream(STREAM_NAMES.find((name) => name === event.currentTarget.value) ?? 'text');
  return (
    <>
      <div class="job-output-head">
        <h3>Output</h3>
        <label class="job-filter">
          Stream{' '}
          <select value={stream} onChange={choose}>
            {STREAM_NAMES.map((name) => (
              <option key={name} value={name}>
                {STREAMS[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <TruncatedNote job={job} />
      <Output key={`${job.id} ${stream}`} id={job.id} stream={stream} />
    </>
  );
}

function TruncatedNote({ job }: { readonly job: Job }) {
  const cut = (['stdout', 'stderr'] as const).filter((name) => job.output[name].truncated);
  return (
    <>
      {cut.map((name) => (
        <p key={name} class="note" data-tone="warn">
          {name} is truncated: of {bytesWords(job.output[name].bytes)} the first and last{' '}
          {bytesWords(job.output[name].kept)} are kept, the middle is missing.
        </p>
      ))}
    </>
  );
}

/** Closer to the end than this, the reader follows it. Pixels. */
const NEAR_END = 24;

function Output({ id, stream }: { readonly id: string; readonly stream: StreamName }) {
  const { tail, failure } = useTail(id, stream);
  const [following, setFollowing] = useState(true);
  const box = useRef<HTMLPreElement>(null);
  const toEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight });
  useLayoutEffect(() => {
    if (following) toEnd();
  }, [tail, following]);
  useEffect(() => {
    const pre = box.current;
    if (pre === null) return;
    // A box of another size has another end. One that was hidden has none, and must not lose its place.
    const sizes = new ResizeObserver(() => pre.clientHeight > 0 && following && toEnd());
    sizes.observe(pre);
    return () => sizes.disconnect();
  }, [following]);
  const scrolled = ({ currentTarget: pre }: { readonly currentTarget: HTMLPreElement }) => {
    if (pre.clientHeight > 0) setFollowing(pre.scrollHeight - pre.scrollTop - pre.clientHeight < NEAR_END);
  };
  return (
    <>
      {(tail.cut || tail.parts.some(({ kind }) => kind !== 'text')) && (
        <p class="muted">
          Not all of it is shown: this page keeps {count(KEPT_CHARS)} characters. Everything that is kept:{' '}
          <code>
            hermes-router jobs tail --all {stream === 'text' ? '' : `--stream ${stream} `}
            {id}
          </code>
        </p>
      )}
      <pre ref={box} class="job-output" onScroll={scrolled}>
        {tail.parts.map((part) => (
          <Part key={part.key} part={part} />
        ))}
      </pre>
      <div class="job-output-foot">
        <span class="muted" role="status">
          {endWords(tail)}
        </span>
        {!following && (
          <button type="button" onClick={() => setFollowing(true)}>
            {tail.eof ? 'Go to the end' : 'Follow'}
          </button>
        )}
      </div>
      {failure !== null && <FailureNote failure={failure} />}
    </>
  );
}

function Part({ part }: { readonly part: TailPart }) {
  if (part.kind === 'text') return <span>{part.text}</span>;
  const why = part.kind === 'gone' ? 'are no longer kept' : 'are left out here';
  return (
    <span class="job-hole">
      {count(part.bytes)} bytes {why}
    </span>
  );
}

function endWords(tail: Tail): string {
  if (tail.eof) return tail.chars === 0 ? 'It printed nothing here.' : 'The output is finished.';
  return tail.chars === 0 ? 'Nothing is printed yet.' : 'More may follow.';
}
