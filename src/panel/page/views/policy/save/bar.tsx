import { useEffect, useRef, useState } from 'preact/hooks';
import { plural } from '../../../parts/format.ts';
import { useDraft } from '../draft.tsx';
import { showRule } from '../rules/show-rule.ts';
import { DriftDialog } from './drift-dialog.tsx';
import { editWords } from './edit-words.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { SAVE_BAR } from './show-bar.ts';
import { type SaveStep, useSave } from './use-save.ts';
import { WriteFailureNote } from './write-failure.tsx';

/** The draft at the foot of the view: every edit with its undo, and the way to saving it. Absent while nothing is changed. */
export function SaveBar() {
  const { edits, edited } = useDraft();
  const save = useSave(editWords);
  const { step } = save;
  const showOnce = useShownAfter(step.kind === 'idle');
  const said = step.kind === 'saved' || step.kind === 'failed' || step.kind === 'busy';
  const canPlan = Object.keys(edited.patch).length > 0;
  return (
    <>
      <section id={SAVE_BAR} tabIndex={-1} class="save-bar" aria-label="Draft" hidden={edits.length === 0 && !said}>
        <Said step={step} onClose={save.close} />
        {edits.length > 0 && <Edits />}
        {edits.length > 0 && <Actions busy={step.kind === 'busy'} canPlan={canPlan} onPlan={save.plan} />}
      </section>
      {step.kind === 'planned' && (
        <PlanDialog
          plan={step.plan}
          onApply={() => save.apply(step.plan, step.patch)}
          onShow={(id) => {
            showOnce(id);
            save.close();
          }}
          onClose={save.close}
        />
      )}
      {step.kind === 'drifted' && <DriftDialog drift={step} onGoOn={save.plan} onClose={save.close} />}
    </>
  );
}

/** Shows a rule as soon as no dialog stands before it: until then nothing behind it takes the focus. */
function useShownAfter(isClear: boolean): (id: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null || !isClear) return;
    showRule(wanted);
    setWanted(null);
  }, [wanted, isClear]);
  return setWanted;
}

/** What saving came to. */
function Said({ step, onClose }: { readonly step: SaveStep; readonly onClose: () => void }) {
  const note = useRef<HTMLDivElement>(null);
  // The button that was pressed may be gone: without this a keyboard would begin again at the top of the page.
  useEffect(() => {
    if (step.kind === 'saved' || step.kind === 'failed') note.current?.focus();
  }, [step.kind]);
  return (
    <div ref={note} tabIndex={-1} role="status">
      {step.kind === 'busy' && <p>{step.words}</p>}
      {step.kind === 'saved' && (
        <p class="note" data-tone="ok">
          {step.words}{' '}
          <button type="button" class="link" onClick={onClose}>
            Close
          </button>
        </p>
      )}
      {step.kind === 'failed' && <WriteFailureNote failure={step.failure} doing={step.doing} />}
    </div>
  );
}

function Edits() {
  const { base, edits, edited, undo, locked, drifted } = useDraft();
  return (
    <details open class="edits">
      <summary>
        <strong>{plural(edits.length, 'change')}</strong> not saved yet
        {drifted && '; router.yaml was changed meanwhile, which is shown before anything is written'}
      </summary>
      <ul>
        {edits.map((edit, index) => {
          const words = editWords(edit, base);
          return (
            <li key={words}>
              <span>
                {words}
                {edited.lost.includes(edit) && ' (no longer possible: what it names is gone)'}
              </span>
              <button type="button" disabled={locked} onClick={() => undo(index)}>
                Undo<span class="unseen"> {words}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function Actions({
  busy,
  canPlan,
  onPlan,
}: {
  readonly busy: boolean;
  readonly canPlan: boolean;
  readonly onPlan: () => void;
}) {
  const { clear, edits, locked } = useDraft();
  const [asked, setAsked] = useState(false);
  return (
    <div class="actions">
      {/* Not disabled while busy: it keeps the focus, which a dialog gives back to it. */}
      <button type="button" class="primary" disabled={!canPlan || (locked && !busy)} onClick={() => !busy && onPlan()}>
        See what changes
      </button>
      {asked ? (
        <>
          <button type="button" class="danger" disabled={locked} onClick={clear}>
            Discard {plural(edits.length, 'change')}
          </button>
          <button type="button" onClick={() => setAsked(false)}>
            Keep
          </button>
        </>
      ) : (
        <button type="button" disabled={locked} onClick={() => setAsked(true)}>
          Discard all
        </button>
      )}
      {!canPlan && <span class="muted">Nothing of it can be written.</span>}
    </div>
  );
}
