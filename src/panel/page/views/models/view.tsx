import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { readClock } from '../../../../models/clock.ts';
import { moment } from '../../parts/format.ts';
import { FailureNote } from '../../parts/loaded.tsx';
import { NavigationContext } from '../../shell/navigation.ts';
import type { Blocklist, Capabilities, Liveness, Policy } from '../../wire/answers.ts';
import { useNow } from '../../wire/clock.ts';
import { asMapping } from '../../wire/read.ts';
import { useResource } from '../../wire/resource.ts';
import { ModelFilters } from './filters.tsx';
import { ProviderGroups } from './groups.tsx';
import { filterRows, type ModelFilter, modelRows } from './rows.ts';
import { ModelSummary } from './summary.tsx';
import { UnknownModels } from './unknown.tsx';
import { usesOf } from './uses.ts';

const EVERY_MS = 30_000;
/** The words tell whole minutes. */
const CLOCK_MS = 20_000;

/** The models: what is known of each, what it costs at this hour, how it stands, and who uses it. */
export function ModelsView() {
  const capabilities = useResource<Capabilities>('/capabilities', EVERY_MS);
  const liveness = useResource<Liveness>('/liveness', EVERY_MS);
  const policy = useResource<Policy>('/policy', EVERY_MS);
  const blocklist = useResource<Blocklist>('/blocklist', EVERY_MS);
  const now = useNow(CLOCK_MS);
  const [filter, setFilter] = useState<ModelFilter>({ all: false, text: '' });
  const { wanted, forget } = useWantedModel(() => setFilter({ all: true, text: '' }));
  const refilter = (next: ModelFilter) => {
    // A model that comes back into view must not take the keyboard from the reader.
    forget();
    setFilter(next);
  };
  const hour = moment(asMapping(liveness.data?.evaluated_at).at);
  const rows = useMemo(
    () =>
      modelRows({
        capabilities: capabilities.data,
        liveness: liveness.data,
        uses: usesOf(policy.data, blocklist.data?.fallback_chain),
        clock: readClock(hour ?? now),
      }),
    [capabilities.data, liveness.data, policy.data, blocklist.data],
  );
  const failure = capabilities.failure ?? liveness.failure;
  if (capabilities.data === null && liveness.data === null)
    return failure === null ? <p class="muted">Reading …</p> : <FailureNote failure={failure} />;
  const shown = filterRows(rows, filter);
  return (
    <div class="stack">
      <ModelSummary liveness={liveness.data} hour={hour} />
      {capabilities.data !== null && <UnknownModels capabilities={capabilities.data} />}
      <ModelFilters filter={filter} onFilter={refilter} shown={shown.length} rows={rows} />
      <ProviderGroups rows={shown} bans={blocklist.data?.manual_bans ?? []} hour={hour} now={now} wanted={wanted} />
    </div>
  );
}

/** The model that another view asked for; `onAsked` has to let it through the filters. */
function useWantedModel(onAsked: () => void): {
  readonly wanted: { readonly model: string } | null;
  readonly forget: () => void;
} {
  const { target } = useContext(NavigationContext);
  const [wanted, setWanted] = useState<{ readonly model: string } | null>(null);
  useEffect(() => {
    if (target?.kind !== 'model') return;
    onAsked();
    setWanted({ model: target.id });
  }, [target]);
  return { wanted, forget: () => setWanted(null) };
}
