import { useContext } from 'preact/hooks';
import { type JsonObject, own } from '../../../../../lib/json.ts';
import { Badge } from '../../../parts/badge.tsx';
import { Card } from '../../../parts/card.tsx';
import { NavigationContext } from '../../../shell/navigation.ts';
import { asMapping, ownRow } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { queueEdit, queueOf, TIER_KEYS } from '../queue/queue.ts';
import { QueueEditor } from '../queue/queue-editor.tsx';
import { knobSummary } from './knob.ts';
import { Knobs } from './knobs.tsx';
import { usedBy } from './used-by.ts';

/** What the tiers that every policy has are for. */
const MEANINGS: Readonly<Record<string, string>> = {
  T1: 'small and mechanical',
  T2: 'everyday work',
  T3: 'work across files',
  T4: 'the hardest',
};

/** A tier: who uses it, its hops in order, its settings. */
export function TierCard({ name, tier }: { readonly name: string; readonly tier: JsonObject }) {
  const { base, edited, edits, edit, locked } = useDraft();
  const hops = queueOf(tier);
  const path = ['tiers', name];
  const baseTier = own(asMapping(base.policy.tiers), name);
  const isChanged = own(asMapping(own(edited.patch, 'tiers')), name) !== undefined;
  return (
    <Card
      title={name}
      aside={
        <>
          <span class="muted card-meaning">{ownRow(MEANINGS, name)}</span>
          {isChanged && <Badge tone="info">changed</Badge>}
        </>
      }
    >
      <UsedBy name={name} />
      {hops === null ? (
        <p class="note" data-tone="bad">
          Its fallbacks are not a list of hops. Only the file can mend that.
        </p>
      ) : (
        <QueueEditor
          name={name}
          hops={hops}
          locked={locked}
          blockKeys={TIER_KEYS}
          onHops={(hops) => edit(queueEdit({ path, base: baseTier, block: tier, hops, edits, name }))}
        />
      )}
      <details>
        <summary>
          Settings of {name}: <span class="muted">{knobSummary(tier)}</span>
        </summary>
        <Knobs name={name} tier={tier} />
      </details>
    </Card>
  );
}

function UsedBy({ name }: { readonly name: string }) {
  const { edited } = useDraft();
  const { go } = useContext(NavigationContext);
  const { rules, off, others } = usedBy(edited.policy, name);
  if (rules.length + others.length === 0) return <p class="note">Nothing sends work to this tier.</p>;
  return (
    <p class="muted used-by">
      Used by{' '}
      {rules.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <button type="button" class="link" onClick={() => go('policy', { kind: 'rule', id })}>
            {id || 'a rule without an id'}
          </button>
          {off.includes(id) && ' (off)'}
        </span>
      ))}
      {rules.length > 0 && others.length > 0 && ', '}
      {others.join(', ')}
    </p>
  );
}
