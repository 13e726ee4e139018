import { type Json, own } from '../../../../../lib/json.ts';
import { Card } from '../../../parts/card.tsx';
import { asMapping, asNumber, asText } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { ChoiceField, NumberField } from '../field/field.tsx';
import { QueueEditor } from '../queue/queue-editor.tsx';
import { classifierEdit, classifierQueue } from './classifier-queue.ts';

const FAILURE_OPTIONS = [
  ['', 'the last resort (default)'],
  ['heuristic', 'heuristic: the last resort'],
  ['fail_safe', 'fail_safe: the last resort'],
] as const;

/** The small model that picks a tier: its hops, and how it is asked. */
export function ClassifierSettings() {
  const { edited, edit, locked } = useDraft();
  const block = asMapping(own(edited.policy, 'classifier'));
  const queue = classifierQueue(block);
  const set = (key: string, value: Json | null) =>
    edit({ kind: 'set', path: ['classifier', key], value, label: `${key} of the classifier` });
  const number = (key: string) => asNumber(own(block, key));
  return (
    <Card title="Classifier">
      <p class="muted">
        Asked where a rule or the default says classify. Its hops are tried in order; after the last one the last resort
        decides.
      </p>
      {queue.problem !== null && (
        <p class="note" data-tone="warn">
          {queue.problem}
        </p>
      )}
      {queue.hops !== null && (
        <QueueEditor
          name="the classifier"
          hops={queue.hops}
          locked={locked}
          onHops={(hops) => edit(classifierEdit(block, hops))}
        />
      )}
      <div class="knobs">
        <NumberField
          label="Seconds it may take, whole chain"
          value={number('timeout_seconds')}
          least={0}
          absent="default"
          locked={locked}
          onNumber={(value) => set('timeout_seconds', value)}
        />
        <NumberField
          label="Temperature"
          value={number('temperature')}
          least={0}
          absent="default"
          locked={locked}
          onNumber={(value) => set('temperature', value)}
        />
        <NumberField
          label="Most tokens of its answer"
          value={number('max_tokens')}
          least={1}
          whole
          absent="default"
          locked={locked}
          onNumber={(value) => set('max_tokens', value)}
        />
        <ChoiceField
          label="When no hop answers"
          value={asText(own(block, 'on_total_failure')) ?? ''}
          options={FAILURE_OPTIONS}
          locked={locked}
          onChoose={(value) => set('on_total_failure', value === '' ? null : value)}
        />
      </div>
    </Card>
  );
}
