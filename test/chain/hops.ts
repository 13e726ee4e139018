import type { Hop } from '../../src/chain/plan-shape.ts';
import { REGISTRY } from '../../src/models/registry.ts';

/** A hop on the model's registered rail, with declarations. */
export function hop(model: string, declared: Record<string, Hop[string]> = {}): Hop {
  return { model, provider: REGISTRY.get(model)?.provider ?? null, ...declared };
}

/** Hops of registered models. */
export function hops(...models: string[]): Hop[] {
  return models.map((model) => hop(model));
}

/** The models of a chain, in order. */
export function models(chain: readonly Hop[]): unknown[] {
  return chain.map(({ model }) => model);
}

/** A tier-resolved output over hops of which the first is the primary. */
export function tier(
  [primary, ...fallback]: readonly Hop[],
  knobs: Record<string, unknown> = {},
): Record<string, unknown> {
  const { model, provider, ...declared_capabilities } = primary ?? {};
  return { profile: 'coder', model, provider, declared_capabilities, fallback, ...knobs };
}
