import { useState } from 'preact/hooks';
import { type Json, jsonEqual, own } from '../../../../../lib/json.ts';
import { asMapping } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { type ModelWindows, windowsEdit } from './model-windows.ts';
import { WindowFields } from './window-fields.tsx';
import { formOf, NEW_WINDOW, sortedWindows, type WindowForm } from './window-form.ts';
import { WindowList } from './window-list.tsx';

/** Which window is being filled in: the one that is changed, or null for a new one. */
interface Filling {
  readonly window: Json | null;
  readonly form: WindowForm;
}

/** Adds, changes and removes windows of a model, or gives it the built-in ones back. `onDone`: the button that was used has gone. */
export function WindowsEditor({ row, onDone }: { readonly row: ModelWindows; readonly onDone: () => void }) {
  const { edited, edit, locked } = useDraft();
  const { model, origin, windows } = row;
  const isEditable = origin === 'overlay' || origin === 'registry';
  const [asked, setFilling] = useState<Filling | null>(null);
  const filling = isEditable ? asked : null;
  const set = (next: readonly Json[] | null) => {
    edit(windowsEdit(edited.policy, model, next));
    setFilling(null);
    onDone();
  };
  const others = windows.filter((window) => filling === null || !jsonEqual(window, filling.window));
  const isSet = own(asMapping(own(edited.policy, 'price_windows')), model) !== undefined;
  return (
    <>
      {isEditable && (
        <WindowList
          model={model}
          windows={windows}
          locked={locked || filling !== null}
          onEdit={(window) => setFilling({ window, form: formOf(window) ?? NEW_WINDOW })}
          onRemove={(place) => set(windows.toSpliced(place, 1))}
        />
      )}
      {filling !== null && (
        <WindowFields
          begin={filling.form}
          others={others}
          locked={locked}
          verb={filling.window === null ? 'Add the window' : 'Change the window'}
          onWindow={(window) => set(sortedWindows([...others, window]))}
          onCancel={() => {
            setFilling(null);
            onDone();
          }}
        />
      )}
      {filling === null && (
        <div class="actions">
          {isEditable && (
            <button type="button" disabled={locked} onClick={() => setFilling({ window: null, form: NEW_WINDOW })}>
              Add a window
            </button>
          )}
          {isSet && (
            <button type="button" disabled={locked} onClick={() => set(null)}>
              Back to what is built in
            </button>
          )}
        </div>
      )}
    </>
  );
}
