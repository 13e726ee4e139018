import { Card } from '../../../parts/card.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import type { Capabilities } from '../../../wire/answers.ts';
import { useResource } from '../../../wire/resource.ts';
import { useDraft } from '../draft.tsx';
import { ModelPrices } from './model-prices.tsx';
import { type ModelWindows, modelWindows, twoColumns } from './model-windows.ts';

/** The hours in which models cost more or less, by provider, and the table of the policy that corrects what is built in. */
export function WindowsSection() {
  const { base, edited } = useDraft();
  const capabilities = useResource<Capabilities>('/capabilities', null);
  const saved = base.policy.price_windows;
  return (
    <>
      <p class="muted">
        Factors on the base price, in whole UTC hours. What is set here for a model replaces everything built in for it,
        in all tiers at once.
      </p>
      <Loaded of={capabilities}>
        {({ models }) => {
          const rows = modelWindows(edited.policy, models, saved);
          return (
            <div class="editors">
              {twoColumns(rows).map((column) => (
                <div key={column[0]?.[0]?.provider} class="stack">
                  {column.map((group) => (
                    <ProviderPrices key={group[0]?.provider} rows={group} />
                  ))}
                </div>
              ))}
              {rows.length === 0 && <p class="muted">The policy names no model.</p>}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

function ProviderPrices({ rows }: { readonly rows: readonly ModelWindows[] }) {
  return (
    <Card title={rows[0]?.provider ?? 'No provider'}>
      {rows.map((row) => (
        <ModelPrices key={row.model} row={row} />
      ))}
    </Card>
  );
}
