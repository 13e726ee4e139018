import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Card } from '../../parts/card.tsx';
import { plural } from '../../parts/format.ts';
import { FailureNote, Loaded } from '../../parts/loaded.tsx';
import { NavigationContext } from '../../shell/navigation.ts';
import type { DecisionList } from '../../wire/answers.ts';
import { DecisionDetail } from './detail.tsx';
import { Filters } from './filters.tsx';
import { DecisionTable } from './list.tsx';
import { extentWords } from './list-words.ts';
import { filterRows, type LoadedRows } from './pages.ts';
import { runsOf } from './runs.ts';
import { type Choice, type Decisions, useDecisions } from './use-decisions.ts';

/** The recorded decisions, and how each came about. */
export function DecisionsView() {
  const { view, target } = useContext(NavigationContext);
  const [choice, setChoice] = useState<Choice>({ source: '', policyOnly: false });
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const decisions = useDecisions(choice);
  // A target is a request, and a new object each time: it is answered once.
  useEffect(() => {
    if (view === 'decisions' && target?.kind === 'decision') setChosen(target.id);
  }, [target]);
  const place = useRef<HTMLDivElement>(null);
  const close = () => {
    // The button that closed it goes with it: the reader goes on from the line in the list.
    place.current?.querySelector<HTMLButtonElement>('tr[data-chosen="true"] .choose')?.focus();
    setChosen(null);
  };
  return (
    <div class="decisions" ref={place} data-open={chosen !== null}>
      <Card title="Decisions">
        <Filters choice={choice} typed={typed} onChoice={setChoice} onTyped={setTyped} />
        <Loaded of={decisions.newest}>
          {(page) =>
            decisions.loaded !== null && (
              <List
                page={page}
                loaded={decisions.loaded}
                choice={choice}
                typed={typed}
                chosen={chosen}
                older={decisions.older}
                onChoose={setChosen}
              />
            )
          }
        </Loaded>
      </Card>
      {chosen !== null && <DecisionDetail id={chosen} onClose={close} />}
    </div>
  );
}

function List({
  page,
  loaded,
  choice,
  typed,
  chosen,
  older,
  onChoose,
}: {
  readonly page: DecisionList;
  readonly loaded: LoadedRows;
  readonly choice: Choice;
  readonly typed: string;
  readonly chosen: string | null;
  readonly older: Decisions['older'];
  readonly onChoose: (id: string) => void;
}) {
  const rows = filterRows(loaded.rows, typed);
  const extent = {
    loaded: loaded.rows.length,
    shown: rows.length,
    matched: page.matched,
    all: page.count,
    typed: typed.trim() !== '',
    filtered: choice.source !== '' || choice.policyOnly,
  };
  return (
    <div class="decision-list">
      <p class="muted" role="status">
        {page.count === 0 ? 'No decision is recorded yet.' : extentWords(extent)}
        {page.skipped_lines > 0 && ` ${plural(page.skipped_lines, 'line')} of the log could not be read.`}
      </p>
      {rows.length > 0 && <DecisionTable runs={runsOf(rows)} chosen={chosen} onChoose={onChoose} />}
      {older.failure !== null && <FailureNote failure={older.failure} />}
      {loaded.cursor !== null && (
        <button type="button" disabled={older.busy} onClick={older.load}>
          {older.busy ? 'Reading …' : 'Show older'}
        </button>
      )}
    </div>
  );
}
