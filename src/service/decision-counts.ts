import type { AppendResult } from '../journal/journal.ts';
import type { Cause } from '../rules/cause.ts';

/** How many live decisions this process has made, for `/metrics`. */
export interface DecisionCounts {
  /** Counts one decision. */
  count(decision: CountedDecision): void;
  read(): readonly { readonly decision: CountedDecision; readonly times: number }[];
}

/** What decisions are counted by. Each is a word of a closed set: a caller cannot make time series. */
export interface CountedDecision {
  readonly cause: Cause;
  /** As the decision log has it: one of the known sources, else `unknown`. */
  readonly source: string;
  readonly logged: AppendResult;
}

/** Starts counting at nothing. */
export function createDecisionCounts(): DecisionCounts {
  const counts = new Map<string, { readonly decision: CountedDecision; times: number }>();
  return {
    count: ({ cause, source, logged }) => {
      const key = [cause, source, logged].join(' ');
      const row = counts.get(key);
      if (row === undefined) counts.set(key, { decision: { cause, source, logged }, times: 1 });
      else row.times += 1;
    },
    read: () => [...counts.values()],
  };
}
