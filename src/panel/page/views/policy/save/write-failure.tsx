import type { Failure } from '../../../wire/call.ts';
import { placeOf } from '../../../wire/place.ts';
import { type Doing, writeFailureWords } from './write-words.ts';

/** A write that failed: what happened, its cure, and what became of the file and the draft. */
export function WriteFailureNote({ failure, doing }: { readonly failure: Failure; readonly doing: Doing }) {
  const { what, cure, outcome, errors } = writeFailureWords(failure, doing, placeOf(location));
  return (
    <div class="note" data-tone="bad">
      <strong>{what}</strong> {cure} {outcome}
      {errors.length > 0 && (
        <ul>
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
