import { useState } from 'preact/hooks';
import type { JsonObject } from '../../../../../lib/json.ts';
import { asMapping } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { ruleId } from '../edit.ts';
import { DestinationEditor } from './destination-editor.tsx';
import { useMoves } from './move.tsx';

/** What else can be changed of a rule, behind a disclosure. */
export function RowEditor({ rule }: { readonly rule: JsonObject }) {
  const { edit } = useDraft();
  const [open, setOpen] = useState(false);
  const id = ruleId(rule);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Change<span class="unseen"> {id}</span>
      </summary>
      {open && (
        <div class="rule-editor">
          <DestinationEditor decided={asMapping(rule.then)} onChange={(then) => edit({ kind: 'set-then', id, then })} />
          <PlaceField id={id} />
          <p class="muted">What the rule asks for (when) is edited in router.yaml.</p>
        </div>
      )}
    </details>
  );
}

/** Puts a rule anywhere in one step. */
function PlaceField({ id }: { readonly id: string }) {
  const { locked } = useDraft();
  const { ids, put, step } = useMoves();
  return (
    <label class="field">
      <span>Place</span>
      <select
        data-control="place"
        disabled={locked}
        value=""
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          currentTarget.value = '';
          if (value === 'first' || value === 'last') step(id, value);
          else if (value !== '') put(id, ids[Number(value)] ?? null);
        }}
      >
        <option value="">Rule {ids.indexOf(id) + 1}: move it ...</option>
        <option value="first">to the top</option>
        <option value="last">to the end</option>
        {ids.map(
          (other, index) =>
            other !== id && (
              <option key={other} value={String(index)}>
                before {index + 1}. {other}
              </option>
            ),
        )}
      </select>
    </label>
  );
}
