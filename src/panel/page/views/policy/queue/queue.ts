import { isList, isMapping, type Json, type JsonObject, jsonEqual, own } from '../../../../../lib/json.ts';
import { NON_CAPABILITY_KEYS } from '../../../../../rules/tiers.ts';
import type { Edit } from '../edit.ts';

/** A (model, provider) pair. */
export interface Pair {
  readonly model: string;
  readonly provider: string;
}

/** What of a tier belongs to the tier. Everything else on it describes its first hop, and moves with that. */
export const TIER_KEYS: readonly string[] = NON_CAPABILITY_KEYS.filter((key) => key !== 'model' && key !== 'provider');

/** The same for `fail_safe`, which has a profile. */
export const FAIL_SAFE_KEYS: readonly string[] = ['profile', ...TIER_KEYS];

/**
 * The hops of a tier in order, the first being the tier's own model with all that is declared about it. Null when its fallbacks are no list
 * of hops, which only the file can mend.
 */
export function queueOf(block: unknown, blockKeys: readonly string[] = TIER_KEYS): readonly JsonObject[] | null {
  if (!isMapping(block)) return null;
  const fallback = own(block, 'fallback') ?? [];
  if (!isList(fallback)) return null;
  const hops = fallback.filter(isMapping);
  if (hops.length !== fallback.length) return null;
  const head = Object.entries(block).filter(([key]) => !blockKeys.includes(key));
  return [Object.fromEntries(head), ...hops];
}

/** The tier with other hops: its own keys stay, all keys of a hop go where the hop goes. */
export function withQueue(
  block: JsonObject,
  hops: readonly JsonObject[],
  blockKeys: readonly string[] = TIER_KEYS,
): JsonObject {
  const [head = {}, ...rest] = hops;
  const kept = Object.entries(block).filter(([key]) => blockKeys.includes(key) && key !== 'fallback');
  return { ...head, ...Object.fromEntries(kept), ...(rest.length > 0 && { fallback: rest }) };
}

/** The hops with the one at `from` at `to`; the same list where that is outside of it. */
export function movedHop(hops: readonly JsonObject[], from: number, to: number): readonly JsonObject[] {
  const hop = hops[from];
  if (hop === undefined || to < 0 || to >= hops.length || from === to) return hops;
  return hops.toSpliced(from, 1).toSpliced(to, 0, hop);
}

/**
 * Why a hop cannot be the first of a tier through this page; null when it can. The first hop's keys stand on the tier, where a change set
 * has no way to write a null, and where some names mean something else.
 */
export function headProblem(hop: JsonObject, blockKeys: readonly string[] = TIER_KEYS): string | null {
  const nothing = Object.keys(hop).find((key) => hop[key] === null);
  if (nothing !== undefined) return `It declares ${nothing} as null, which only the file can say of a first hop.`;
  const foreign = Object.keys(hop).find((key) => blockKeys.includes(key));
  return foreign === undefined
    ? null
    : `It has the key ${foreign}, which on a first hop would speak for the whole tier.`;
}

/** A hop for people: `model @ provider`. */
export function hopName(hop: JsonObject): string {
  const [model, provider] = [own(hop, 'model'), own(hop, 'provider')];
  return `${nameText(model)} @ ${nameText(provider)}`;
}

/** What a queue change is made of. */
export interface QueueChange {
  /** Where the tier stands: `['tiers', 'T1']`. */
  readonly path: readonly string[];
  /** The tier in the file, and as edited so far. */
  readonly base: unknown;
  readonly block: JsonObject;
  readonly hops: readonly JsonObject[];
  /** The edits so far. */
  readonly edits: readonly Edit[];
  /** How people call it: `T1`. */
  readonly name: string;
  readonly blockKeys?: readonly string[];
}

/**
 * The edit that gives a tier other hops: its fallbacks alone, or how its first hop is paid for, where nothing else changes; else
 * the tier as a whole. Once it was the whole it stays so, since an edit takes the place of an earlier one only at the same place.
 */
export function queueEdit({ path, base, block, hops, edits, name, blockKeys = TIER_KEYS }: QueueChange): Edit {
  const wasWhole = edits.some((edit) => edit.kind === 'set' && jsonEqual(edit.path, path));
  const before = queueOf(block, blockKeys) ?? [];
  if (!wasWhole && jsonEqual(withoutBilling(before), withoutBilling(hops))) {
    const value = own(hops[0] ?? {}, 'billing_mode') ?? null;
    return { kind: 'set', path: [...path, 'billing_mode'], value, label: `How the first hop of ${name} is paid for` };
  }
  if (!wasWhole && jsonEqual(before[0], hops[0])) {
    const rest = hops.slice(1);
    const value = rest.length > 0 ? rest : null;
    return { kind: 'set', path: [...path, 'fallback'], value, label: `Fallbacks of ${name}` };
  }
  const sameSettings = blockKeys.every((key) => key === 'fallback' || jsonEqual(ownOf(base, key), own(block, key)));
  const label = sameSettings ? `Hops of ${name}` : `Hops and settings of ${name}`;
  return { kind: 'set', path, value: withQueue(block, hops, blockKeys), label };
}

/** The hops, the first without how it is paid for. */
function withoutBilling([head, ...rest]: readonly JsonObject[]): readonly Json[] {
  const { billing_mode: _, ...others } = head ?? {};
  return [others, ...rest];
}

function ownOf(block: unknown, key: string): Json | undefined {
  return isMapping(block) ? own(block, key) : undefined;
}

function nameText(value: Json | undefined): string {
  return typeof value === 'string' && value !== '' ? value : 'unnamed';
}
