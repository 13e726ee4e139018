import { useState } from 'preact/hooks';
import { plural } from '../../../parts/format.ts';
import { type DiffLine, diffCounts, diffLines } from './diff-lines.ts';

/** Lines that are shown at once; the rest on request. */
const SHOWN_LINES = 60;

const WORDS: Readonly<Record<DiffLine['kind'], string>> = {
  added: 'added: ',
  removed: 'removed: ',
  place: '',
  same: '',
};

/** The lines that would be written. The signs in front say the same as the colours. */
export function Diff({ diff }: { readonly diff: string }) {
  const [all, setAll] = useState(false);
  const lines = diffLines(diff);
  const { added, removed } = diffCounts(lines);
  const hidden = all ? 0 : Math.max(0, lines.length - SHOWN_LINES);
  return (
    <>
      <h3>
        The file: {plural(added, 'line')} added, {plural(removed, 'line')} removed
      </h3>
      <pre class="diff">
        {lines.slice(0, lines.length - hidden).map((line, index) => (
          <span key={index} class="diff-line" data-kind={line.kind}>
            {WORDS[line.kind] !== '' && <span class="unseen">{WORDS[line.kind]}</span>}
            {line.text}
            {'\n'}
          </span>
        ))}
      </pre>
      {hidden > 0 && (
        <button type="button" class="link" onClick={() => setAll(true)}>
          Show {plural(hidden, 'more line')}
        </button>
      )}
    </>
  );
}
