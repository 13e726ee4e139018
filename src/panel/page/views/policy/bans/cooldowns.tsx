import { Badge } from '../../../parts/badge.tsx';
import { Card } from '../../../parts/card.tsx';
import { count, duration, moment } from '../../../parts/format.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import type { Blocklist } from '../../../wire/answers.ts';
import { useNow } from '../../../wire/clock.ts';
import { asMapping, asNumber } from '../../../wire/read.ts';
import { useResource } from '../../../wire/resource.ts';

const READ_EVERY_MS = 10_000;

/** What the breaker keeps from use by itself. It opens and closes on its own; there is nothing to edit. */
export function CooldownsCard() {
  const blocklist = useResource<Blocklist>('/blocklist', READ_EVERY_MS);
  return (
    <Card title="Cooling down by themselves">
      <Loaded of={blocklist}>{(data) => <Cooldowns blocklist={data} />}</Loaded>
    </Card>
  );
}

function Cooldowns({ blocklist }: { readonly blocklist: Blocklist }) {
  const now = useNow(1_000);
  const { breaker_cooldowns: rows, breaker_enabled: isOn, auto_breaker: settings } = blocklist;
  const window = duration(asNumber(settings.window_seconds));
  const threshold = count(settings.threshold);
  return (
    <>
      <ul class="rows">
        {rows.map((row) => (
          <li key={row.model_key}>
            <strong>{row.model_key}</strong> <Badge tone="warn">{row.state === 'OPEN' ? 'open' : 'half open'}</Badge>
            <p class="muted">
              {nextTry(moment(row.retry_at), now)}; last failure {row.last_failure_kind}; weight{' '}
              {count(row.failure_count)} of {threshold} in the last {window}
            </p>
          </li>
        ))}
        {rows.length === 0 && (
          <li class="muted">{isOn ? 'No model is cooling down.' : 'The breaker is switched off in the file.'}</li>
        )}
      </ul>
      <details>
        <summary>When a model is taken out</summary>
        <p>
          When the weights of its failures in the last {window} add up to {threshold}. These settings are edited in the
          file, under blocklist.auto_breaker.
        </p>
        <p class="muted">{weights(settings)}</p>
      </details>
    </>
  );
}

function nextTry(at: Date | null, now: Date): string {
  if (at === null) return 'next try unknown';
  const seconds = (at.getTime() - now.getTime()) / 1000;
  return seconds > 0 ? `tried again in ${duration(seconds)}` : 'tried again with the next job';
}

function weights(settings: Blocklist['auto_breaker']): string {
  const named = Object.entries(asMapping(settings.failure_weights)).map(([kind, weight]) => `${kind} ${count(weight)}`);
  return `Weights: ${[...named, `any other ${count(settings.default_weight)}`].join(', ')}.`;
}
