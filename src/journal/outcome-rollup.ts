import { isMapping, type JsonObject, own } from '../lib/json.ts';
import { runKey } from './attempts.ts';
import { stepsOf } from './decision-record.ts';

/** How the decisions of one tier ended. */
export interface TierOutcomes {
  /** Decisions that name a task, whether or not it has ended. */
  readonly cards: number;
  /** Those with an outcome. */
  readonly resolved: number;
  /** Decisions by outcome, sorted by name; `no_outcome` for the rest. */
  readonly counts: Readonly<Record<string, number>>;
  /** Shares of `resolved`, rounded to 4 decimals; null when nothing is resolved. */
  readonly success_rate: number | null;
  readonly blocked_rate: number | null;
  readonly rate_limited_rate: number | null;
}

/** Outcomes per tier, tiers sorted by name. */
export interface OutcomeRollup {
  readonly tiers: Readonly<Record<string, TierOutcomes>>;
}

const NO_OUTCOME = 'no_outcome';

/**
 * Joins decisions with outcome rows on `(task_id, run_id)`. The last outcome of a task counts; a decision without a task is
 * ignored; a task decided twice counts twice.
 * @param decisions decision rows, in any order.
 * @param outcomes outcome rows in the order they were written.
 */
export async function rollupOutcomes(
  decisions: Iterable<JsonObject> | AsyncIterable<JsonObject>,
  outcomes: Iterable<JsonObject>,
): Promise<OutcomeRollup> {
  const ended = new Map<string, string>();
  for (const row of outcomes) {
    const key = runKey(row);
    const outcome = own(row, 'outcome');
    if (key !== null && typeof outcome === 'string') ended.set(key, outcome);
  }
  const tiers = new Map<string, Map<string, number>>();
  for await (const decision of decisions) {
    const key = runKey(decision);
    if (key === null) continue;
    const tier = tierOf(decision);
    const counts = tiers.get(tier) ?? new Map<string, number>();
    const outcome = ended.get(key) ?? NO_OUTCOME;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    tiers.set(tier, counts);
  }
  return { tiers: Object.fromEntries(sorted(tiers).map(([tier, counts]) => [tier, summary(counts)])) };
}

/** The tier a decision chose: the first step that names one, else the declared model, else `unknown`. */
export function tierOf(decision: JsonObject): string {
  for (const step of stepsOf(decision)) {
    const input = own(step, 'in');
    const tier = isMapping(input) ? own(input, 'tier') : undefined;
    if (typeof tier === 'string' && tier !== '') return tier;
  }
  const output = own(decision, 'output');
  const model = isMapping(output) ? own(output, 'model') : undefined;
  return typeof model === 'string' && model !== '' ? model : 'unknown';
}

function summary(counts: ReadonlyMap<string, number>): TierOutcomes {
  const cards = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const resolved = cards - (counts.get(NO_OUTCOME) ?? 0);
  const rate = (outcome: string): number | null =>
    resolved === 0 ? null : Number(((counts.get(outcome) ?? 0) / resolved).toFixed(4));
  return {
    cards,
    resolved,
    counts: Object.fromEntries(sorted(counts)),
    success_rate: rate('completed'),
    blocked_rate: rate('blocked'),
    rate_limited_rate: rate('rate_limited'),
  };
}

function sorted<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
