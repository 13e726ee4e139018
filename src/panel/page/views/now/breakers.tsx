import { useContext } from 'preact/hooks';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { count, duration, moment } from '../../parts/format.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NavigationContext } from '../../shell/navigation.ts';
import type { Blocklist } from '../../wire/answers.ts';
import { useNow } from '../../wire/clock.ts';
import { asNumber } from '../../wire/read.ts';
import type { Resource } from '../../wire/resource.ts';

/** Models that are kept from use: by the breaker, each with the time until it is tried again, and by hand. */
export function BreakersCard({ blocklist }: { readonly blocklist: Resource<Blocklist> }) {
  return (
    <Card title="Breakers" aside={blocklist.data !== null && <Summary blocklist={blocklist.data} />}>
      <Loaded of={blocklist}>{(data) => <Breakers blocklist={data} />}</Loaded>
    </Card>
  );
}

function Summary({ blocklist }: { readonly blocklist: Blocklist }) {
  if (!blocklist.breaker_enabled) return <Badge tone="idle">off</Badge>;
  const open = blocklist.breaker_cooldowns.length;
  return open === 0 ? <Badge tone="ok">all closed</Badge> : <Badge tone="warn">{open} not closed</Badge>;
}

function Breakers({ blocklist }: { readonly blocklist: Blocklist }) {
  const { go } = useContext(NavigationContext);
  const now = useNow(1000);
  const window = asNumber(blocklist.auto_breaker.window_seconds);
  const bans = blocklist.manual_bans.length;
  return (
    <>
      {blocklist.state_problem !== undefined && (
        <p class="note" data-tone="bad">
          {blocklist.state_problem}
        </p>
      )}
      <ul class="rows">
        {blocklist.breaker_cooldowns.map((row) => (
          <li key={row.model_key}>
            <strong>{row.model_key}</strong> <Badge tone="warn">{row.state === 'OPEN' ? 'open' : 'half open'}</Badge>
            <span class="countdown">{untilText(moment(row.retry_at), now)}</span>
            <p class="muted">
              last failure {row.last_failure_kind}, weight {count(row.failure_count)} in the last {duration(window)}
            </p>
          </li>
        ))}
      </ul>
      {blocklist.breaker_cooldowns.length === 0 && (
        <p class="muted">
          {blocklist.breaker_enabled ? 'No model is cooling down.' : 'The policy has the breaker switched off.'}
        </p>
      )}
      <p>
        {bans === 0 ? 'Nothing is banned by hand.' : `${bans} banned by hand.`}{' '}
        <button type="button" class="link" onClick={() => go('policy')}>
          Edit bans
        </button>
      </p>
    </>
  );
}

function untilText(at: Date | null, now: Date): string {
  if (at === null) return 'time of the next try unknown';
  const seconds = (at.getTime() - now.getTime()) / 1000;
  return seconds <= 0 ? 'tried again with the next task' : `tried again in ${duration(seconds)}`;
}
