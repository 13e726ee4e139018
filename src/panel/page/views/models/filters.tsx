import { plural } from '../../parts/format.ts';
import type { ModelFilter, ModelRow } from './rows.ts';

/** Which models are shown. */
export function ModelFilters({
  filter,
  onFilter,
  shown,
  rows,
}: {
  readonly filter: ModelFilter;
  readonly onFilter: (filter: ModelFilter) => void;
  readonly shown: number;
  readonly rows: readonly ModelRow[];
}) {
  const named = rows.filter((row) => row.named).length;
  return (
    <div class="model-filters">
      <label>
        Show{' '}
        <select
          value={filter.all ? 'all' : 'named'}
          onChange={(event) => onFilter({ ...filter, all: event.currentTarget.value === 'all' })}
        >
          <option value="named">named by the policy ({named})</option>
          <option value="all">all that are known ({rows.length})</option>
        </select>
      </label>
      <label>
        Find{' '}
        <input
          type="search"
          placeholder="model, provider, tier or rule"
          value={filter.text}
          onInput={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        />
      </label>
      <span class="muted" role="status">
        {shown === 0 ? 'None matches.' : `${plural(shown, 'model')} shown`}
      </span>
    </div>
  );
}
