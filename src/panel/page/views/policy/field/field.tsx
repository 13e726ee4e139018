import { useState } from 'preact/hooks';

/** A choice with its words. */
export type Option = readonly [value: string, words: string];

/** A closed choice. A value that is none of the options is shown as it is, so that it can be replaced. */
export function ChoiceField({
  label,
  value,
  options,
  locked,
  onChoose,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly locked: boolean;
  readonly onChoose: (value: string) => void;
}) {
  const isKnown = options.some(([known]) => known === value);
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} disabled={locked} onChange={(event) => onChoose(event.currentTarget.value)}>
        {!isKnown && <option value={value}>{value} (not allowed)</option>}
        {options.map(([known, words]) => (
          <option key={known} value={known}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A number that may be absent: an empty field removes it. Nothing is changed before what is typed is right. */
export function NumberField({
  label,
  value,
  least,
  whole = false,
  absent,
  locked,
  onNumber,
}: {
  readonly label: string;
  readonly value: number | null;
  /** The smallest number allowed. */
  readonly least: number;
  readonly whole?: boolean;
  /** What holds while there is no number, in a word or two. */
  readonly absent: string;
  readonly locked: boolean;
  readonly onNumber: (value: number | null) => void;
}) {
  // What is being typed stays as it is while polls redraw the page.
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const commit = (text: string) => {
    const number = text.trim() === '' ? null : Number(text);
    const isRight =
      number === null || (Number.isFinite(number) && number >= least && (!whole || Number.isInteger(number)));
    setProblem(
      isRight ? null : `Not changed: wanted is a ${whole ? 'whole ' : ''}number from ${least} up, or nothing.`,
    );
    if (!isRight) return;
    setTyped(null);
    onNumber(number);
  };
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        inputMode={whole ? 'numeric' : 'decimal'}
        size={10}
        value={typed ?? (value === null ? '' : String(value))}
        placeholder={absent}
        disabled={locked}
        aria-invalid={problem !== null}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => commit(event.currentTarget.value)}
      />
      {problem !== null && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </label>
  );
}

/** Something that is so or not. */
export function TickField({
  label,
  on,
  locked,
  onTick,
}: {
  readonly label: string;
  readonly on: boolean;
  readonly locked: boolean;
  readonly onTick: (on: boolean) => void;
}) {
  return (
    <label class="tick">
      <input type="checkbox" checked={on} disabled={locked} onChange={(event) => onTick(event.currentTarget.checked)} />{' '}
      {label}
    </label>
  );
}
