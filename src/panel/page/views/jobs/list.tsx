import { useState } from 'preact/hooks';
import { STATE_NAMES } from '../../../../jobs/state.ts';
import { Card } from '../../parts/card.tsx';
import { plural } from '../../parts/format.ts';
import { Loaded } from '../../parts/loaded.tsx';
import type { JobList } from '../../wire/answers.ts';
import { useNow } from '../../wire/clock.ts';
import { useResource } from '../../wire/resource.ts';
import { JobRow } from './row.tsx';

const PAGE = 50;
const EVERY_MS = 5_000;

/** What the list shows: one state or all, and the cursors of the pages that were left behind, newest first. */
interface Query {
  readonly state: string;
  readonly cursors: readonly string[];
}

/** The path of the list, kept current while it is shown. */
function pathOf({ state, cursors }: Query): string {
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (state !== '') query.set('state', state);
  const cursor = cursors.at(-1);
  if (cursor !== undefined) query.set('cursor', cursor);
  return `/jobs?${query}`;
}

/** The list of jobs, newest first, a page at a time. */
export function JobListCard({ open, onOpen }: { readonly open: string | null; readonly onOpen: (id: string) => void }) {
  const [query, setQuery] = useState<Query>({ state: '', cursors: [] });
  const list = useResource<JobList>(pathOf(query), EVERY_MS);
  const chosen = (event: Event & { currentTarget: HTMLSelectElement }) =>
    setQuery({ state: event.currentTarget.value, cursors: [] });
  return (
    <Card
      title="Jobs"
      aside={
        <label class="job-filter">
          State{' '}
          <select value={query.state} onChange={chosen}>
            <option value="">all</option>
            {STATE_NAMES.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <Loaded of={list}>
        {(page) => (
          <>
            <Rows page={page} query={query} open={open} onOpen={onOpen} />
            <Pages page={page} query={query} onTurn={(cursors) => setQuery({ ...query, cursors })} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Rows({
  page,
  query,
  open,
  onOpen,
}: {
  readonly page: JobList;
  readonly query: Query;
  readonly open: string | null;
  readonly onOpen: (id: string) => void;
}) {
  const now = useNow(1000);
  if (page.jobs.length === 0) return <Nothing query={query} />;
  return (
    <ul class="rows job-rows">
      {page.jobs.map((job) => (
        <JobRow key={job.id} job={job} now={now} isOpen={job.id === open} onOpen={() => onOpen(job.id)} />
      ))}
    </ul>
  );
}

function Nothing({ query }: { readonly query: Query }) {
  if (query.cursors.length > 0) return <p class="muted">There are no older jobs any more.</p>;
  if (query.state !== '') return <p class="muted">No job that is kept is in the state {query.state}.</p>;
  return (
    <>
      <p>No job is kept. This page shows jobs and stops them; it cannot start one. From the command line:</p>
      <pre>hermes-router run "Your task"</pre>
      <p class="muted">An agent starts one with the tool delegate_profile (hermes-router mcp).</p>
    </>
  );
}

function Pages({
  page,
  query,
  onTurn,
}: {
  readonly page: JobList;
  readonly query: Query;
  readonly onTurn: (cursors: readonly string[]) => void;
}) {
  const { cursors } = query;
  const next = page.next_cursor;
  const kind = query.state === '' ? '' : `${query.state} `;
  return (
    <div class="actions job-pages">
      {page.matched > 0 && (
        <span class="muted">{plural(page.matched, `${kind}job`)}; the last 500 of 7 days are kept</span>
      )}
      {cursors.length > 0 && (
        <button type="button" onClick={() => onTurn(cursors.slice(0, -1))}>
          Newer
        </button>
      )}
      {next !== undefined && (
        <button type="button" onClick={() => onTurn([...cursors, next])}>
          Older
        </button>
      )}
    </div>
  );
}
