import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import type { Reverted, Status } from '../../wire/answers.ts';
import { call, type Failure } from '../../wire/call.ts';
import { refreshAll, useResource } from '../../wire/resource.ts';
import { useDraft } from './draft.tsx';
import { WriteFailureNote } from './save/write-failure.tsx';

type Result = { readonly words: string } | Failure | null;

/** Goes one step back in the history of the file, after a question. */
export function Revert() {
  const { edits, canWrite, writing, setWriting } = useDraft();
  const hash = useResource<Status>('/status', null).data?.policy_hash;
  // The state of the file that the question was asked about; null while it is not asked.
  const [asked, setAsked] = useState<string | null>(null);
  const [result, setResult] = useState<Result>(null);
  const revert = async (baseHash: string) => {
    setWriting(true);
    const answer = await call<Reverted>('/apply/revert', { body: { base_hash: baseHash } });
    await refreshAll();
    setWriting(false);
    setAsked(null);
    setResult(answer.kind === 'failed' ? answer : { words: resultWords(answer.data) });
  };
  return (
    <div class="revert">
      <button type="button" disabled={!canWrite || hash === undefined} onClick={() => setAsked(hash ?? null)}>
        Go one step back
      </button>
      <div role="status">{result !== null && <ResultNote result={result} onClose={() => setResult(null)} />}</div>
      {asked !== null && (
        <Dialog title="Go back to the policy before the last change?" busy={writing} onClose={() => setAsked(null)}>
          <p>
            router.yaml becomes again what it was before the last change that was saved here or with hermes-router
            apply. Doing it again goes one step further back.
          </p>
          <p>
            What the file says now is kept in the history first. Had somebody changed it since you looked, nothing is
            written.
          </p>
          {edits.length > 0 && <p>Your draft stays, and is put onto the older file when you save it.</p>}
          <div class="dialog-actions">
            <button type="button" class="primary" disabled={!canWrite} onClick={() => revert(asked)}>
              Go back
            </button>
            <button type="button" disabled={writing} onClick={() => setAsked(null)}>
              Leave it
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function resultWords(answer: Reverted): string {
  if (!answer.ok) return 'There is no step to go back to: nothing was changed from here yet.';
  return `The policy before the last change is in force again. What it replaced is number ${answer.saved} of the history.`;
}

function ResultNote({ result, onClose }: { readonly result: NonNullable<Result>; readonly onClose: () => void }) {
  if ('kind' in result) return <WriteFailureNote failure={result} doing="revert" />;
  return (
    <p class="note" data-tone="info">
      {result.words}{' '}
      <button type="button" class="link" onClick={onClose}>
        Close
      </button>
    </p>
  );
}
