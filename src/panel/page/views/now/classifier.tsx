import { Badge, type Tone } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import type { Status } from '../../wire/answers.ts';
import { ownRow } from '../../wire/read.ts';

const TONES: Readonly<Record<string, Tone>> = {
  ok: 'ok',
  unused: 'idle',
  refused: 'bad',
  failing: 'bad',
  unavailable: 'warn',
};

/** Whether the classifier works, and if not, the exact keys that would let it. */
export function ClassifierCard({ health }: { readonly health: Status['classifier_health'] }) {
  const outcomes = Object.entries(health.last_50);
  const calls = outcomes.reduce((sum, [, number]) => sum + number, 0);
  return (
    <Card title="Classifier" aside={<Badge tone={ownRow(TONES, health.state) ?? 'idle'}>{health.state}</Badge>}>
      <p>{health.reason}</p>
      {health.fix !== null && (
        <>
          <p class="muted">What to set in the files of Hermes:</p>
          <pre class="fix">{health.fix}</pre>
        </>
      )}
      <h3>{calls === 0 ? 'No call since the router started' : `How the last ${calls} of at most 50 calls ended`}</h3>
      <ul class="chips">
        {outcomes.map(([outcome, number]) => (
          <li key={outcome}>
            {outcome} <strong>{number}</strong>
          </li>
        ))}
      </ul>
    </Card>
  );
}
