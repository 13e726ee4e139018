import type { DecisionRow } from './pages.ts';

/** Decisions that follow each other and came out alike. */
export interface Run {
  /** The newest. */
  readonly head: DecisionRow;
  /** The others, newest first. */
  readonly rest: readonly DecisionRow[];
}

/** Fields that tell two decisions apart, besides their time. */
const SAME = ['task', 'cause', 'rule_id', 'model', 'provider', 'declared_model', 'source'] as const;

/** Puts consecutive decisions that are alike into runs. */
export function runsOf(rows: readonly DecisionRow[]): readonly Run[] {
  const runs: { head: DecisionRow; rest: DecisionRow[] }[] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last !== undefined && SAME.every((field) => last.head[field] === row[field])) last.rest.push(row);
    else runs.push({ head: row, rest: [] });
  }
  return runs;
}

/** One line of the list. */
export interface Line {
  readonly row: DecisionRow;
  /** How many more it stands for; 0 for one alone and for one inside an open run. */
  readonly hidden: number;
  /** Set on the first of a run of more than one: whether it is open. */
  readonly open: boolean | null;
}

/** The lines to show: one for each run, and all of those that were opened (by the id of their oldest, which stays while new ones come). */
export function linesOf(runs: readonly Run[], opened: ReadonlySet<string>): readonly Line[] {
  return runs.flatMap(({ head, rest }): Line[] => {
    if (rest.length === 0) return [{ row: head, hidden: 0, open: null }];
    const open = opened.has(runKey({ head, rest }));
    const first = { row: head, hidden: open ? 0 : rest.length, open };
    return open ? [first, ...rest.map((row) => ({ row, hidden: 0, open: null }))] : [first];
  });
}

/** What a run is remembered by. */
export function runKey({ head, rest }: Run): string {
  return (rest.at(-1) ?? head).id;
}
