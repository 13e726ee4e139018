import type { ChainPlan, Hop } from '../chain/plan-shape.ts';

/** Why the blocklist refuses a hop, in words, and what would admit it. */
export interface Refusal {
  readonly reason: 'manual_ban' | 'breaker_open' | 'breaker_half_open';
  readonly nearest: string;
}

/** Asks whether a hop is refused, without spending a half-open probe. `provider` is empty for a hop without one. */
export type RefusalQuery = (model: string, provider: string) => Refusal | null;

/** The refusal of a hop that a row of `blocklist.manual_ban` names. */
export function banRefusal(model: string, provider: string): Refusal {
  const pair = provider === '' ? model : `${model}@${provider}`;
  return { reason: 'manual_ban', nearest: `no row of blocklist.manual_ban that covers ${pair}` };
}

/** The refusal of a hop; `null` for a hop that is free to run or has no model name. */
export function refusalOf(hop: Hop, query: RefusalQuery): Refusal | null {
  if (typeof hop.model !== 'string' || hop.model === '') return null;
  return query(hop.model, typeof hop.provider === 'string' ? hop.provider : '');
}

/**
 * A plan whose refused hops are named in `blocked`. A preview only labels: the chain keeps every hop in its place, and
 * a plan without a refused hop comes back as it is.
 */
export function labelRefused(plan: ChainPlan, query: RefusalQuery): ChainPlan {
  const refused = plan.chain.filter((hop) => refusalOf(hop, query) !== null);
  const known = plan.blocked ?? [];
  const added = refused.filter((hop) => !known.some((row) => row.model === hop.model && row.provider === hop.provider));
  if (added.length === 0) return plan;
  return {
    ...plan,
    blocked: [...known, ...added.map((hop) => ({ ...hop, reject_reason: 'blocked' }))],
    blocked_source: 'preview_label',
  };
}
