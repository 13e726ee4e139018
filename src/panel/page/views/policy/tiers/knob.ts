import { isMapping, type Json, type JsonObject, own } from '../../../../../lib/json.ts';
import { count, factor } from '../../../parts/format.ts';
import { asMapping, asMappings, asNumber, asText, asTexts } from '../../../wire/read.ts';
import type { Edit } from '../edit.ts';

/** Words for the capabilities that a tier can require of its hops. */
export const REQUIRED_FLAGS = [
  ['vision', 'can see images'],
  ['tool_calling', 'can call tools'],
  ['structured_output', 'can answer in a given structure'],
] as const;

/** Sets one setting of a tier, or removes it (null). A block whose last setting goes, goes too: an empty one would not be removed. */
export function knobEdit(
  name: string,
  tier: JsonObject,
  keys: readonly [string, ...string[]],
  value: Json | null,
): Edit {
  const [block, key] = keys;
  const label = `${keys.join('.')} of ${name}`;
  const others = Object.keys(asMapping(own(tier, block))).filter((other) => other !== key);
  const path = ['tiers', name, block];
  if (key === undefined) return { kind: 'set', path, value, label };
  return value === null && others.length === 0
    ? { kind: 'set', path, value: null, label }
    : { kind: 'set', path: [...path, key], value, label };
}

/** A setting as the text of a choice: `''` for none. */
export function knobText(tier: JsonObject, key: string): string {
  const value = own(tier, key);
  return value === undefined || value === null ? '' : String(value);
}

/** A setting inside of a block; undefined without. */
export function blockValue(tier: JsonObject, block: string, key: string): Json | undefined {
  const mapping = own(tier, block);
  return isMapping(mapping) ? own(mapping, key) : undefined;
}

/** Providers whose hops can be moved back in expensive hours: those of the hops, and those that the tier already names. */
export function peakProviders(tier: JsonObject): readonly string[] {
  const hops = [tier, ...asMappings(own(tier, 'fallback'))];
  const providers = hops.map((hop) => asText(own(hop, 'provider'))).filter((provider) => provider !== null);
  return [...new Set([...providers, ...asTexts(blockValue(tier, 'time_policy', 'avoid_peak'))])];
}

/** The list with or without a name, in the order of `all`; null when none is left. */
export function tickedNames(
  all: readonly string[],
  ticked: readonly string[],
  name: string,
  on: boolean,
): readonly string[] | null {
  const names = all.filter((other) => (other === name ? on : ticked.includes(other)));
  return names.length === 0 ? null : names;
}

/** The settings that a tier has, in a few words; none of them: `all at their defaults`. */
export function knobSummary(tier: JsonObject): string {
  const cap = asNumber(blockValue(tier, 'time_cap', 'max_multiplier'));
  const floor = asNumber(blockValue(tier, 'requirements', 'min_context'));
  const avoided = asTexts(blockValue(tier, 'time_policy', 'avoid_peak'));
  const preferred = asTexts(blockValue(tier, 'time_policy', 'prefer'));
  const words = [
    knobText(tier, 'fallback_strategy'),
    own(tier, 'pin_primary') === false ? 'the first hop may move' : '',
    cap === null ? '' : `none above ${factor(cap)}`,
    floor === null ? '' : `${count(floor)} tokens of context`,
    ...REQUIRED_FLAGS.map(([flag, words]) => (blockValue(tier, 'requirements', flag) === true ? words : '')),
    avoided.length === 0 ? '' : `${avoided.join(' and ')} back in expensive hours`,
    preferred.length === 0 ? '' : `${preferred.join(' and ')} forward`,
  ].filter((word) => word !== '');
  return words.length === 0 ? 'all at their defaults' : words.join(', ');
}
