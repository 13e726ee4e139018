import { type DecisionList, findDecision, listDecisions } from '../journal/decision-list.ts';
import { isMapping, type JsonObject, own } from '../lib/json.ts';
import { tierHops } from '../policy/tier-hops.ts';
import type { ServiceContext } from './context.ts';
import { servedDocument } from './policy-in-use.ts';

/** Which recorded decisions to list. Everything is optional. */
export interface RoutesQuery {
  /** 1 to 500, clamped; 50 for anything that is no number. */
  readonly limit?: unknown;
  /** Only decisions of this source; `unknown` is one. */
  readonly source?: string | undefined;
  /** Only decisions whose attempted model the current policy still names. */
  readonly policyOnly?: boolean;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** The `/routes` body: recorded decisions, newest first. An empty log is an empty list. Never rejects. */
export function readRoutes(context: ServiceContext, query: RoutesQuery = {}): Promise<DecisionList> {
  const named = policyModels(servedDocument(context.policy.read()));
  return listDecisions(context.history.decisions, {
    limit: query.limit,
    source: query.source ?? null,
    policyOnly: query.policyOnly === true,
    cursor: query.cursor ?? null,
    isInPolicy: (model) => named.has(model),
  });
}

/** One recorded decision in full, with the attempts that Hermes reported; `null` for an id that is in no file any more. Never rejects. */
export function readRoute(context: ServiceContext, id: string): Promise<JsonObject | null> {
  const { decisions, attemptsFile } = context.history;
  return findDecision(decisions, id, attemptsFile);
}

/**
 * The models by which a decision counts as the current policy's: those of the tiers with their hops, and the compaction model. What only the
 * classifier, the fail-safe or a rule names does not count (spec: http 3.10).
 */
function policyModels(document: JsonObject): ReadonlySet<string> {
  const tiers = own(document, 'tiers');
  const rows = isMapping(tiers) ? Object.values(tiers).flatMap(tierHops) : [];
  const compaction = own(document, 'compaction');
  if (isMapping(compaction)) rows.push(compaction);
  return new Set(
    rows.flatMap((row) => {
      const model = own(row, 'model');
      return typeof model === 'string' && model !== '' ? [model] : [];
    }),
  );
}
