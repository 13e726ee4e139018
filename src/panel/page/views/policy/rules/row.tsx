import type { JsonObject } from '../../../../../lib/json.ts';
import type { ShadowFinding } from '../../../../../policy/lint/findings.ts';
import { Badge } from '../../../parts/badge.tsx';
import { clauseList } from '../../../parts/decision/clause-words.ts';
import { asMapping } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { isEnabled, ruleId } from '../edit.ts';
import { thenWords } from './destination.ts';
import type { Dragging } from './drag.ts';
import { type HitsRead, hitWords } from './hits.ts';
import { useMoves } from './move.tsx';
import { RowControls } from './row-controls.tsx';
import { RowEditor } from './row-editor.tsx';
import { ShadowNote } from './shadow-note.tsx';
import { rowId } from './show-rule.ts';

/** One rule: what it asks for, what it decides, how often it did, and the controls that change it. */
export function RuleRow({
  rule,
  index,
  hits,
  shadow,
  marked,
  dragging,
}: {
  readonly rule: JsonObject;
  readonly index: number;
  readonly hits: HitsRead;
  /** Why it can never be reached as the rules stand now; null when it can. */
  readonly shadow: ShadowFinding | null;
  readonly marked: boolean;
  readonly dragging: Dragging;
}) {
  const { edited } = useDraft();
  const { ids, step } = useMoves();
  const id = ruleId(rule);
  const over = dragging.over?.id === id ? (dragging.over.after ? 'after' : 'before') : undefined;
  const title = `rule-title-${index}`;
  return (
    <li
      id={rowId(id)}
      class="rule"
      tabIndex={-1}
      aria-labelledby={title}
      data-marked={marked || undefined}
      data-off={!isEnabled(rule) || undefined}
      data-over={over}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        step(id, event.key === 'ArrowUp' ? 'up' : 'down');
      }}
      onDragOver={(event) => dragging.move(event, id)}
      onDrop={(event) => dragging.drop(event, ids[index + 1] ?? null)}
    >
      <RowControls rule={rule} index={index} dragging={dragging} />
      <div class="rule-body">
        <h3 id={title} class="rule-title">
          <span class="rule-number">{index + 1}</span> {id === '' ? 'a rule without an id' : id}{' '}
          {!isEnabled(rule) && <Badge tone="idle">off</Badge>}
          {shadow !== null && <Badge tone="bad">never reached</Badge>}
        </h3>
        <p class="rule-when">
          <span class="muted">when </span>
          {conditions(rule)}
        </p>
        <p class="rule-then">
          <span class="muted">then </span>
          <strong>{thenWords(rule.then, edited.policy.tiers)}</strong>
        </p>
        <p class="muted rule-hits">{hitWords(hits, ({ byRule }) => byRule.get(id) ?? 0)}</p>
        {shadow !== null && <ShadowNote id={id} shadow={shadow} />}
        <RowEditor rule={rule} />
      </div>
    </li>
  );
}

function conditions(rule: JsonObject): string {
  const clauses = clauseList(asMapping(rule.when)).map(({ words }) => words);
  return clauses.length === 0 ? 'always' : clauses.join(', and ');
}
