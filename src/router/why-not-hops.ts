import { declaredChain } from '../chain/plan.ts';
import type { ChainPlan, Hop } from '../chain/plan-shape.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { inputCeilingOf } from '../models/capabilities.ts';
import { nextWindowChange } from '../models/windows.ts';
import { quoteJson } from './clause-words.ts';
import { type RefusalQuery, refusalOf } from './refused.ts';

/** Most hops that are explained; the rest is counted. */
const MAX_HOPS = 40;

/** Why a declared hop is not the one that would run. */
export interface PassedOver {
  readonly model: Json;
  /** Absent for a hop that names none. */
  readonly provider?: Json;
  /** The stage of the planner that decided, in its order; `order` where the hop simply comes later. */
  readonly stage: 'capability' | 'time_cap' | 'time_policy' | 'strategy' | 'order' | 'blocklist';
  readonly reason: string;
  /** The smallest change that would put this hop first, or let it run. */
  readonly nearest: string;
}

type Verdict = Pick<PassedOver, 'stage' | 'reason' | 'nearest'>;

interface Scene {
  readonly output: JsonObject;
  readonly plan: ChainPlan;
  readonly at: Date | null;
}

/**
 * Every hop the output declares, but the head of the plan, with what kept it from being first; a head that the
 * blocklist refuses is listed too, since a live decision would pass it over.
 */
export function passedOver(
  output: JsonObject,
  plan: ChainPlan,
  at: Date | null,
  query: RefusalQuery,
): { readonly hops: PassedOver[]; readonly omitted: number } {
  const scene: Scene = { output, plan, at };
  const declared = declaredChain(output);
  const head = plan.chain[0];
  const headIndex = head === undefined ? -1 : declared.findIndex((hop) => sameHop(hop, head));
  const asked = declared
    .map((hop, index) => ({ hop, index, refused: refusedVerdict(hop, query) }))
    .filter(({ index, refused }) => index !== headIndex || refused !== null);
  const hops = asked
    .slice(0, MAX_HOPS)
    .map(({ hop, index, refused }) => ({ ...nameOf(hop), ...(refused ?? explainHop(hop, index, headIndex, scene)) }));
  return { hops, omitted: asked.length - hops.length };
}

function explainHop(hop: Hop, index: number, headIndex: number, scene: Scene): Verdict {
  const { plan } = scene;
  const rejected = plan.bypassed ? undefined : plan.rejected.find((row) => sameHop(row, hop));
  if (rejected !== undefined) return capabilityVerdict(rejected.reject_reason, hop, scene);
  const place = plan.chain.findIndex((other) => sameHop(other, hop));
  if (place < 0) return capVerdict(hop, scene);
  return timePolicyVerdict(hop, index, headIndex, scene) ?? orderVerdict(place, scene);
}

function refusedVerdict(hop: Hop, query: RefusalQuery): Verdict | null {
  const refusal = refusalOf(hop, query);
  return refusal === null ? null : { stage: 'blocklist', ...refusal };
}

function capabilityVerdict(reason: string, hop: Hop, { plan }: Scene): Verdict {
  const stage = 'capability';
  if (reason === 'context_too_small') {
    const ceiling = inputCeilingOf(hop.model, hop);
    return {
      stage,
      reason,
      nearest: `min_context <= ${ceiling ?? 'its window'} (needs ${plan.requirements.min_context})`,
    };
  }
  const capability = reason.replace(/^no_/, '');
  return {
    stage,
    reason,
    nearest: `${capability} = true (is false): a task that does not need it, or \`${capability}: true\` on the hop if the model has it`,
  };
}

function capVerdict(hop: Hop, { plan, at }: Scene): Verdict {
  const multiplier = plan.capped.find((row) => row.model === hop.model)?.multiplier;
  const cap = plan.time_cap?.max_multiplier;
  return {
    stage: 'time_cap',
    reason: 'over_time_cap',
    nearest: `time_cap.max_multiplier >= ${multiplier ?? 'its price'} (is ${cap ?? 'lower'})${untilWords(hop, at)}`,
  };
}

function timePolicyVerdict(hop: Hop, index: number, headIndex: number, { plan, at }: Scene): Verdict | null {
  const stage = 'time_policy';
  if (typeof hop.model === 'string' && plan.demoted.includes(hop.model)) {
    const provider = typeof hop.provider === 'string' ? hop.provider : 'its provider';
    const nearest = `time_policy.avoid_peak without ${provider}${untilWords(hop, at)}`;
    return { stage, reason: 'avoid_peak', nearest };
  }
  const head = plan.chain[0];
  if (index < headIndex && typeof head?.model === 'string' && plan.promoted.includes(head.model)) {
    return { stage, reason: 'behind_preferred', nearest: `time_policy.prefer without ${head.model}` };
  }
  return null;
}

function orderVerdict(place: number, { plan }: Scene): Verdict {
  const turn = `attempted as hop ${place + 1} when those before it fail`;
  if (plan.strategy === 'sequential') {
    return { stage: 'order', reason: 'declared_later', nearest: `${turn}; move it up in the tier` };
  }
  const pinned = plan.pin_primary ? 'pin_primary: false, and then ' : '';
  const wanted = plan.strategy === 'random' ? 'another draw' : 'the cheapest rail at this hour';
  return { stage: 'strategy', reason: plan.strategy, nearest: `${turn}; ${pinned}${wanted} would put it first` };
}

function untilWords(hop: Hop, at: Date | null): string {
  const change = at === null ? null : nextWindowChange(hop.model, at, hop);
  return change === null ? '' : `, or from ${String(change.hour).padStart(2, '0')}:00 UTC (in ${change.hours_ahead} h)`;
}

function nameOf(hop: Hop): Pick<PassedOver, 'model' | 'provider'> {
  const model = quoteJson(hop.model ?? null);
  return (hop.provider ?? null) === null ? { model } : { model, provider: quoteJson(hop.provider ?? null) };
}

function sameHop(a: Hop, b: Hop): boolean {
  return a.model === b.model && a.provider === b.provider;
}
