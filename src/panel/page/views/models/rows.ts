import type { LivenessState } from '../../../../blocklist/blocklist.ts';
import type { ClockReading } from '../../../../models/clock.ts';
import { multiplierAt, usableWindows } from '../../parts/price-hours.ts';
import type { Capabilities, Liveness } from '../../wire/answers.ts';
import { asMapping, asNumber, asText, ownRow } from '../../wire/read.ts';
import { pairKey, type Use, type Uses } from './uses.ts';

/** The states that the router tells, from worst to best. */
export const LIVENESS_STATES = [
  'dead',
  'quota_exhausted',
  'degraded',
  'alive',
] as const satisfies readonly LivenessState[];

/** How a pair stands; `no_reading` for a model that the policy sends nothing to. */
export type ModelState = LivenessState | 'no_reading';

/** One model on one provider: what is known of it, how it stands, and who uses it. */
export interface ModelRow {
  readonly key: string;
  readonly model: string;
  /** Null where neither the policy nor the registry names one. */
  readonly provider: string | null;
  readonly state: ModelState;
  /** The reading of `/liveness`; null without one. */
  readonly reading: Liveness['models'][number] | null;
  /** Whether anybody describes it: else what a task needs of it goes unchecked. */
  readonly known: boolean;
  /** The facts as `/capabilities` serves them; empty for an unknown model. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Price windows in effect, as written. */
  readonly windows: unknown;
  /** Factor on the base price at the evaluated hour; null where nothing is known of the model. */
  readonly multiplier: number | null;
  readonly uses: readonly Use[];
  /** Whether the policy names it. */
  readonly named: boolean;
}

/** What the rows are joined from; null for what was not read (yet). */
export interface ModelSources {
  readonly capabilities: Capabilities | null;
  readonly liveness: Liveness | null;
  readonly uses: Uses;
  /** The hour that is evaluated; null for none. */
  readonly clock: ClockReading | null;
}

/** Joins what is known of models: a row for each pair that the policy names, then one for each other model. By provider, then by model. */
export function modelRows(sources: ModelSources): readonly ModelRow[] {
  const rows = new Map<string, ModelRow>();
  const add = (model: string, provider: string | null) => {
    const key = pairKey(model, provider);
    if (!rows.has(key)) rows.set(key, rowOf(sources, model, provider));
  };
  for (const { model, provider } of sources.liveness?.models ?? []) add(model, provider);
  for (const key of sources.uses.keys()) {
    const [model, provider] = pairOf(key);
    if (provider !== null) add(model, provider);
  }
  const models = new Set([...rows.values()].map(({ model }) => model));
  const others = [...Object.keys(sources.capabilities?.models ?? {}), ...(sources.capabilities?.unknown_models ?? [])];
  for (const key of sources.uses.keys()) others.push(pairOf(key)[0]);
  for (const model of others) {
    if (models.has(model)) continue;
    models.add(model);
    add(model, asText(factsOf(sources, model).provider));
  }
  return [...rows.values()].sort(byProviderAndModel);
}

function rowOf(sources: ModelSources, model: string, provider: string | null): ModelRow {
  const key = pairKey(model, provider);
  const reading = sources.liveness?.models.find((row) => row.model === model && row.provider === provider) ?? null;
  const facts = factsOf(sources, model);
  const known = Object.keys(facts).length > 0 || reading?.capabilities_known === true;
  const windows = asMapping(reading).price_windows ?? facts.price_windows;
  const alone = sources.uses.get(pairKey(model, null)) ?? [];
  const uses = [...(sources.uses.get(key) ?? []), ...(provider === null ? [] : alone)];
  const computed = known && sources.clock !== null ? multiplierAt(usableWindows(windows), sources.clock) : null;
  return {
    key,
    model,
    provider,
    state: stateOf(reading?.state),
    reading,
    known,
    facts,
    windows,
    multiplier: asNumber(reading?.price_multiplier) ?? computed,
    uses,
    named: reading !== null || uses.length > 0 || sources.capabilities?.unknown_models.includes(model) === true,
  };
}

function stateOf(state: unknown): ModelState {
  return LIVENESS_STATES.find((known) => known === state) ?? 'no_reading';
}

function factsOf({ capabilities }: ModelSources, model: string): Readonly<Record<string, unknown>> {
  return asMapping(ownRow(capabilities?.models ?? {}, model));
}

function pairOf(key: string): readonly [model: string, provider: string | null] {
  const [model, provider]: unknown[] = JSON.parse(key);
  return [asText(model) ?? '', asText(provider)];
}

function byProviderAndModel(a: ModelRow, b: ModelRow): number {
  const byProvider = compare(a.provider ?? '\uffff', b.provider ?? '\uffff');
  return byProvider === 0 ? compare(a.model, b.model) : byProvider;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What the reader wants to see. */
export interface ModelFilter {
  /** Models that the policy does not name, too. */
  readonly all: boolean;
  /** Part of a model, a provider, a tier or a rule, in any case; empty for all. */
  readonly text: string;
}

/** The rows that a filter lets through. */
export function filterRows(rows: readonly ModelRow[], { all, text }: ModelFilter): readonly ModelRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter((row) => {
    if (!all && !row.named) return false;
    const places = row.uses.flatMap(({ place, rules }) => [place, ...rules]);
    return [row.model, row.provider ?? '', ...places].some((word) => word.toLowerCase().includes(wanted));
  });
}
