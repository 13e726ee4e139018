import { useContext } from 'preact/hooks';
import { Card } from '../../parts/card.tsx';
import { ago, count, moment } from '../../parts/format.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NavigationContext } from '../../shell/navigation.ts';
import type { DecisionList } from '../../wire/answers.ts';
import { useNow } from '../../wire/clock.ts';
import { useResource } from '../../wire/resource.ts';

/** The latest decisions. */
export function LatestCard() {
  const { go } = useContext(NavigationContext);
  const list = useResource<DecisionList>('/routes?limit=6', 10_000);
  const now = useNow(5_000);
  return (
    <Card
      title="Latest decisions"
      aside={list.data !== null && <span class="muted">{count(list.data.count)} in the log</span>}
    >
      <Loaded of={list}>
        {({ routes }) => (
          <ul class="rows">
            {routes.map((row) => (
              <li key={row.id}>
                <button type="button" class="link" onClick={() => go('decisions', { kind: 'decision', id: row.id })}>
                  {row.task || 'a task without text'}
                </button>
                <p class="muted">
                  {row.model === '' ? 'nothing was tried' : `${row.model} @ ${row.provider}`},{' '}
                  {ago(moment(row.ts), now)}
                </p>
              </li>
            ))}
            {routes.length === 0 && <li class="muted">No decision is recorded yet.</li>}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
