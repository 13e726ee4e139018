import type { Choice } from './use-decisions.ts';

const SOURCES: readonly (readonly [value: string, label: string])[] = [
  ['', 'all'],
  ['kanban', 'kanban'],
  ['chat', 'chat'],
  ['delegate', 'delegate'],
  ['unknown', 'unknown'],
];

/** What the list is narrowed by: the first two ask the router, the text filters what is loaded. */
export function Filters({
  choice,
  typed,
  onChoice,
  onTyped,
}: {
  readonly choice: Choice;
  readonly typed: string;
  readonly onChoice: (choice: Choice) => void;
  readonly onTyped: (typed: string) => void;
}) {
  return (
    <div class="filters">
      <label>
        From{' '}
        <select value={choice.source} onChange={(event) => onChoice({ ...choice, source: event.currentTarget.value })}>
          {SOURCES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={choice.policyOnly}
          onChange={(event) => onChoice({ ...choice, policyOnly: event.currentTarget.checked })}
        />{' '}
        only what the policy still names
      </label>
      <label class="typed">
        <span class="only-heard">Text in what is loaded</span>
        <input
          type="search"
          placeholder="Task, model, rule …"
          value={typed}
          onInput={(event) => onTyped(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}
