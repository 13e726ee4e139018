import { causeLabel } from '../../parts/decision/cause-words.ts';
import { hopName } from '../../parts/decision/plan-facts.ts';
import { ago, localTime, moment } from '../../parts/format.ts';
import { shown } from '../../wire/read.ts';
import type { Line } from './runs.ts';

/** One line of the list. The button of the task covers the whole line. */
export function ListRow({
  line: { row, hidden, open },
  now,
  chosen,
  reachable,
  onChoose,
  onFocus,
  onToggle,
}: {
  readonly line: Line;
  readonly now: Date;
  readonly chosen: boolean;
  readonly reachable: boolean;
  readonly onChoose: (id: string) => void;
  readonly onFocus: (id: string) => void;
  readonly onToggle: (id: string) => void;
}) {
  const at = moment(row.ts);
  const tabIndex = reachable ? 0 : -1;
  const other = row.declared_model !== '' && row.model !== '' && row.declared_model !== row.model;
  return (
    <tr data-chosen={chosen}>
      <td class="when" title={localTime(at)}>
        {ago(at, now)}
      </td>
      <td class="task">
        <button
          type="button"
          class="link choose"
          tabIndex={tabIndex}
          aria-current={chosen ? 'true' : undefined}
          onClick={() => onChoose(row.id)}
          onFocus={() => onFocus(row.id)}
        >
          {row.task || 'a task without text'}
        </button>
        {open !== null && (
          <button
            type="button"
            class="more"
            tabIndex={tabIndex}
            aria-expanded={open}
            onClick={() => onToggle(row.id)}
            onFocus={() => onFocus(row.id)}
          >
            {open ? 'fold' : `and ${hidden} more alike`}
          </button>
        )}
      </td>
      <td>
        {row.model === '' ? 'nothing was tried' : hopName(row)}
        {other && <span class="muted"> (declared: {row.declared_model})</span>}
        {!row.in_policy && row.model !== '' && <span class="muted"> (no tier of the policy names it)</span>}
      </td>
      <td>
        {row.rule_id === null ? 'no rule' : shown(row.rule_id)}{' '}
        <span class="muted">({causeLabel(row.cause, row.rule_id)})</span>
      </td>
      <td class="muted">{row.source}</td>
    </tr>
  );
}
