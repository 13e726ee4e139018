import { openDecisionReader } from '../journal/decision-list.ts';
import { openOutcomeReader } from '../journal/outcome-record.ts';
import type { DecisionJournalPaths } from '../journal/paths.ts';
import type { JournalReader } from '../journal/reader.ts';

/** What was recorded, for reading: written by this process, by an earlier one, or by Hermes itself. */
export interface History {
  readonly decisions: JournalReader;
  readonly outcomes: JournalReader;
  /** The journal of Hermes' core that says which hops were tried. */
  readonly attemptsFile: string;
}

/** Opens the journals for reading. Touches nothing before the first question. */
export function openHistory(paths: DecisionJournalPaths): History {
  return {
    decisions: openDecisionReader(paths.routes),
    outcomes: openOutcomeReader(paths.outcomes),
    attemptsFile: paths.attempts,
  };
}
