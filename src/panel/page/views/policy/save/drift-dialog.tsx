import { Dialog } from '../../../parts/dialog.tsx';
import { plural } from '../../../parts/format.ts';
import type { SaveStep } from './use-save.ts';

/** The file was changed by somebody else. Nothing was written; the draft stands on the new file now. */
export function DriftDialog({
  drift: { changed, lost, left },
  onGoOn,
  onClose,
}: {
  readonly drift: Extract<SaveStep, { kind: 'drifted' }>;
  readonly onGoOn: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="The file has changed meanwhile" onClose={onClose}>
      <p>router.yaml was changed after you began. Nothing of yours was written, and what it says now is intact.</p>
      <h3>What was changed</h3>
      {changed.length === 0 ? (
        <p>Nothing that is shown here: a comment, or a key that is edited in the file only.</p>
      ) : (
        <ul>
          {changed.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {lost.length > 0 && (
        <>
          <h3>What is left out of your draft, because the file changed in the same place</h3>
          <ul>
            {lost.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        {left === 0
          ? 'Nothing of your draft is left to write: it is lost as named above, or the file says it already.'
          : `${plural(left, 'change')} of yours ${left === 1 ? 'was' : 'were'} put onto the new file, in the draft.`}
      </p>
      <div class="dialog-actions">
        {left > 0 && (
          <button type="button" class="primary" onClick={onGoOn}>
            See what changes now
          </button>
        )}
        <button type="button" onClick={onClose}>
          {left > 0 ? 'Back to the draft' : 'Close'}
        </button>
      </div>
    </Dialog>
  );
}
