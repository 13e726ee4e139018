import { isMapping, own } from '../../../../../lib/json.ts';
import { asMapping } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { TierCard } from './tier-card.tsx';

/** The tiers of the policy: their hops in order and their settings. */
export function TiersSection() {
  const { edited } = useDraft();
  const tiers = asMapping(own(edited.policy, 'tiers'));
  const names = Object.keys(tiers);
  return (
    <div class="tiers">
      {names.map((name) => {
        const tier = tiers[name];
        return isMapping(tier) ? (
          <TierCard key={name} name={name} tier={tier} />
        ) : (
          <BrokenTier key={name} name={name} />
        );
      })}
      {names.length === 0 && <p class="muted">The file has no tiers.</p>}
    </div>
  );
}

function BrokenTier({ name }: { readonly name: string }) {
  return (
    <p class="note" data-tone="bad">
      {name} is not a mapping of a model and a provider. Only the file can mend that.
    </p>
  );
}
