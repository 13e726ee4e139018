import { type Json, type JsonObject, jsonEqual, own } from '../../../../../lib/json.ts';
import { asMapping } from '../../../wire/read.ts';
import { documentOf, type PolicyBase } from '../base.ts';
import { ruleId, rulesOf } from '../edit.ts';

const SECTIONS: Readonly<Record<string, string>> = {
  enabled: 'the main switch',
  default: 'the default',
  fail_safe: 'the last resort',
  classifier: 'the classifier',
  compaction: 'the compaction',
};

/** What somebody else changed of the file between two readings, thing by thing. */
export function driftWords(from: PolicyBase, to: PolicyBase): readonly string[] {
  const [before, after] = [documentOf(from), documentOf(to)];
  const simple = Object.entries(SECTIONS).flatMap(([key, name]) =>
    jsonEqual(own(before, key), own(after, key)) ? [] : [`${name} was changed`],
  );
  const parts = (key: string, name: (part: string) => string) => partWords(before[key], after[key], name);
  return [
    ...ruleWords(rulesOf(before), rulesOf(after)),
    ...parts('tiers', (tier) => `tier ${tier}`),
    ...parts('price_windows', (model) => `the price windows of ${model}`),
    ...parts('blocklist', (part) => (part === 'manual_ban' ? 'the list of bans' : 'the list of substitutes')),
    ...simple,
  ];
}

function ruleWords(before: readonly JsonObject[], after: readonly JsonObject[]): readonly string[] {
  const [was, is] = [byId(before), byId(after)];
  const gone = [...was.keys()].filter((id) => !is.has(id)).map((id) => `rule ${id} was removed`);
  const made = [...is.keys()].filter((id) => !was.has(id)).map((id) => `rule ${id} was added`);
  const changed = [...is].flatMap(([id, rule]) =>
    was.has(id) && !jsonEqual(was.get(id), rule) ? [`rule ${id} was changed`] : [],
  );
  const common = (ids: Iterable<string>, other: ReadonlyMap<string, unknown>) => [...ids].filter((id) => other.has(id));
  const isReordered = !jsonEqual(common(was.keys(), is), common(is.keys(), was));
  return [...gone, ...made, ...changed, ...(isReordered ? ['the order of the rules was changed'] : [])];
}

function byId(rules: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  return new Map(rules.map((rule) => [ruleId(rule), rule]));
}

function partWords(before: Json | undefined, after: Json | undefined, name: (part: string) => string) {
  const [was, is] = [asMapping(before), asMapping(after)];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return keys.flatMap((key) => {
    if (jsonEqual(own(was, key), own(is, key))) return [];
    const what = own(is, key) === undefined ? 'removed' : own(was, key) === undefined ? 'added' : 'changed';
    return [`${name(key)} was ${what}`];
  });
}
