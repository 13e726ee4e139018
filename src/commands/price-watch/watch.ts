import { isMapping, type Json, type JsonObject, own } from '../../lib/json.ts';
import { formatTimestamp } from '../../router/timestamp.ts';
import type { PriceAdapter } from './adapters.ts';
import { isWatchProblem, literalHash, literalOf } from './literal.ts';

/** Which records were looked at, and what became of each; keys of adapters. */
export interface WatchReport {
  readonly checked: readonly string[];
  readonly confirmed: readonly string[];
  readonly changed: readonly string[];
  readonly failed: readonly string[];
  readonly unwatchable: readonly string[];
}

/** A page that says something else than before. */
export interface PriceChange {
  readonly adapter: PriceAdapter;
  readonly before: string;
  readonly after: string;
}

/** What a watch works on. Everything that touches the world is passed in. */
export interface WatchParts {
  readonly adapters: readonly PriceAdapter[];
  /** Providers that this machine can call. */
  readonly registered: ReadonlySet<string>;
  /** Providers that the policy names. */
  readonly inPolicy: ReadonlySet<string>;
  /** What the last watch saw, by key. */
  readonly state: JsonObject;
  readonly now: Date;
  /** @throws WatchProblem when the page cannot be had. */
  fetchPage(url: string): Promise<string>;
  /** Tells somebody. What it throws ends the watch: nothing was seen then, and the next one tells again. */
  report(change: PriceChange): Promise<void>;
}

/** What a page showed, as the state keeps it. */
interface Observation extends JsonObject {
  readonly url: string;
  readonly anchor: string;
}

const PERMANENT = ['permanent', 'reason'];
const FACTS = ['url', 'anchor', 'literal', 'sha256', 'verified_at'];

/**
 * Looks whether the watched lines still say the same, at the providers that are both set up here and named by the policy. Prices are neither read
 * nor changed: a person reviews what changed. A first look, and one under a new anchor, only take note.
 * @returns the report, and the state for the next watch.
 */
export async function watchPrices(parts: WatchParts): Promise<{ report: WatchReport; state: JsonObject }> {
  const report = { checked: [], confirmed: [], changed: [], failed: [], unwatchable: [] } as Record<
    keyof WatchReport,
    string[]
  >;
  const state: Record<string, Json | undefined> = { ...parts.state };
  for (const adapter of parts.adapters) {
    const { provider, key = provider, watchable = true } = adapter;
    if (!parts.registered.has(provider) || !parts.inPolicy.has(provider)) continue;
    const stored = own(state, key);
    const before = isMapping(stored) ? stored : {};
    if (!watchable) {
      report.unwatchable.push(key);
      state[key] = unwatchable(adapter, before, parts.now);
      continue;
    }
    report.checked.push(key);
    const { bucket, entry } = await look(adapter, before, parts);
    if (bucket !== null) report[bucket].push(key);
    state[key] = entry;
  }
  return { report, state };
}

async function look(
  adapter: PriceAdapter,
  before: JsonObject,
  parts: WatchParts,
): Promise<{ bucket: 'confirmed' | 'changed' | 'failed' | null; entry: JsonObject }> {
  const verified_at = formatTimestamp(parts.now);
  let literal: string;
  try {
    literal = literalOf(await parts.fetchPage(adapter.url), adapter.anchor);
  } catch (error) {
    if (!isWatchProblem(error)) throw error;
    const entry = { ...without(before, PERMANENT), last_failure_at: verified_at, last_failure: error.message };
    return { bucket: 'failed', entry };
  }
  const { url, anchor } = adapter;
  const seen: Observation = { url, anchor, literal, sha256: literalHash(literal), verified_at };
  const known = own(before, 'literal');
  if (own(before, 'anchor') !== anchor || typeof known !== 'string') return { bucket: null, entry: seen };
  if (known === literal) return { bucket: 'confirmed', entry: { ...without(before, PERMANENT), ...seen } };
  await parts.report({ adapter, before: known, after: literal });
  return { bucket: 'changed', entry: seen };
}

/** The record of a page that cannot be watched: what was known of it once, and since when it is so. */
function unwatchable({ url, anchor, reason }: PriceAdapter, before: JsonObject, now: Date): JsonObject {
  const kept = Object.fromEntries(Object.entries(before).filter(([name]) => FACTS.includes(name)));
  const permanent = own(before, 'permanent');
  const since = isMapping(permanent) ? own(permanent, 'since') : undefined;
  return {
    ...kept,
    url,
    anchor,
    reason: reason ?? 'not watchable by simple fetch',
    permanent: { status: 'unwatchable', since: typeof since === 'string' ? since : formatTimestamp(now) },
  };
}

function without(entry: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));
}
