import type { ChainPlan, Hop, RefusedHop } from '../../chain/plan-shape.ts';
import { independentRails } from '../../chain/rails.ts';
import type { JsonObject } from '../../lib/json.ts';
import { declaredCandidates, listedCandidates, type Pair, pairOf, samePair } from './candidates.ts';
import { denial } from './denial.ts';
import type { Vetting } from './vetting.ts';

/** A route after the blocklist had its say. What it denies has an empty chain. */
export interface VettedRoute {
  readonly output: JsonObject;
  readonly plan: ChainPlan;
}

/**
 * Holds a planned route against the blocklist, the plan being what runs. The head of the result is never refused, and holds the probe of its breaker
 * if that was due; the hops behind it are only looked at. A plan without a refused hop comes back as it is.
 *
 * A refused primary is replaced (`blocked_model`, `cause: blocklist_substituted`): by the next planned hop, a declared one, or one of
 * `blocklist.fallback_chain`, in this order. Where no usable hop is left the answer is a denial; only hops that merely cool down, of an output that
 * names no model, are run all the same (`blocklist_bypassed`).
 */
export async function vetRoute(
  output: JsonObject,
  plan: ChainPlan,
  document: JsonObject,
  vetting: Vetting,
): Promise<VettedRoute> {
  const primary = pairOf(output);
  const head = plan.chain.map(pairOf).find((pair) => pair !== null) ?? null;
  if (primary !== null) {
    const { model, provider } = primary;
    const isHead = samePair(primary, head);
    const refused = isHead ? await vetting.take(model, provider) : vetting.refuses(model, provider);
    if (refused) return replacePrimary(primary, output, plan, document, vetting);
  }
  const kept = await usable(plan.chain, vetting);
  if (kept.length === plan.chain.length) return { output, plan };
  const blocked = refusedHops(plan.chain, vetting);
  if (kept.some(isNamed)) return { output, plan: vetted(plan, kept, { blocked }) };
  const declared = await usable(declaredCandidates(output, document), vetting);
  if (declared.some(isNamed)) return { output, plan: vetted(plan, declared, { blocked, widened: true }) };
  const cooling = primary === null ? plan.chain.filter((hop) => isFreeOfBans(hop, vetting)) : [];
  if (cooling.some(isNamed)) return { output, plan: vetted(plan, cooling, { blocked, bypassed: true }) };
  return { output: denial(primary ?? head, vetting), plan: vetted(plan, [], { blocked }) };
}

async function replacePrimary(
  primary: Pair,
  output: JsonObject,
  plan: ChainPlan,
  document: JsonObject,
  vetting: Vetting,
): Promise<VettedRoute> {
  const elsewhere = [...declaredCandidates(output, document), ...listedCandidates(primary.model, document)];
  const planned = await firstUsable(plan.chain, vetting);
  const replacement = planned ?? (await firstUsable(elsewhere, vetting));
  const refused = refusedHops(plan.chain, vetting);
  const blocked = refused.some((hop) => samePair(pairOf(hop), primary)) ? refused : [refusal(primary), ...refused];
  const pair = replacement === null ? null : pairOf(replacement);
  if (replacement === null || pair === null)
    return { output: denial(primary, vetting), plan: vetted(plan, [], { blocked }) };
  const behind = plan.chain.filter((hop) => hop.model !== pair.model && !isRefused(hop, vetting));
  const { provider: _, ...rest } = output;
  return {
    output: {
      ...rest,
      model: pair.model,
      ...(pair.provider === '' ? {} : { provider: pair.provider }),
      blocked_model: primary.model,
      cause: 'blocklist_substituted',
    },
    plan: vetted(plan, [replacement, ...behind], { blocked, widened: planned === null }),
  };
}

/** The hops that may run, in order; the first of them is taken. Hops without a name pass. */
async function usable(hops: readonly Hop[], vetting: Vetting): Promise<Hop[]> {
  const head = await firstUsable(hops, vetting);
  return hops.filter((hop) => !isNamed(hop) || (head !== null && !isRefused(hop, vetting)));
}

async function firstUsable(hops: readonly Hop[], vetting: Vetting): Promise<Hop | null> {
  for (const hop of hops) {
    const pair = pairOf(hop);
    if (pair !== null && !(await vetting.take(pair.model, pair.provider))) return hop;
  }
  return null;
}

function refusedHops(hops: readonly Hop[], vetting: Vetting): RefusedHop[] {
  return hops.filter((hop) => isRefused(hop, vetting)).map((hop) => ({ ...hop, reject_reason: 'blocked' }));
}

function refusal({ model, provider }: Pair): RefusedHop {
  return provider === '' ? { model, reject_reason: 'blocked' } : { model, provider, reject_reason: 'blocked' };
}

function isRefused(hop: Hop, vetting: Vetting): boolean {
  const pair = pairOf(hop);
  return pair !== null && vetting.refuses(pair.model, pair.provider);
}

function isFreeOfBans(hop: Hop, vetting: Vetting): boolean {
  const pair = pairOf(hop);
  return pair === null || !vetting.isBanned(pair.model, pair.provider);
}

function isNamed(hop: Hop): boolean {
  return pairOf(hop) !== null;
}

function vetted(
  plan: ChainPlan,
  chain: readonly Hop[],
  {
    blocked,
    widened = false,
    bypassed = false,
  }: { blocked: readonly RefusedHop[]; widened?: boolean; bypassed?: boolean },
): ChainPlan {
  return {
    ...plan,
    chain,
    independent_rails: independentRails(chain),
    blocked,
    blocklist_widened: widened,
    blocklist_bypassed: bypassed,
  };
}
