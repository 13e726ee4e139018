import type { JsonObject } from '../../../../../lib/json.ts';
import { useDraft } from '../draft.tsx';
import { isEnabled, ruleId } from '../edit.ts';
import type { Dragging } from './drag.ts';
import { useMoves } from './move.tsx';

/** The handle, the arrows and the switch of a rule. */
export function RowControls({
  rule,
  index,
  dragging,
}: {
  readonly rule: JsonObject;
  readonly index: number;
  readonly dragging: Dragging;
}) {
  const { edit, locked } = useDraft();
  const { ids, step } = useMoves();
  const id = ruleId(rule);
  return (
    <div class="rule-controls">
      <button
        type="button"
        class="handle"
        data-control="handle"
        aria-label={`Move ${id}: drag, or Alt and arrow up or down`}
        title="Drag, or Alt and arrow up or down"
        disabled={locked}
        draggable={!locked}
        onDragStart={(event) => dragging.start(event, id)}
        onDragEnd={dragging.end}
      >
        <span aria-hidden="true">⠿</span>
      </button>
      <button
        type="button"
        data-control="up"
        aria-label={`Move ${id} up`}
        disabled={locked || index === 0}
        onClick={() => step(id, 'up')}
      >
        <span aria-hidden="true">↑</span>
      </button>
      <button
        type="button"
        data-control="down"
        aria-label={`Move ${id} down`}
        disabled={locked || index === ids.length - 1}
        onClick={() => step(id, 'down')}
      >
        <span aria-hidden="true">↓</span>
      </button>
      <label class="switch">
        <input
          type="checkbox"
          data-control="switch"
          aria-label={`${id} is on`}
          checked={isEnabled(rule)}
          disabled={locked}
          onChange={({ currentTarget }) => edit({ kind: 'enable-rule', id, enabled: currentTarget.checked })}
        />
        <span aria-hidden="true">{isEnabled(rule) ? 'on' : 'off'}</span>
      </label>
    </div>
  );
}
