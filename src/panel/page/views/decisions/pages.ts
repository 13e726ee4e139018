import type { DecisionList } from '../../wire/answers.ts';

/** One decision of the list. */
export type DecisionRow = DecisionList['routes'][number];

/** What is loaded of the list, newest first, without gaps. */
export interface LoadedRows {
  readonly rows: readonly DecisionRow[];
  /** Where older ones begin; null when there are none. */
  readonly cursor: string | null;
}

/** Only what the newest page says. */
export function firstPage(page: DecisionList): LoadedRows {
  return { rows: once(page.routes), cursor: page.next_cursor ?? null };
}

/**
 * The newest page in front of what is loaded. Where it no longer reaches what is loaded (a burst of decisions came between two polls) the
 * rest is dropped: a list with a gap in it would look whole.
 */
export function withNewest(loaded: LoadedRows, page: DecisionList): LoadedRows {
  const last = page.routes.at(-1);
  const at = last === undefined ? -1 : loaded.rows.findIndex(({ id }) => id === last.id);
  const older = at === -1 ? [] : loaded.rows.slice(at + 1);
  if (older.length === 0) return firstPage(page);
  return { rows: once([...page.routes, ...older]), cursor: loaded.cursor };
}

/** An older page behind what is loaded; what is loaded stays as it is where the page does not continue it. */
export function withOlder(loaded: LoadedRows, cursor: string, page: DecisionList): LoadedRows {
  if (loaded.cursor !== cursor) return loaded;
  return { rows: once([...loaded.rows, ...page.routes]), cursor: page.next_cursor ?? null };
}

/** Rows whose text holds every word that was typed, upper and lower case alike. */
export function filterRows(rows: readonly DecisionRow[], typed: string): readonly DecisionRow[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const { task, model, provider, declared_model, rule_id, cause, source, id } = row;
    const text = [task, model, provider, declared_model, rule_id, cause, source, id].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A log may tell one decision twice. */
function once(rows: readonly DecisionRow[]): readonly DecisionRow[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
