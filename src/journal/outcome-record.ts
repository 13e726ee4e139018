import { type Json, type JsonObject, own } from '../lib/json.ts';
import { redactSecrets } from '../lib/redact.ts';
import { type JournalReader, openJournalReader } from './reader.ts';

/** Names the row format, for readers of a file that may hold others. */
const OUTCOME_SCHEMA = 'route-outcome/1';

/** Bytes and backups of `outcomes.jsonl`, for `openJournal` (spec: service 12). */
export const OUTCOME_LIMITS = { maxBytes: 2 * 1024 * 1024, backups: 1 } as const;

/** How one task ended. */
export interface OutcomeFacts {
  readonly at: Date;
  /** The decision's task, or the job's id. Empty or missing: there is nothing to join, so no row. */
  readonly taskId: string | null | undefined;
  readonly runId?: string | number | null;
  /** `completed`, `rate_limited`, or a failure kind. */
  readonly outcome: string;
  /** Who says so. */
  readonly source: string;
  /** More about it. Values that are no scalars are left out, and so are names the row has already. */
  readonly extras?: JsonObject;
}

/** The row of an outcome, or null when there is no task to join it with. */
export function outcomeRecord(facts: OutcomeFacts): JsonObject | null {
  if (typeof facts.taskId !== 'string' || facts.taskId === '') return null;
  const row = {
    schema: OUTCOME_SCHEMA,
    ts: facts.at.getTime() / 1000,
    task_id: facts.taskId,
    run_id: facts.runId ?? null,
    outcome: facts.outcome,
    source: facts.source,
  };
  const extras = Object.entries(facts.extras ?? {}).flatMap(([key, value]): [string, Json][] => {
    if (Object.hasOwn(row, key) || value === undefined || (typeof value === 'object' && value !== null)) return [];
    return [[key, typeof value === 'string' ? redactSecrets(value) : value]];
  });
  return { ...row, ...Object.fromEntries(extras) };
}

/** A reader of `outcomes.jsonl` and its backup. */
export function openOutcomeReader(path: string): JournalReader {
  return openJournalReader({ path, backups: OUTCOME_LIMITS.backups });
}

/** All outcome rows in the order they were written; rows of another format are left out. Never rejects. */
export async function readOutcomes(reader: JournalReader): Promise<JsonObject[]> {
  const rows = await reader.last();
  return rows.map(({ record }) => record).filter((record) => own(record, 'schema') === OUTCOME_SCHEMA);
}
