import type { Json, JsonObject } from '../../../../../lib/json.ts';
import { asNumber, asTexts } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { ChoiceField, NumberField, TickField } from '../field/field.tsx';
import { blockValue, knobEdit, knobText, peakProviders, REQUIRED_FLAGS, tickedNames } from './knob.ts';

const STRATEGIES = [
  ['', 'as written (default)'],
  ['sequential', 'sequential: as written'],
  ['cheapest_now', 'cheapest_now: by what they cost this hour'],
  ['random', 'random: shuffled'],
] as const;

const PINS = [
  ['', 'yes (default)'],
  ['true', 'yes'],
  ['false', 'no'],
] as const;

/** The settings of a tier. Each can be removed, and then its default holds. */
export function Knobs({ name, tier }: { readonly name: string; readonly tier: JsonObject }) {
  const { edit, locked } = useDraft();
  const set = (keys: readonly [string, ...string[]], value: Json | null) => edit(knobEdit(name, tier, keys, value));
  return (
    <div class="knobs">
      <ChoiceField
        label="Order of the fallbacks"
        value={knobText(tier, 'fallback_strategy')}
        options={STRATEGIES}
        locked={locked}
        onChoose={(value) => set(['fallback_strategy'], value === '' ? null : value)}
      />
      <ChoiceField
        label="The first hop stays first"
        value={knobText(tier, 'pin_primary')}
        options={PINS}
        locked={locked}
        onChoose={(value) => set(['pin_primary'], value === '' ? null : value === 'true')}
      />
      <NumberField
        label="Leave out hops above this price factor"
        value={asNumber(blockValue(tier, 'time_cap', 'max_multiplier'))}
        least={1}
        absent="no cap"
        locked={locked}
        onNumber={(value) => set(['time_cap', 'max_multiplier'], value)}
      />
      <NumberField
        label="Least context, in tokens"
        value={asNumber(blockValue(tier, 'requirements', 'min_context'))}
        least={1}
        whole
        absent="no floor"
        locked={locked}
        onNumber={(value) => set(['requirements', 'min_context'], value)}
      />
      <fieldset class="ticks">
        <legend>Every hop</legend>
        {REQUIRED_FLAGS.map(([flag, words]) => (
          <TickField
            key={flag}
            label={words}
            on={blockValue(tier, 'requirements', flag) === true}
            locked={locked}
            onTick={(on) => set(['requirements', flag], on ? true : null)}
          />
        ))}
      </fieldset>
      <AvoidPeak name={name} tier={tier} />
    </div>
  );
}

/** Whose hops go to the end while they charge more. */
function AvoidPeak({ name, tier }: { readonly name: string; readonly tier: JsonObject }) {
  const { edit, locked } = useDraft();
  const providers = peakProviders(tier);
  const avoided = asTexts(blockValue(tier, 'time_policy', 'avoid_peak'));
  const preferred = asTexts(blockValue(tier, 'time_policy', 'prefer'));
  return (
    <fieldset class="ticks">
      <legend>Move back in expensive hours</legend>
      {providers.map((provider) => (
        <TickField
          key={provider}
          label={provider}
          on={avoided.includes(provider)}
          locked={locked}
          onTick={(on) =>
            edit(knobEdit(name, tier, ['time_policy', 'avoid_peak'], tickedNames(providers, avoided, provider, on)))
          }
        />
      ))}
      {preferred.length > 0 && <p class="muted">Moved forward (edited in the file): {preferred.join(', ')}</p>}
    </fieldset>
  );
}
