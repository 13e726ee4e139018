import type { JsonObject } from '../../../src/lib/json.ts';

/** A small policy without findings and without warnings, for tests that then break one thing. */
export const VALID: JsonObject = {
  enabled: true,
  classifier: { model: 'gpt-5.4-mini', provider: 'copilot' },
  fail_safe: { profile: 'coder', model: 'glm-5.3-flash', provider: 'zai' },
  rules: [{ id: 'hard-verbs', when: { verb_class: { eq: 'hard' } }, then: { profile: 'coder', model: 'T4' } }],
  default: { action: 'classify' },
  tiers: {
    T1: { model: 'glm-5.3-flash', provider: 'zai' },
    T2: { model: 'glm-5.3-flash', provider: 'zai' },
    T3: { model: 'gpt-5.6-terra', provider: 'openai-codex' },
    T4: { model: 'gpt-5.5', provider: 'openai-codex' },
  },
};

/** The valid policy with top-level keys replaced; `undefined` removes one. */
export function policyWith(changes: JsonObject): JsonObject {
  const merged = Object.entries({ ...VALID, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(merged);
}

/** The valid policy with tier T2 replaced by `{model, provider}` of a known model plus `changes`. */
export function withTier(changes: JsonObject): JsonObject {
  const tiers = { T1: tier('T1'), T2: { ...tier('T2'), ...changes }, T3: tier('T3'), T4: tier('T4') };
  return policyWith({ tiers });
}

/** The valid policy with these rules. */
export function withRules(...rules: JsonObject[]): JsonObject {
  return policyWith({ rules });
}

function tier(name: string): JsonObject {
  return name === 'T3' || name === 'T4'
    ? { model: 'gpt-5.5', provider: 'openai-codex' }
    : { model: 'glm-5.3-flash', provider: 'zai' };
}
