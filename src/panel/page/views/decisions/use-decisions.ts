import { useEffect, useState } from 'preact/hooks';
import type { DecisionList } from '../../wire/answers.ts';
import { call, type Failure } from '../../wire/call.ts';
import { type Resource, useResource } from '../../wire/resource.ts';
import { firstPage, type LoadedRows, withNewest, withOlder } from './pages.ts';

/** What the router is asked for. */
export interface Choice {
  /** Empty: every source. */
  readonly source: string;
  /** Only decisions whose model the policy still names. */
  readonly policyOnly: boolean;
}

const EVERY_MS = 15_000;
const PAGE = 100;

/** The list as far as it is loaded, and how to load more of it. */
export interface Decisions {
  readonly newest: Resource<DecisionList>;
  /** Null before the first answer. */
  readonly loaded: LoadedRows | null;
  readonly older: { readonly busy: boolean; readonly failure: Failure | null; readonly load: () => void };
}

/** Reads the newest decisions again and again, and older ones when asked to. */
export function useDecisions(choice: Choice): Decisions {
  const query = queryOf(choice);
  const newest = useResource<DecisionList>(`/routes?${query}`, EVERY_MS);
  const [more, setMore] = useState<{ readonly query: string; readonly loaded: LoadedRows } | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const page = newest.data;
  const kept = more?.query === query ? more.loaded : null;
  const loaded = page === null ? null : kept === null ? firstPage(page) : withNewest(kept, page);

  // What has been seen is kept at each poll, so that the newest page always reaches it.
  useEffect(() => {
    if (page !== null)
      setMore((before) => (before?.query === query ? { query, loaded: withNewest(before.loaded, page) } : null));
  }, [page, query]);

  const load = async () => {
    const cursor = loaded?.cursor ?? null;
    if (loaded === null || cursor === null || busy) return;
    setBusy(true);
    const answer = await call<DecisionList>(`/routes?${query}&cursor=${encodeURIComponent(cursor)}`);
    setBusy(false);
    setFailure(answer.kind === 'ok' ? null : answer);
    if (answer.kind === 'ok')
      setMore((before) => {
        const base = before?.query === query ? before.loaded : loaded;
        return { query, loaded: withOlder(base, cursor, answer.data) };
      });
  };
  return { newest, loaded, older: { busy, failure, load: () => void load() } };
}

function queryOf({ source, policyOnly }: Choice): string {
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (source !== '') query.set('source', source);
  if (policyOnly) query.set('policy_only', '1');
  return query.toString();
}
