import { useEffect, useRef, useState } from 'preact/hooks';
import type { JsonObject } from '../../../../../lib/json.ts';
import { HopRow, type Step } from './hop-row.tsx';
import { ModelPicker } from './model-picker.tsx';
import { headProblem, hopName, movedHop } from './queue.ts';

/** A list of hops in order, to be added to, taken from and put in another order. All keys of a hop go where the hop goes. */
export function QueueEditor({
  name,
  hops,
  locked,
  blockKeys,
  billing = true,
  most = Number.POSITIVE_INFINITY,
  onHops,
}: {
  /** Whose hops they are: `T1`. */
  readonly name: string;
  readonly hops: readonly JsonObject[];
  readonly locked: boolean;
  /** Keys that the first hop cannot have, where it shares its place with a tier; absent where it does not. */
  readonly blockKeys?: readonly string[] | undefined;
  /** Whether hops say how they are paid for. */
  readonly billing?: boolean;
  /** Most hops there can be. */
  readonly most?: number;
  readonly onHops: (hops: readonly JsonObject[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ readonly to: number; readonly step: Step; readonly words: string } | null>(null);
  // The row that was moved is another element now: the focus goes with the hop, not with the place.
  useEffect(() => {
    if (moved === null) return;
    const row = list.current?.children[moved.to];
    const wanted = row?.querySelector<HTMLButtonElement>(`[data-step="${moved.step}"]:not(:disabled)`);
    (wanted ?? row?.querySelector<HTMLButtonElement>('[data-step]:not(:disabled)'))?.focus();
  }, [moved]);
  const leads = (hop: JsonObject) => (blockKeys === undefined ? null : headProblem(hop, blockKeys));
  const stands = (next: readonly JsonObject[]) =>
    next !== hops && next[0] !== undefined && (next[0] === hops[0] || leads(next[0]) === null);
  const reorder = (from: number, to: number, step: Step) => {
    const next = movedHop(hops, from, to);
    const hop = hops[from];
    if (hop === undefined || !stands(next)) return;
    onHops(next);
    setMoved({ to, step, words: `${hopName(hop)} is now ${to + 1} of ${hops.length}.` });
  };
  return (
    <div class="queue">
      <ol ref={list} tabIndex={-1} class="hops" aria-label={`Hops of ${name}, in order`}>
        {hops.map((hop, index) => (
          <HopRow
            key={rowKey(hops, index)}
            hop={hop}
            place={index}
            locked={locked}
            billing={billing}
            barred={{
              first: !stands(movedHop(hops, index, 0)),
              up: !stands(movedHop(hops, index, index - 1)),
              down: !stands(movedHop(hops, index, index + 1)),
              remove: !stands(hops.toSpliced(index, 1)),
            }}
            problem={index === 0 ? null : leads(hop)}
            onMove={(to, step) => reorder(index, to, step)}
            onChange={(changed) => onHops(hops.with(index, changed))}
            onRemove={() => {
              setMoved(null);
              onHops(hops.toSpliced(index, 1));
              // The button goes with its row.
              list.current?.focus();
            }}
          />
        ))}
      </ol>
      <p class="unseen" aria-live="polite">
        {moved?.words}
      </p>
      {hops.length < most && (
        <ModelPicker
          verb="Add"
          label={`to ${name}`}
          locked={locked}
          onPick={(pair) => onHops([...hops, { ...pair }])}
        />
      )}
    </div>
  );
}

/** Names a row by its hop and not by its place, so that a row keeps its state when it moves. */
function rowKey(hops: readonly JsonObject[], index: number): string {
  const names = hops.slice(0, index + 1).map(hopName);
  const name = names.at(-1) ?? '';
  return `${name} ${names.filter((other) => other === name).length}`;
}
