import { type JsonObject, own } from '../../../../../lib/json.ts';
import { Badge } from '../../../parts/badge.tsx';
import { Card } from '../../../parts/card.tsx';
import { asMappings, asText } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { ChoiceField } from '../field/field.tsx';
import { ModelPicker } from '../queue/model-picker.tsx';
import { hopName } from '../queue/queue.ts';
import { QueueEditor } from '../queue/queue-editor.tsx';
import { compactionModelEdit, fallbackModeEdit, fallbackModes } from './compaction-choice.ts';
import { Thresholds } from './thresholds.tsx';

/** The model that should shorten long conversations, what stands in for it, and when it would be asked. */
export function CompactionSettings({ block }: { readonly block: JsonObject | null }) {
  const { edited, edit, locked } = useDraft();
  const isChanged = own(edited.patch, 'compaction') !== undefined;
  return (
    <Card title="Compaction" aside={isChanged && <Badge tone="info">changed</Badge>}>
      <p>{block === null ? 'No model is chosen.' : <strong>{hopName(block)}</strong>}</p>
      <ModelPicker
        verb="Choose"
        label="the model that compacts"
        locked={locked}
        onPick={(pair) => edit(compactionModelEdit(block, pair))}
      />
      {block !== null && <Fallbacks block={block} />}
      {block !== null && (
        <button
          type="button"
          disabled={locked}
          onClick={() => edit({ kind: 'set', path: ['compaction'], value: null, label: 'Compaction' })}
        >
          Choose none
        </button>
      )}
      <Thresholds isChanged={isChanged} />
    </Card>
  );
}

function Fallbacks({ block }: { readonly block: JsonObject }) {
  const { edited, edit, locked } = useDraft();
  const mode = asText(own(block, 'fallback_mode')) ?? '';
  return (
    <>
      <ChoiceField
        label="What stands in for it"
        value={mode}
        options={fallbackModes(edited.policy)}
        locked={locked}
        onChoose={(chosen) => edit(fallbackModeEdit(block, chosen))}
      />
      {mode === 'standalone' && (
        <QueueEditor
          name="compaction"
          hops={asMappings(own(block, 'fallback_chain'))}
          locked={locked}
          billing={false}
          onHops={(hops) =>
            edit({
              kind: 'set',
              path: ['compaction', 'fallback_chain'],
              value: hops,
              label: 'Compaction fallbacks in order',
            })
          }
        />
      )}
    </>
  );
}
