import { useRef, useState } from 'preact/hooks';
import { type Json, jsonEqual, own } from '../../../../../lib/json.ts';
import { Badge } from '../../../parts/badge.tsx';
import { PriceStrip } from '../../../parts/price-strip.tsx';
import { asMapping } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { isChanged, type ModelWindows, type WindowsOrigin, windowsEdit } from './model-windows.ts';
import { WindowFields } from './window-fields.tsx';
import { formOf, NEW_WINDOW, sortedWindows, type WindowForm } from './window-form.ts';
import { WindowList } from './window-list.tsx';

const ORIGINS: Readonly<Record<WindowsOrigin, string>> = {
  declared: 'declared on a hop',
  overlay: 'set in this policy',
  registry: 'built in',
  unread: 'built in',
};

/** Which window is being filled in: the one that is changed, or null for a new one. */
interface Filling {
  readonly window: Json | null;
  readonly form: WindowForm;
}

/** The price windows of one model: the strip, the list, and what can be done with them. */
export function ModelPrices({ row, written }: { readonly row: ModelWindows; readonly written: unknown }) {
  const { base, edited, edit, locked } = useDraft();
  const [filling, setFilling] = useState<Filling | null>(null);
  const group = useRef<HTMLElement>(null);
  const { model, origin, windows, verified } = row;
  const set = (next: readonly Json[] | null) => edit(windowsEdit(edited.policy, model, next));
  const done = () => {
    setFilling(null);
    group.current?.focus();
  };
  const others = windows.filter((window) => filling === null || !jsonEqual(window, filling.window));
  const isSet = own(asMapping(written), model) !== undefined;
  return (
    <section class="model-prices" ref={group} tabIndex={-1} aria-label={`Price windows of ${model}`}>
      <div class="model-prices-head">
        <strong>{model}</strong> <Badge tone={origin === 'overlay' ? 'info' : 'idle'}>{ORIGINS[origin]}</Badge>
        {isChanged(edited.policy, base.policy.price_windows, model) && <Badge tone="info">changed</Badge>}
      </div>
      {origin === 'unread' ? (
        <p class="note">The built-in windows hold again. They are shown once this is saved.</p>
      ) : (
        <PriceStrip windows={windows} label={model} />
      )}
      {verified !== null && <p class="muted">Last checked by a person on {verified}.</p>}
      {origin === 'declared' && (
        <p class="note">
          A hop of this policy declares price windows of its own, and they win over any that are set here. Edit them in
          the file, under price_windows of the hop.
        </p>
      )}
      {origin !== 'declared' && (
        <>
          <WindowList
            model={model}
            windows={windows}
            locked={locked || filling !== null}
            onEdit={(window) => setFilling({ window, form: formOf(window) ?? NEW_WINDOW })}
            onRemove={(place) => {
              set(windows.toSpliced(place, 1));
              group.current?.focus();
            }}
          />
          {filling !== null && (
            <WindowFields
              begin={filling.form}
              others={others}
              locked={locked}
              verb={filling.window === null ? 'Add the window' : 'Change the window'}
              onWindow={(window) => {
                set(sortedWindows([...others, window]));
                done();
              }}
              onCancel={done}
            />
          )}
        </>
      )}
      {filling === null && (
        <div class="actions">
          {origin !== 'declared' && origin !== 'unread' && (
            <button type="button" disabled={locked} onClick={() => setFilling({ window: null, form: NEW_WINDOW })}>
              Add a window
            </button>
          )}
          {isSet && (
            <button
              type="button"
              disabled={locked}
              onClick={() => {
                set(null);
                group.current?.focus();
              }}
            >
              Back to what is built in
            </button>
          )}
        </div>
      )}
    </section>
  );
}
