import { isList, isMapping, type Json, type JsonObject, own } from '../../../src/lib/json.ts';

/** A change by name; the patch is made from the document it changes. */
export interface Edit {
  readonly name: string;
  readonly patch: (document: JsonObject) => JsonObject;
}

type Row = Record<string, Json | undefined>;

function listAt(document: JsonObject, ...path: readonly string[]): Row[] {
  let at: Json | undefined = document;
  for (const key of path) at = isMapping(at) ? own(at, key) : undefined;
  return isList(at) ? at.filter(isMapping).map((row) => ({ ...row })) : [];
}

const rules = (change: (rows: Row[]) => Row[]) => (document: JsonObject) => ({
  rules: change(listAt(document, 'rules')),
});
const onRule = (index: number, change: (row: Row) => Row) =>
  rules((rows) => rows.map((row, at) => (at === index ? change(row) : row)));
const hops = (change: (rows: Row[]) => Row[]) => (document: JsonObject) => ({
  tiers: { T1: { fallback: change(listAt(document, 'tiers', 'T1', 'fallback')) } },
});
const bans = (change: (rows: Row[]) => Row[]) => (document: JsonObject) => ({
  blocklist: { manual_ban: change(listAt(document, 'blocklist', 'manual_ban')) },
});
const always = (patch: JsonObject) => () => patch;
const moved = (rows: Row[], from: number, to: number): Row[] => {
  const rest = rows.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...rows.slice(from, from + 1), ...rest.slice(to)];
};
const without = (row: Row, key: string): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== key));

/** The edits that a panel makes: every knob set, changed and removed; rules; hop lists; overlay; bans; compaction. */
export const EDITS: readonly Edit[] = [
  { name: 'tier model changed', patch: always({ tiers: { T4: { model: 'stronger' } } }) },
  { name: 'tier provider changed', patch: always({ tiers: { T1: { provider: 'elsewhere' } } }) },
  { name: 'tier in braces changed', patch: always({ tiers: { T3: { model: 'newer' } } }) },
  { name: 'strategy changed', patch: always({ tiers: { T1: { fallback_strategy: 'cheapest_now' } } }) },
  { name: 'strategy set', patch: always({ tiers: { T4: { fallback_strategy: 'random' } } }) },
  { name: 'strategy nulled', patch: always({ tiers: { T1: { fallback_strategy: null } } }) },
  { name: 'pin set', patch: always({ tiers: { T1: { pin_primary: false } } }) },
  { name: 'billing mode changed', patch: always({ tiers: { T2: { billing_mode: 'metered' } } }) },
  { name: 'billing mode nulled', patch: always({ tiers: { T2: { billing_mode: null } } }) },
  { name: 'time cap changed', patch: always({ tiers: { T1: { time_cap: { max_multiplier: 3 } } } }) },
  { name: 'time cap nulled', patch: always({ tiers: { T1: { time_cap: null } } }) },
  { name: 'time cap set', patch: always({ tiers: { T4: { time_cap: { max_multiplier: 1.2 } } } }) },
  { name: 'avoid_peak changed', patch: always({ tiers: { T4: { time_policy: { avoid_peak: ['other', 'cheap'] } } } }) },
  { name: 'time policy nulled', patch: always({ tiers: { T4: { time_policy: null } } }) },
  {
    name: 'requirements set',
    patch: always({ tiers: { T4: { requirements: { min_context: 200000, vision: true } } } }),
  },
  { name: 'tier added', patch: always({ tiers: { night: { model: 'owl', provider: 'cheap' } } }) },
  { name: 'rule moved first', patch: rules((rows) => moved(rows, 2, 0)) },
  { name: 'rule moved last', patch: rules((rows) => moved(rows, 0, rows.length - 1)) },
  { name: 'rule moved to the middle', patch: rules((rows) => moved(rows, 0, 1)) },
  { name: 'rule list reversed', patch: rules((rows) => [...rows].reverse()) },
  { name: 'rule disabled', patch: onRule(1, (row) => ({ ...row, enabled: false })) },
  {
    name: 'rule moved and disabled',
    patch: rules((rows) => moved(rows, 1, 0).map((row, at) => (at === 0 ? { ...row, enabled: false } : row))),
  },
  { name: 'status removed', patch: onRule(1, (row) => without(row, 'status')) },
  {
    name: 'rule destination changed',
    patch: onRule(0, (row) => ({ ...row, then: { profile: 'coder', model: 'T3' } })),
  },
  { name: 'rule denies', patch: onRule(1, (row) => ({ ...row, then: { deny: true } })) },
  { name: 'hops reordered', patch: hops((rows) => [...rows].reverse()) },
  {
    name: 'hop appended',
    patch: hops((rows) => [...rows, { model: 'spare', provider: 'other', billing_mode: 'free' }]),
  },
  { name: 'hop put first', patch: hops((rows) => [{ model: 'spare', provider: 'other' }, ...rows]) },
  { name: 'hop removed', patch: hops((rows) => rows.slice(1)) },
  {
    name: 'hop changed',
    patch: hops((rows) => rows.map((row, at) => (at === 0 ? { ...row, model: 'other-model' } : row))),
  },
  { name: 'hops emptied', patch: hops(() => []) },
  { name: 'default set', patch: always({ default: { action: null, model: 'T2', deny: null } }) },
  {
    name: 'overlay entry added',
    patch: always({ price_windows: { medium: [{ hours_utc: [0, 6], multiplier: 0.5, weekdays: [5, 6] }] } }),
  },
  { name: 'overlay entry removed', patch: always({ price_windows: { small: null } }) },
  {
    name: 'ban added',
    patch: bans((rows) => [...rows, { model: 'tired', provider: 'other', reason: 'quota: none # until 22:00' }]),
  },
  { name: 'ban lifted', patch: bans(() => []) },
  {
    name: 'compaction set',
    patch: always({ compaction: { model: 'glm-4.5-flash', provider: 'zai', fallback_mode: 'tier:T2' } }),
  },
  { name: 'classifier changed', patch: always({ classifier: { timeout_seconds: 9.5, model: '4o' } }) },
  { name: 'switched off', patch: always({ enabled: false }) },
  {
    name: 'signals added',
    patch: always({ signals: { hard: ['no', 'on', '22:00', '1_000', 'parity bug', '=', '2024-01-01', ' x'] } }),
  },
  { name: 'block list removed', patch: always({ blocklist: null }) },
  { name: 'fail-safe moved', patch: always({ fail_safe: { model: 'strongest', provider: 'safer' } }) },
];
