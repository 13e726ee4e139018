import { isMapping, type JsonObject } from '../lib/json.ts';
import { lossyInteger } from '../models/numbers.ts';
import type { Requirements } from './plan-shape.ts';

/** The closed set of things a task may need, in the order in which they are checked and listed. */
export const REQUIREMENT_KEYS = ['min_context', 'vision', 'tool_calling', 'structured_output'] as const;

/** The needs that are yes or no, with the feature that asks for each. */
const NEEDS = [
  ['vision', 'needs_vision'],
  ['tool_calling', 'needs_tools'],
  ['structured_output', 'needs_structured_output'],
] as const;

/**
 * What a task needs: its estimated input plus a quarter as safety margin, and the abilities its features ask for. A
 * tier's floor raises `min_context` and overwrites the yes/no needs, so an untightened floor could also relax one: see
 * {@link tightenedFloor}. Unknown keys and unusable figures are dropped; never throws.
 */
export function deriveRequirements(features: unknown, floor?: unknown): Requirements {
  const asked = isMapping(features) ? features : {};
  const atLeast = isMapping(floor) ? floor : {};
  const requirements: Requirements = {};
  const tokens = Math.max(
    withSafetyMargin(lossyInteger(asked.est_input_tokens)),
    lossyInteger(atLeast.min_context) ?? 0,
  );
  if (tokens > 0) requirements.min_context = tokens;
  for (const [need, feature] of NEEDS) {
    const floored = atLeast[need];
    if (floored !== undefined) requirements[need] = Boolean(floored);
    else if (asked[feature]) requirements[need] = true;
  }
  return requirements;
}

/** A tier's floor without anything that could relax a need: falsy yes/no needs and keys outside the closed set. */
export function tightenedFloor(floor: unknown): JsonObject {
  if (!isMapping(floor)) return {};
  const kept = REQUIREMENT_KEYS.filter((key) => floor[key]);
  return Object.fromEntries(kept.map((key) => [key, floor[key]] as const));
}

/** How many tokens fit into `tokens` once the safety margin of {@link deriveRequirements} is taken off again. */
export function withoutSafetyMargin(tokens: number): number {
  return Math.floor((Math.max(0, tokens) * 4) / 5);
}

/** ceil(tokens * 5 / 4) without leaving the integers; beyond 2^53 - 1 every figure is that bound. */
function withSafetyMargin(tokens: number | null): number {
  if (tokens === null || tokens <= 0) return 0;
  const quarter = Math.floor(tokens / 4) + (tokens % 4 === 0 ? 0 : 1);
  return Math.min(tokens + quarter, Number.MAX_SAFE_INTEGER);
}
