import type { Blocklist } from '../wire/answers.ts';
import { useNow } from '../wire/clock.ts';
import { asNumber } from '../wire/read.ts';
import { Badge } from './badge.tsx';
import { count, duration, moment } from './format.ts';

/** The breakers that are not closed: why, and how long until each is tried again. */
export function CooldownList({ blocklist }: { readonly blocklist: Blocklist }) {
  const now = useNow(1_000);
  const { breaker_cooldowns: rows, breaker_enabled: isOn, auto_breaker: settings } = blocklist;
  return (
    <ul class="rows">
      {rows.map((row) => (
        <li key={row.model_key}>
          <strong>{row.model_key}</strong> <Badge tone="warn">{row.state === 'OPEN' ? 'open' : 'half open'}</Badge>
          <p>{nextTry(moment(row.retry_at), now)}</p>
          <p class="muted">
            last failure {row.last_failure_kind}, weight {count(row.failure_count)} of {count(settings.threshold)} in
            the last {duration(asNumber(settings.window_seconds))}
          </p>
        </li>
      ))}
      {rows.length === 0 && (
        <li class="muted">{isOn ? 'No model is cooling down.' : 'The policy has the breaker switched off.'}</li>
      )}
    </ul>
  );
}

function nextTry(at: Date | null, now: Date): string {
  if (at === null) return 'time of the next try unknown';
  const seconds = (at.getTime() - now.getTime()) / 1000;
  return seconds > 0 ? `tried again in ${duration(seconds)}` : 'tried again with the next task';
}
