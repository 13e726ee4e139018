import { cloneJson, isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { REGISTRY_FIELDS } from '../models/capabilities.ts';

/** What runs where a policy has no usable `fail_safe` block (spec: routing 15.3). */
const BUILT_IN = { profile: 'coder', model: 'deepseek-v4-pro', provider: 'deepseek' } as const;

/** The route of last resort, ready to be planned. */
export interface FailSafeOutput {
  readonly profile: string;
  readonly model: string;
  readonly provider: string;
  readonly fallback?: readonly Json[];
  readonly declared_capabilities?: JsonObject;
}

/**
 * Where a task goes when nobody could name its model. A role that a rule has already decided is kept: only the model
 * is the fail-safe's.
 * @param block the policy's `fail_safe`, of any shape.
 * @param ruleProfile profile of the matched rule's output, of any shape.
 */
export function failSafeOutput(block: unknown, ruleProfile: unknown): FailSafeOutput {
  const written = isMapping(block) ? block : {};
  const fallback = own(written, 'fallback');
  const declared = Object.fromEntries(
    Object.entries(written).filter(([key]) => key !== 'provider' && REGISTRY_FIELDS.some((field) => field === key)),
  );
  return {
    profile: text(ruleProfile) ?? text(own(written, 'profile')) ?? BUILT_IN.profile,
    model: text(own(written, 'model')) ?? BUILT_IN.model,
    provider: text(own(written, 'provider')) ?? BUILT_IN.provider,
    ...(isList(fallback) && fallback.length > 0 ? { fallback: fallback.map((hop) => cloneJson(hop)) } : {}),
    ...(Object.keys(declared).length > 0 ? { declared_capabilities: cloneJson(declared) } : {}),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
