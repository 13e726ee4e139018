import { plural } from '../../parts/format.ts';
import type { Blocklist } from '../../wire/answers.ts';
import { ModelCard } from './card.tsx';
import type { ModelRow } from './rows.ts';

/** The models by their provider. `wanted` is the one that is brought into view; a new object for each request. */
export function ProviderGroups({
  rows,
  bans,
  hour,
  now,
  wanted,
}: {
  readonly rows: readonly ModelRow[];
  readonly bans: Blocklist['manual_bans'];
  readonly hour: Date | null;
  readonly now: Date;
  readonly wanted: { readonly model: string } | null;
}) {
  const providers = [...new Set(rows.map(({ provider }) => provider))];
  const first = rows.find(({ model, provider }) => isWanted(wanted, model, provider));
  return (
    <>
      {wanted !== null && first === undefined && <p class="note">Nothing is known of the model {wanted.model}.</p>}
      {providers.map((provider) => {
        const own = rows.filter((row) => row.provider === provider);
        return (
          <section key={provider} aria-label={provider ?? 'No provider'}>
            <h2 class="model-provider">
              {provider ?? 'no provider named'} <span class="muted">{plural(own.length, 'model')}</span>
            </h2>
            <div class="grid">
              {own.map((row) => (
                <ModelCard
                  key={row.key}
                  row={row}
                  bans={bans}
                  hour={hour}
                  now={now}
                  wanted={row === first ? wanted : null}
                />
              ))}
            </div>
          </section>
        );
      })}
    </>
  );
}

/** A model is asked for by its name, or together with its provider as `model@provider`. */
function isWanted(wanted: { readonly model: string } | null, model: string, provider: string | null): boolean {
  return wanted !== null && (wanted.model === model || wanted.model === `${model}@${provider}`);
}
