import { isList, isMapping, type JsonObject } from '../lib/json.ts';
import { pairOf, railOf } from '../router/live/candidates.ts';

/** One (model, provider) pair to attempt. Both empty: the profile's own model. The provider alone is never set. */
export interface Target {
  readonly model: string;
  readonly provider: string;
}

/** What a caller fixed; empty texts for nothing. */
export type RequestedPair = Target;

/**
 * The pairs that a decision's output plans, in order: its `chain` where that holds at least one usable hop, else its own pair and its
 * `fallback`. A hop is usable when it names a model. Accepts any shape.
 */
export function plannedTargets(output: unknown): Target[] {
  if (!isMapping(output)) return [];
  const chain = usableHops(output.chain);
  if (chain.length > 0) return distinct(chain);
  return distinct([...usableHops([output]), ...usableHops(output.fallback)]);
}

/**
 * What a routed job attempts, in order. A caller's model comes first, on the rail that the caller named, else on the one that the plan or
 * the tier table runs it on: the router's own rail never meets another model. Without any target: the profile's own model.
 */
export function routedTargets(output: unknown, asked: RequestedPair, document: JsonObject): Target[] {
  const planned = plannedTargets(output);
  if (asked.model === '') return planned.length > 0 ? planned : [{ model: '', provider: '' }];
  return distinct([requestedTarget(asked, planned, document), ...planned]);
}

/** What a job with a fixed profile attempts: one pair. */
export function explicitTarget(asked: RequestedPair, document: JsonObject): Target {
  return requestedTarget(asked, [], document);
}

function requestedTarget(asked: RequestedPair, planned: readonly Target[], document: JsonObject): Target {
  // A new object: a caller may hand in its whole request, and nothing of that belongs into a record.
  const { model, provider } = asked;
  if (model === '' || provider !== '') return { model, provider };
  return { model, provider: planned.find((target) => target.model === model)?.provider ?? railOf(model, document) };
}

function usableHops(value: unknown): Target[] {
  if (!isList(value)) return [];
  return value.flatMap((hop) => (isMapping(hop) ? (pairOf(hop) ?? []) : []));
}

function distinct(targets: readonly Target[]): Target[] {
  return targets.filter(
    ({ model, provider }, index) =>
      targets.findIndex((other) => other.model === model && other.provider === provider) === index,
  );
}
