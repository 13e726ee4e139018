import { useRef, useState } from 'preact/hooks';
import { useNow } from '../../wire/clock.ts';
import { ListRow } from './row.tsx';
import { linesOf, type Run, runKey } from './runs.ts';

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** The decisions, one line for each run of equal ones. Arrow keys go from line to line, Enter chooses. */
export function DecisionTable({
  runs,
  chosen,
  onChoose,
}: {
  readonly runs: readonly Run[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}) {
  const now = useNow(15_000);
  const body = useRef<HTMLTableSectionElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string | null>(null);
  const lines = linesOf(runs, opened);
  // One line is in the order of the Tab key: a hundred would bar the way to what comes behind.
  const there = (id: string | null) => lines.some(({ row }) => row.id === id);
  const reachable = there(focused) ? focused : there(chosen) ? chosen : (lines[0]?.row.id ?? null);

  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const buttons = [...(body.current?.querySelectorAll<HTMLButtonElement>('button.choose') ?? [])];
    const index = buttons.findIndex((button) => button.closest('tr')?.contains(document.activeElement));
    if (step === undefined || index === -1) return;
    event.preventDefault();
    buttons[step(index, buttons.length - 1)]?.focus();
  };
  const toggle = (id: string) => {
    const run = runs.find(({ head }) => head.id === id);
    if (run === undefined) return;
    const key = runKey(run);
    setOpened((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
  };
  return (
    <table class="decision-table">
      <thead>
        <tr>
          <th scope="col">when</th>
          <th scope="col">task</th>
          <th scope="col">went to</th>
          <th scope="col">decided by</th>
          <th scope="col">from</th>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={move}>
        {lines.map((line) => (
          <ListRow
            key={line.row.id}
            line={line}
            now={now}
            chosen={line.row.id === chosen}
            reachable={line.row.id === reachable}
            onChoose={onChoose}
            onFocus={setFocused}
            onToggle={toggle}
          />
        ))}
      </tbody>
    </table>
  );
}
