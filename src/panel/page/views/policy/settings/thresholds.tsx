import { useState } from 'preact/hooks';
import { count } from '../../../parts/format.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import type { Compaction } from '../../../wire/answers.ts';
import { useResource } from '../../../wire/resource.ts';
import { ChoiceField } from '../field/field.tsx';
import { AGGRESSIVENESS } from './compaction-choice.ts';

/** When the saved choice would compact, and what keeps it from taking effect. */
export function Thresholds({ isChanged }: { readonly isChanged: boolean }) {
  const [aggressiveness, setAggressiveness] = useState('50');
  const compaction = useResource<Compaction>(`/compaction?aggr=${aggressiveness}`, null);
  return (
    <>
      <ChoiceField
        label="Thresholds at an aggressiveness of (shown only, not saved)"
        value={aggressiveness}
        options={AGGRESSIVENESS}
        locked={false}
        onChoose={setAggressiveness}
      />
      {isChanged && <p class="note">The figures below are those of the file. They follow once this is saved.</p>}
      <Loaded of={compaction}>{(data) => <Figures compaction={data} />}</Loaded>
    </>
  );
}

function Figures({ compaction }: { readonly compaction: Compaction }) {
  const { available, reason } = compaction.effective_apply;
  const models = Object.entries(compaction.model_thresholds);
  return (
    <>
      {compaction.compaction_errors.map((error) => (
        <p key={error} class="note" data-tone="bad">
          {error}
        </p>
      ))}
      {!available && (
        <p class="note" data-tone="warn">
          Recorded, but not in effect by itself: {reason}.
        </p>
      )}
      {compaction.warning && (
        <p class="note" data-tone="warn">
          The model would be asked for more than it can read.
        </p>
      )}
      <p>
        Compacts at {count(compaction.threshold_tokens)} tokens: {percent(compaction.threshold_fraction)} of a window of{' '}
        {count(compaction.summarizer_window)}.
      </p>
      <details>
        <summary>Of each model's window</summary>
        <ul>
          {models.map(([model, fraction]) => (
            <li key={model}>
              {model}: {percent(fraction)}
            </li>
          ))}
          {models.length === 0 && <li>No window of any model is known.</li>}
        </ul>
      </details>
    </>
  );
}

function percent(fraction: number): string {
  return `${(fraction * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %`;
}
