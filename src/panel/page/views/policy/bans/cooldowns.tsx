import { Card } from '../../../parts/card.tsx';
import { CooldownList } from '../../../parts/cooldown-list.tsx';
import { count, duration } from '../../../parts/format.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import type { Blocklist } from '../../../wire/answers.ts';
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
  const settings = blocklist.auto_breaker;
  const window = duration(asNumber(settings.window_seconds));
  const threshold = count(settings.threshold);
  return (
    <>
      <CooldownList blocklist={blocklist} />
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

function weights(settings: Blocklist['auto_breaker']): string {
  const named = Object.entries(asMapping(settings.failure_weights)).map(([kind, weight]) => `${kind} ${count(weight)}`);
  return `Weights: ${[...named, `any other ${count(settings.default_weight)}`].join(', ')}.`;
}
