import { useContext } from 'preact/hooks';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { CooldownList } from '../../parts/cooldown-list.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NavigationContext } from '../../shell/navigation.ts';
import type { Blocklist } from '../../wire/answers.ts';
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
  const bans = blocklist.manual_bans.length;
  return (
    <>
      {blocklist.state_problem !== undefined && (
        <p class="note" data-tone="bad">
          {blocklist.state_problem}
        </p>
      )}
      <CooldownList blocklist={blocklist} />
      <p>
        {bans === 0 ? 'Nothing is banned by hand.' : `${bans} banned by hand.`}{' '}
        <button type="button" class="link" onClick={() => go('policy')}>
          Edit bans
        </button>
      </p>
    </>
  );
}
