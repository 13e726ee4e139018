import { useId, useState } from 'preact/hooks';
import type { JsonObject } from '../../../../../lib/json.ts';
import { asMapping, asText } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { ModelPicker } from '../queue/model-picker.tsx';
import { type Destination, destinationOf, knownProfiles, withDestination, withProfile } from './destination.ts';

/** Edits what a rule or the default decides: the profile, and where the model comes from. */
export function DestinationEditor({
  decided,
  onChange,
}: {
  /** The `then` of the rule, or the default. */
  readonly decided: JsonObject;
  readonly onChange: (decided: JsonObject) => void;
}) {
  const { edited, locked } = useDraft();
  // A fixed model was asked for, and none is chosen yet.
  const [choosing, setChoosing] = useState(false);
  const tiers = asMapping(edited.policy.tiers);
  const to = destinationOf(decided, tiers);
  const choose = (next: Destination) => {
    setChoosing(false);
    onChange(withDestination(decided, next));
  };
  return (
    <>
      <label class="field">
        <span>Sent to</span>
        <select
          disabled={locked}
          value={choosing ? 'model' : keyOf(to)}
          onChange={({ currentTarget: { value } }) => {
            if (value === 'model') setChoosing(true);
            else choose(destinationFor(value));
          }}
        >
          {to.kind === 'none' && <option value="none">No model is named</option>}
          {to.kind === 'tier' && !Object.hasOwn(tiers, to.tier) && (
            <option value={keyOf(to)}>Tier {to.tier} (the policy has none of that name)</option>
          )}
          {Object.entries(tiers).map(([name, tier]) => (
            <option key={name} value={`tier:${name}`}>
              Tier {name}: {asText(asMapping(tier).model) ?? 'no model'} first
            </option>
          ))}
          <option value="classify">The classifier picks the tier</option>
          <option value="model">A fixed model</option>
          <option value="deny">Nowhere: refuse the task</option>
        </select>
      </label>
      {(choosing || to.kind === 'model') && (
        <div class="field">
          <span>Fixed model</span>
          <ModelPicker
            verb="Use"
            label="as the fixed model"
            locked={locked}
            onPick={(pair) => choose({ kind: 'model', ...pair })}
          />
        </div>
      )}
      <ProfileField
        profile={asText(decided.profile) ?? ''}
        onChange={(profile) => onChange(withProfile(decided, profile))}
      />
    </>
  );
}

/** Edits the name of a profile. */
export function ProfileField({
  profile,
  onChange,
}: {
  readonly profile: string;
  readonly onChange: (profile: string) => void;
}) {
  const { edited, locked } = useDraft();
  const list = useId();
  return (
    <label class="field">
      <span>Profile (who does it; empty: not set)</span>
      <input
        type="text"
        list={list}
        disabled={locked}
        value={profile}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={list}>
        {knownProfiles(edited.policy).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}

function keyOf(to: Destination): string {
  return to.kind === 'tier' ? `tier:${to.tier}` : to.kind;
}

function destinationFor(value: string): Destination {
  if (value === 'classify' || value === 'deny') return { kind: value };
  return value.startsWith('tier:') ? { kind: 'tier', tier: value.slice('tier:'.length) } : { kind: 'none' };
}
