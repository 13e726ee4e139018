import type { Blocklist, Policy } from '../../wire/answers.ts';
import { asMapping, asMappings, asText } from '../../wire/read.ts';

/** One place in a policy that names a model. */
export interface Use {
  /** `T1`, `classifier`, `fail_safe`, `compaction`, `substitutes`, or `rule` for a rule that names the model itself. */
  readonly place: string;
  /** From 1, the place in that queue. */
  readonly position: number;
  /** The rules that lead there first; `default` among them where that is one. */
  readonly rules: readonly string[];
}

/** Every use of every pair of model and provider; one named without a provider is under the model alone. */
export type Uses = ReadonlyMap<string, readonly Use[]>;

/** The key of a pair. */
export function pairKey(model: string, provider: string | null): string {
  return JSON.stringify(provider === null || provider === '' ? [model] : [model, provider]);
}

/** Finds where a policy names models. `substitutes` is the blocklist's fallback chain, which the policy's answer leaves out. */
export function usesOf(policy: Policy | null, substitutes: Blocklist['fallback_chain'] = []): Uses {
  const found = new Map<string, Use[]>();
  const add = (hop: unknown, use: Use) => {
    const { model, provider } = asMapping(hop);
    const name = asText(model);
    if (name === null) return;
    const key = pairKey(name, asText(provider));
    found.set(key, [...(found.get(key) ?? []), use]);
  };
  const addQueue = (head: unknown, listKey: string, place: string, rules: readonly string[] = []) => {
    const hops = [head, ...asMappings(asMapping(head)[listKey])];
    for (const [index, hop] of hops.entries())
      add(hop, { place, position: index + 1, rules: index === 0 ? rules : [] });
  };
  for (const [name, tier] of Object.entries(policy?.tiers ?? {}))
    addQueue(tier, 'fallback', name, rulesTo(policy, name));
  for (const { id, then } of decisionsOf(policy))
    if (!Object.hasOwn(policy?.tiers ?? {}, asText(asMapping(then).model) ?? ''))
      addQueue(then, 'fallback', 'rule', [id]);
  addChain(policy?.classifier, addQueue);
  addQueue(policy?.fail_safe, 'fallback', 'fail_safe');
  addQueue(policy?.compaction, 'fallback_chain', 'compaction');
  for (const [index, model] of substitutes.entries())
    add({ model }, { place: 'substitutes', position: index + 1, rules: [] });
  return found;
}

/** The classifier's chain begins with the classifier itself, so its first hop is not a second one. */
function addChain(classifier: unknown, addQueue: (head: unknown, listKey: string, place: string) => void): void {
  const [first, ...rest] = asMappings(asMapping(classifier).chain);
  const head = asMapping(classifier);
  const same = first !== undefined && first.model === head.model && first.provider === head.provider;
  addQueue({ ...head, chain: first === undefined || same ? rest : [first, ...rest] }, 'chain', 'classifier');
}

/** The rules that are on, and the default, with what they decide. */
function decisionsOf(policy: Policy | null): readonly { readonly id: string; readonly then: unknown }[] {
  const rules = (policy?.rules ?? []).filter((rule) => asMapping(rule).enabled !== false);
  return [
    ...rules.map(({ id, then }) => ({ id: asText(id) ?? 'a rule without an id', then })),
    { id: 'default', then: policy?.default },
  ];
}

function rulesTo(policy: Policy | null, tier: string): readonly string[] {
  return decisionsOf(policy)
    .filter(({ then }) => asMapping(then).model === tier)
    .map(({ id }) => id);
}
