import { manualBans } from '../../blocklist/bans.ts';
import type { JournalRow } from '../../journal/reader.ts';
import { type Json, type JsonObject, jsonEqual, own } from '../../lib/json.ts';
import { withPriceWindows } from '../../policy/overlay.ts';
import { recordedDecision } from './recorded-decision.ts';
import { isRouteChanged, type ReplayedRoute, replayPlan, replayRules } from './replay.ts';

/** How many of the last decisions are replayed, for how long (ms), and how many examples are shown (product 6.2). */
export const REPLAYED_DECISIONS = 200;
export const REPLAY_BUDGET_MS = 300;
export const MAX_EXAMPLES = 20;

/** A decision that would come out differently. */
export interface ImpactExample {
  readonly id: string;
  readonly ts: Json;
  /** The first 120 characters. */
  readonly task: Json;
  readonly from: ReplayedRoute;
  readonly to: ReplayedRoute;
}

/** What a proposed policy would have changed of the last decisions. */
export interface Impact {
  /** Records that were looked at. */
  readonly considered: number;
  readonly replayed: number;
  readonly changed: number;
  /** The changed ones by what they change from and to, most frequent first, at most 20. */
  readonly changes: readonly { readonly from: string; readonly to: string; readonly count: number }[];
  readonly examples: readonly ImpactExample[];
  /** What could not be replayed, and why. */
  readonly not_replayed: readonly { readonly reason: string; readonly count: number }[];
  /** False when the time ran out before the last decision was replayed. */
  readonly complete: boolean;
  /** What the numbers do not cover; empty for most edits. */
  readonly notes: readonly string[];
}

const NO_FEATURES =
  'the record keeps no features (refused before anything was measured, or written by another program)';
const NO_VERDICT = 'both policies leave it to the classifier, whose verdict was not recorded';
const SIGNALS_NOTE =
  'signals: changed words are not covered, because the recorded features were measured with the old ones';

/** Replays the last decisions under two policies, newest first, within {@link REPLAY_BUDGET_MS}. Reads no more than it replays. Never rejects for a bad record. */
export async function replayImpact(
  rows: AsyncIterable<JournalRow>,
  current: JsonObject,
  proposed: JsonObject,
  monotonic: () => number = () => performance.now(),
): Promise<Impact> {
  const until = monotonic() + REPLAY_BUDGET_MS;
  const [before, after] = [withPriceWindows(current), withPriceWindows(proposed)];
  const tally = { considered: 0, replayed: 0, changed: 0 };
  const examples: ImpactExample[] = [];
  const changes = new Map<string, number>();
  const reasons = new Map<string, number>();
  let complete = true;
  for await (const row of rows) {
    if (monotonic() > until) complete = false;
    if (!complete) break;
    tally.considered++;
    const pair = await replayRow(row.record, before, after);
    if (typeof pair === 'string') count(reasons, pair);
    else {
      tally.replayed++;
      if (isRouteChanged(pair.from, pair.to)) {
        tally.changed++;
        count(changes, JSON.stringify([routeText(pair.from), routeText(pair.to)]));
        if (examples.length < MAX_EXAMPLES) examples.push(example(row, pair));
      }
    }
    if (tally.considered === REPLAYED_DECISIONS) break;
  }
  return {
    ...tally,
    changes: ranked(changes).map(([key, times]) => {
      const [from, to]: [string, string] = JSON.parse(key);
      return { from, to, count: times };
    }),
    examples,
    not_replayed: ranked(reasons).map(([reason, times]) => ({ reason, count: times })),
    complete,
    notes: jsonEqual(own(current, 'signals'), own(proposed, 'signals')) ? [] : [SIGNALS_NOTE],
  };
}

async function replayRow(
  record: JsonObject,
  before: JsonObject,
  after: JsonObject,
): Promise<{ readonly from: ReplayedRoute; readonly to: ReplayedRoute } | string> {
  const recorded = recordedDecision(record);
  if (recorded === null) return NO_FEATURES;
  const [old, next] = [replayRules(recorded, before), replayRules(recorded, after)];
  const from = await replayPlan(recorded, old, before);
  // The same output comes to the same order, unless bans have a say, which may stand in for it by what else the policy has.
  const isSame = jsonEqual({ ...old, ruleId: null }, { ...next, ruleId: null }) && !hasBans(before, after);
  const to = isSame ? { ...from, rule_id: next.ruleId } : await replayPlan(recorded, next, after);
  return from.outcome === 'classify' && to.outcome === 'classify' && old.profile === next.profile
    ? NO_VERDICT
    : { from, to };
}

function hasBans(...documents: readonly JsonObject[]): boolean {
  return documents.some((document) => manualBans(document).length > 0);
}

function example(
  { id, record }: JournalRow,
  pair: { readonly from: ReplayedRoute; readonly to: ReplayedRoute },
): ImpactExample {
  return { id, ts: own(record, 'ts') ?? null, task: own(record, 'task') ?? null, ...pair };
}

/** A route in a few words. */
function routeText({ outcome, profile, chain }: ReplayedRoute): string {
  if (outcome === 'deny') return 'denied';
  const who = profile === null ? 'no profile' : `profile ${String(profile)}`;
  return outcome === 'classify' ? `${who}, the classifier chooses` : `${who}, ${chain.join(' > ')}`;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function ranked(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, MAX_EXAMPLES);
}
