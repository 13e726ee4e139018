import { useRef, useState } from 'preact/hooks';
import { pairKey } from './model-choice.ts';
import type { Pair } from './queue.ts';
import { useModelChoices } from './use-model-choices.ts';

const OTHER = 'other';

/** Asks for a (model, provider) pair: one of those that make sense here, any that is known, or two names typed in. */
export function ModelPicker({
  verb,
  label,
  locked,
  onPick,
}: {
  /** On the button: `Add`. */
  readonly verb: string;
  /** What for: `hop of T1`. */
  readonly label: string;
  readonly locked: boolean;
  readonly onPick: (pair: Pair) => void;
}) {
  const select = useRef<HTMLSelectElement>(null);
  const [showAll, setShowAll] = useState(false);
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<Pair>({ model: '', provider: '' });
  const { groups, isSetUp } = useModelChoices(showAll);
  const pairs = groups.flatMap((group) => group.pairs);
  const pair = chosen === OTHER ? trimmed(typed) : pairs.find((choice) => pairKey(choice) === chosen);
  const isComplete = pair !== undefined && pair.model !== '' && pair.provider !== '';
  const pick = () => {
    if (!isComplete) return;
    onPick(pair);
    select.current?.focus();
    setChosen('');
    setTyped({ model: '', provider: '' });
  };
  return (
    <div class="picker">
      <select
        ref={select}
        aria-label={`${verb} ${label}`}
        value={chosen}
        disabled={locked}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        <option value="">{verb} a model …</option>
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.pairs.map((choice) => (
              <option key={pairKey(choice)} value={pairKey(choice)}>
                {choice.model} @ {choice.provider}
              </option>
            ))}
          </optgroup>
        ))}
        <option value={OTHER}>Another, typed in …</option>
      </select>
      {chosen === OTHER && (
        <>
          <NameInput label="Model" value={typed.model} onInput={(model) => setTyped({ ...typed, model })} />
          <NameInput label="Provider" value={typed.provider} onInput={(provider) => setTyped({ ...typed, provider })} />
        </>
      )}
      <button type="button" disabled={locked || !isComplete} onClick={pick}>
        {verb}
      </button>
      {isSetUp && (
        <label class="tick">
          <input type="checkbox" checked={showAll} onChange={(event) => setShowAll(event.currentTarget.checked)} /> all
          known models
        </label>
      )}
    </div>
  );
}

function NameInput({
  label,
  value,
  onInput,
}: {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}) {
  return (
    <input
      type="text"
      aria-label={label}
      placeholder={label}
      size={16}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

function trimmed({ model, provider }: Pair): Pair {
  return { model: model.trim(), provider: provider.trim() };
}
