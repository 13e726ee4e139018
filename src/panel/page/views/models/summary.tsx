import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { plural } from '../../parts/format.ts';
import type { Liveness } from '../../wire/answers.ts';
import { asMapping, asNumber } from '../../wire/read.ts';
import { LIVENESS_STATES } from './rows.ts';
import { STATES } from './words.ts';

/** How the models of the policy stand together, and which hour the prices are of. */
export function ModelSummary({ liveness, hour }: { readonly liveness: Liveness | null; readonly hour: Date | null }) {
  if (liveness === null) return <p class="note">How the models stand cannot be read at the moment.</p>;
  const total = liveness.models.length;
  const worst = STATES[LIVENESS_STATES.find((state) => state === liveness.worst) ?? 'alive'];
  return (
    <Card
      title="How they stand"
      aside={<Badge tone={worst.tone}>{liveness.worst === 'alive' ? 'all alive' : `worst: ${worst.word}`}</Badge>}
    >
      {liveness.error !== undefined && (
        <p class="note" data-tone="bad">
          {liveness.error}. Repair it in router.yaml; hermes-router lint says where.
        </p>
      )}
      <ul class="chips">
        {LIVENESS_STATES.map((state) => {
          const number = liveness.models.filter((row) => row.state === state).length;
          return number === 0 ? null : (
            <li key={state}>
              {STATES[state].word} <strong>{number}</strong>
            </li>
          );
        })}
      </ul>
      <p class="muted">
        Of the {plural(total, 'model')} that the tiers, the classifier and the last resort name, each on its provider.{' '}
        {hourWords(liveness, hour)}
      </p>
    </Card>
  );
}

function hourWords(liveness: Liveness, hour: Date | null): string {
  const utc = asNumber(asMapping(liveness.evaluated_at).utc_hour);
  if (hour === null || utc === null) return 'The hour of the prices is unknown.';
  const local = hour.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  return `Prices are those of the hour that began at ${String(utc).padStart(2, '0')}:00 UTC (${local} your time).`;
}
