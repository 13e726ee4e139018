import { own } from '../../../../../lib/json.ts';
import { Badge } from '../../../parts/badge.tsx';
import { Card } from '../../../parts/card.tsx';
import { useDraft } from '../draft.tsx';
import { TickField } from '../field/field.tsx';

/** Whether anything is routed at all. */
export function MainSwitch() {
  const { edited, edit, locked } = useDraft();
  const on = own(edited.policy, 'enabled') === true;
  return (
    <Card
      title="Main switch"
      aside={<Badge tone={on ? 'ok' : 'warn'}>{on ? 'routing is on' : 'routing is off'}</Badge>}
    >
      <TickField
        label="Route tasks by this policy"
        on={on}
        locked={locked}
        onTick={(enabled) => edit({ kind: 'set', path: ['enabled'], value: enabled, label: 'Main switch' })}
      />
      <p class="muted">While it is off nothing is decided: every caller has to name a profile itself.</p>
    </Card>
  );
}
