import { Dialog } from '../../../parts/dialog.tsx';
import { plural } from '../../../parts/format.ts';
import type { Plan } from '../../../wire/answers.ts';
import { asText } from '../../../wire/read.ts';
import { Diff } from './diff.tsx';
import { ImpactReport } from './impact.tsx';

/** What would be written, and what would come of it, before anything is. */
export function PlanDialog({
  plan,
  onApply,
  onShow,
  onClose,
}: {
  readonly plan: Plan;
  readonly onApply: () => void;
  /** Asks to see a rule instead. */
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}) {
  const why = whyNot(plan);
  return (
    <Dialog title="What would be written to router.yaml" onClose={onClose}>
      {!plan.valid && <Errors plan={plan} onShow={onShow} />}
      {plan.ignored.length > 0 && <p class="note">Not changed from here, and left out: {plan.ignored.join(', ')}.</p>}
      {plan.warnings.length > 0 && <Warnings warnings={plan.warnings} />}
      {plan.valid && !plan.no_op && <ImpactReport impact={plan.impact} />}
      {plan.diff !== '' && <Diff diff={plan.diff} />}
      <div class="dialog-actions">
        {why === null ? (
          <button type="button" class="primary" onClick={onApply}>
            Apply
          </button>
        ) : (
          <p>{why}</p>
        )}
        <button type="button" onClick={onClose}>
          Back to the draft
        </button>
      </div>
    </Dialog>
  );
}

/** Why there is no button; null when there is. */
function whyNot({ valid, no_op }: Plan): string | null {
  if (!valid) return 'It cannot be applied as it is. The draft is kept.';
  return no_op ? 'The file says this already: there is nothing to write.' : null;
}

function Errors({ plan, onShow }: { readonly plan: Plan; readonly onShow: (id: string) => void }) {
  return (
    <div class="note" data-tone="bad">
      <strong>The policy would have {plural(plan.errors.length, 'error')}.</strong>
      <ul>
        {plan.errors.map((error, index) => {
          const target = plan.error_targets[index];
          return (
            <li key={error}>
              {error}
              <div class="actions">
                {[target?.later_id, target?.earlier_id].map((value) => {
                  const id = asText(value);
                  return (
                    id !== null && (
                      <button type="button" class="link" key={id} onClick={() => onShow(id)}>
                        Show {id}
                      </button>
                    )
                  );
                })}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  return (
    <details>
      <summary>{plural(warnings.length, 'warning')} on the policy as it would be</summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}
