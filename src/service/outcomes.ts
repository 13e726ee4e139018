import { readOutcomes } from '../journal/outcome-record.ts';
import { rollupOutcomes, type TierOutcomes } from '../journal/outcome-rollup.ts';
import type { JournalReader } from '../journal/reader.ts';
import type { JsonObject } from '../lib/json.ts';
import type { ServiceContext } from './context.ts';

/** The `/outcomes` body. */
export interface OutcomesBody {
  /** By tier, sorted. Empty where no decision names a task. */
  readonly tiers: Readonly<Record<string, TierOutcomes>>;
  readonly outcomes_path: string;
}

/** How the decisions of each tier ended, as far as somebody reported it. Reads both journals whole, block by block. Never rejects. */
export async function readOutcomeRates(context: ServiceContext): Promise<OutcomesBody> {
  const { decisions, outcomes } = context.history;
  const { tiers } = await rollupOutcomes(records(decisions), await readOutcomes(outcomes));
  return { tiers, outcomes_path: outcomes.path };
}

async function* records(reader: JournalReader): AsyncGenerator<JsonObject> {
  for await (const { record } of reader.newestFirst()) yield record;
}
