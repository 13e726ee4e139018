import type { Json } from '../../../../../lib/json.ts';
import { priceSentence, unusableCount } from '../../../parts/price-hours.ts';
import { shown } from '../../../wire/read.ts';

/** The windows of a model, each with what can be done with it. */
export function WindowList({
  model,
  windows,
  locked,
  onEdit,
  onRemove,
}: {
  readonly model: string;
  readonly windows: readonly Json[];
  readonly locked: boolean;
  readonly onEdit: (window: Json) => void;
  readonly onRemove: (place: number) => void;
}) {
  if (windows.length === 0) return null;
  return (
    <ul class="rows" aria-label={`Windows of ${model}`}>
      {windows.map((window, place) => {
        const isUsable = unusableCount([window]) === 0;
        const words = isUsable ? windowWords(window) : `not usable: ${shown(window)}`;
        return (
          <li key={shown(window)} class="row-with-button">
            <span>{words}</span>
            <span class="hop-buttons">
              <button type="button" disabled={locked} aria-label={`Change: ${words}`} onClick={() => onEdit(window)}>
                Change
              </button>
              <button type="button" disabled={locked} aria-label={`Remove: ${words}`} onClick={() => onRemove(place)}>
                Remove
              </button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** One window in words, without what holds outside of it. */
function windowWords(window: Json): string {
  return priceSentence([window]).replace('; ×1 otherwise', '');
}
