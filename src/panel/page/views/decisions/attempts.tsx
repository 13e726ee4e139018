import { Badge, type Tone } from '../../parts/badge.tsx';
import { hopName } from '../../parts/decision/plan-facts.ts';
import { ownRow } from '../../wire/read.ts';
import type { AttemptFacts } from './record.ts';

const TONES: Readonly<Record<string, Tone>> = { served: 'ok', failed: 'bad', skipped: 'idle' };

/** The tries that Hermes reported for a decision. */
export function Attempts({ attempts }: { readonly attempts: readonly AttemptFacts[] | null }) {
  if (attempts === null) return <p class="muted">Hermes reported nothing for this decision.</p>;
  if (attempts.length === 0) return <p class="muted">Hermes reported that nothing was tried.</p>;
  return (
    <ol class="rows">
      {attempts.map((attempt, index) => (
        <li key={`${index}`}>
          {attempt.n}. <strong>{hopName(attempt)}</strong>{' '}
          <Badge tone={ownRow(TONES, attempt.outcome) ?? 'idle'}>{attempt.outcome}</Badge> {attempt.took}
          {attempt.error !== '' && <p class="muted">{attempt.error}</p>}
        </li>
      ))}
    </ol>
  );
}
