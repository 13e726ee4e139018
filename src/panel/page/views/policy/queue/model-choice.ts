import { isMapping, type JsonObject, own } from '../../../../../lib/json.ts';
import { asMapping, asMappings, asText } from '../../../wire/read.ts';
import type { Pair } from './queue.ts';

/** Pairs that a person can choose from, under a heading. */
export interface ChoiceGroup {
  readonly label: string;
  readonly pairs: readonly Pair[];
}

/** What the choices come from. */
export interface ChoiceSources {
  /** `/status.configured_models`: what the agent's own config.yaml can call. */
  readonly configured: unknown;
  /** The policy, as edited. */
  readonly policy: JsonObject;
  /** `/capabilities.models`; null leaves out what is merely known. */
  readonly known: unknown;
}

/** Each pair once, under the first heading that has it: what Hermes is set up for, what the policy names, what is known besides. */
export function modelChoices({ configured, policy, known }: ChoiceSources): readonly ChoiceGroup[] {
  const seen = new Set<string>();
  const fresh = (pairs: readonly Pair[]) =>
    pairs.filter((pair) => {
      const key = pairKey(pair);
      return seen.has(key) ? false : seen.add(key);
    });
  const sorted = (pairs: readonly Pair[]) => [...pairs].sort((a, b) => (pairKey(a) < pairKey(b) ? -1 : 1));
  return [
    { label: 'Set up in Hermes', pairs: fresh(asMappings(configured).flatMap(pairOf)) },
    { label: 'Named by the policy', pairs: sorted(fresh(policyPairs(policy))) },
    { label: 'Known, but not set up', pairs: sorted(fresh(knownPairs(known))) },
  ].filter(({ pairs }) => pairs.length > 0);
}

/** The pairs that tiers, classifier and fail_safe of a policy name, in the order of the file. */
export function policyPairs(policy: JsonObject): readonly Pair[] {
  return policyHops(policy).flatMap(pairOf);
}

/** Every mapping of a policy that can be a hop: the tiers and their fallbacks, the classifier and its chain, fail_safe and its fallbacks. */
export function policyHops(policy: JsonObject): readonly JsonObject[] {
  const tiers = Object.values(asMapping(own(policy, 'tiers'))).filter(isMapping);
  const classifier = asMapping(own(policy, 'classifier'));
  const failSafe = asMapping(own(policy, 'fail_safe'));
  const withFallbacks = (block: JsonObject) => [block, ...asMappings(own(block, 'fallback'))];
  return [
    ...tiers.flatMap(withFallbacks),
    classifier,
    ...asMappings(own(classifier, 'chain')),
    ...withFallbacks(failSafe),
  ];
}

/** A pair as one text; two pairs have the same only when they are the same. */
export function pairKey({ model, provider }: Pair): string {
  return JSON.stringify([model, provider]);
}

/** The pair of a hop; none where a name is missing. */
export function pairOf(hop: JsonObject): readonly Pair[] {
  const model = asText(own(hop, 'model'));
  const provider = asText(own(hop, 'provider'));
  return model === null || provider === null ? [] : [{ model, provider }];
}

function knownPairs(known: unknown): readonly Pair[] {
  return Object.entries(asMapping(known)).flatMap(([model, entry]) => pairOf({ ...asMapping(entry), model }));
}
