import { count, moment, plural } from '../../../parts/format.ts';
import type { DecisionList } from '../../../wire/answers.ts';

/** How often each rule decided, among the decisions that were really counted. */
export interface Hits {
  /** Decisions that were counted: the newest. */
  readonly counted: number;
  readonly byRule: ReadonlyMap<string, number>;
  /** Decisions that no rule made. */
  readonly byDefault: number;
  readonly byFailSafe: number;
  /** When the newest was made; null without any. */
  readonly newest: Date | null;
}

/** Counts a list of decisions, newest first. */
export function countHits({ routes }: Pick<DecisionList, 'routes'>): Hits {
  const byRule = new Map<string, number>();
  let byDefault = 0;
  for (const { rule_id, cause } of routes) {
    const id = idText(rule_id);
    if (id !== null) byRule.set(id, (byRule.get(id) ?? 0) + 1);
    else if (cause === 'default_fallthrough') byDefault += 1;
  }
  return {
    counted: routes.length,
    byRule,
    byDefault,
    byFailSafe: routes.filter(({ cause }) => cause === 'fail_safe_strong').length,
    newest: moment(routes[0]?.ts),
  };
}

/** The counts; `counting` before the first reading, null when it failed. */
export type HitsRead = Hits | 'counting' | null;

/** What was read of the decisions, counted. */
export function hitsOf({
  data,
  loading,
}: {
  readonly data: Pick<DecisionList, 'routes'> | null;
  readonly loading: boolean;
}): HitsRead {
  return data === null ? (loading ? 'counting' : null) : countHits(data);
}

/** A count with its window: `12 of the last 200 decisions`. */
export function hitWords(hits: HitsRead, times: (hits: Hits) => number): string {
  if (hits === 'counting') return 'counting …';
  if (hits === null) return 'decisions: unknown';
  if (hits.counted === 0) return 'no decision yet';
  return `${count(times(hits))} of the last ${plural(hits.counted, 'decision')}`;
}

/** Why the counts may not fit the rules that are shown; null when they do. */
export function staleWords(hits: HitsRead, fileChanged: Date | null): string | null {
  if (
    hits === null ||
    hits === 'counting' ||
    hits.newest === null ||
    fileChanged === null ||
    fileChanged <= hits.newest
  )
    return null;
  return 'The file was changed after the newest decision, so the counts are of the rules as they were before.';
}

function idText(id: unknown): string | null {
  if (typeof id === 'string') return id === '' ? null : id;
  return id === null || id === undefined ? null : JSON.stringify(id);
}
