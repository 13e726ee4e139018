import type { Failure } from '../../../wire/call.ts';
import { type FailureWords, failureWords } from '../../../wire/failure-words.ts';
import type { Place } from '../../../wire/place.ts';
import { asTexts } from '../../../wire/read.ts';

/** What was being done when it failed. */
export type Doing = 'plan' | 'apply' | 'revert';

const KEPT: Readonly<Record<Doing, string>> = {
  plan: 'Nothing was written, and the draft is kept.',
  apply: 'Nothing was written, and the draft is kept.',
  revert: 'Nothing was written.',
};

const UNSURE: Readonly<Record<Doing, string>> = {
  plan: KEPT.plan,
  apply:
    'It is not known whether the file was written. The draft is kept: save again, and what is already there drops out.',
  revert:
    'It is not known whether the step was made. Look at the time of the last change above before going back again.',
};

/** A write that failed, in words: what happened, what became of the file and the draft, every error that the daemon named. */
export function writeFailureWords(
  failure: Failure,
  doing: Doing,
  place: Place,
): FailureWords & { readonly outcome: string; readonly errors: readonly string[] } {
  const { what, cure } = failureWords(failure, place);
  const listed = asTexts(failure.body?.errors);
  // A single reason is already the message.
  const errors = listed.length === 1 && failure.message === listed[0] ? [] : listed;
  const isUnsure = failure.cause !== 'refused' || mayBeDone(failure);
  return { what, cure, errors, outcome: isUnsure ? UNSURE[doing] : KEPT[doing] };
}

/** What broke behind such an answer may have broken after the write (spec: host 5). Every other code of the daemon says that it was before. */
function mayBeDone({ code, status }: Failure): boolean {
  return code === 'internal' || (code === '' && status >= 500 && status !== 503);
}
