import { isMapping, type Json } from '../lib/json.ts';
import { capabilityOf, inputCeilingOf, isKnownModel, MAX_REGISTERED_CONTEXT } from '../models/capabilities.ts';
import { lossyInteger } from '../models/numbers.ts';
import type { Hop, RefusedHop, RejectReason } from './plan-shape.ts';

/** The verdict on one model: open on ignorance (`capability_unknown` passes), closed on knowledge. */
export type Satisfaction =
  | { readonly ok: true; readonly reason: '' | 'capability_unknown' }
  | { readonly ok: false; readonly reason: RejectReason };

/** A chain split by what its models can do. */
export interface FilteredChain {
  /** The hops that may be tried, in declared order; the whole chain when none qualified. */
  readonly eligible: readonly Hop[];
  /** Copies of the hops that did not qualify; diagnostics only when `bypassed`. */
  readonly rejected: readonly RefusedHop[];
  /** Ids of eligible models with an undeclared capability, each once. */
  readonly unknown: readonly Json[];
  readonly bypassed: boolean;
  /** `["min_context"]` when no registered model and no hop of this chain can take the input. */
  readonly unsatisfiable: readonly string[];
}

/** The yes/no needs, with the reason for refusing a model that says no. */
const ABILITIES = [
  ['vision', 'no_vision'],
  ['tool_calling', 'no_tool_calling'],
  ['structured_output', 'no_structured_output'],
] as const;

const FITS: Satisfaction = { ok: true, reason: '' };
const UNKNOWN: Satisfaction = { ok: true, reason: 'capability_unknown' };

/**
 * Whether a model, as a hop declares it, meets requirements. `min_context` is compared with the most INPUT tokens the
 * model takes, not with its total window. A contradiction beats an unknown; requirements that are no mapping ask nothing.
 */
export function satisfies(model: unknown, requirements: unknown, declared?: unknown): Satisfaction {
  if (!isKnownModel(model, declared)) return UNKNOWN;
  if (!isMapping(requirements)) return FITS;
  let verdict = FITS;
  const needed = neededTokens(requirements);
  if (needed > 0) {
    const ceiling = inputCeilingOf(model, declared);
    if (ceiling === null) verdict = UNKNOWN;
    else if (needed > ceiling) return { ok: false, reason: 'context_too_small' };
  }
  for (const [ability, refusal] of ABILITIES) {
    if (!requirements[ability]) continue;
    const has = capabilityOf(model, declared, ability);
    if (has === false) return { ok: false, reason: refusal };
    if (has !== true) verdict = UNKNOWN;
  }
  return verdict;
}

/**
 * Splits a chain by {@link satisfies}. Never leaves a chain empty: when nothing qualifies the whole chain stays and
 * `bypassed` says so. Entries that are no mapping are dropped first; the hops themselves are passed on, not copied.
 */
export function filterChain(chain: readonly unknown[], requirements: unknown): FilteredChain {
  const hops = chain.filter(isMapping);
  const eligible: Hop[] = [];
  const rejected: RefusedHop[] = [];
  const unknown = new Set<string>();
  for (const hop of hops) {
    const verdict = satisfies(hop.model, requirements, hop);
    if (!verdict.ok) {
      rejected.push({ ...hop, reject_reason: verdict.reason });
      continue;
    }
    eligible.push(hop);
    if (verdict.reason !== '' && typeof hop.model === 'string') unknown.add(hop.model);
  }
  const bypassed = eligible.length === 0 && hops.length > 0;
  return {
    eligible: bypassed ? hops : eligible,
    rejected,
    unknown: [...unknown],
    bypassed,
    unsatisfiable: isBeyondReach(hops, requirements) ? ['min_context'] : [],
  };
}

function isBeyondReach(hops: readonly Hop[], requirements: unknown): boolean {
  const needed = neededTokens(requirements);
  if (hops.length === 0 || needed <= MAX_REGISTERED_CONTEXT) return false;
  return hops.every((hop) => needed > (inputCeilingOf(hop.model, hop) ?? 0));
}

function neededTokens(requirements: unknown): number {
  return isMapping(requirements) ? (lossyInteger(requirements.min_context) ?? 0) : 0;
}
