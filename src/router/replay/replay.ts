import { isBanned, manualBans } from '../../blocklist/bans.ts';
import { planChain } from '../../chain/plan.ts';
import { seededRandom } from '../../chain/random.ts';
import { isList, isMapping, type Json, type JsonObject, own } from '../../lib/json.ts';
import { isDenial } from '../../rules/cause.ts';
import { findMatch, matchRules } from '../../rules/match.ts';
import { failSafeOutput } from '../fail-safe.ts';
import { pairOf } from '../live/candidates.ts';
import { liftedTo, onTier, writtenTier } from '../live/tier-swap.ts';
import { vetRoute } from '../live/veto.ts';
import type { Vetting } from '../live/vetting.ts';
import type { RecordedDecision } from './recorded-decision.ts';

/** Where a recorded task would go under some policy. */
export interface ReplayedRoute {
  /** `null` when the default decides. */
  readonly rule_id: Json;
  readonly profile: Json;
  /** Head of the attempt order; `null` for a denial, and where the classifier would have to be asked. */
  readonly model: Json;
  readonly provider: Json;
  /** The attempt order as `model@provider`. */
  readonly chain: readonly string[];
  /** `classify`: the policy leaves it to the classifier, and no verdict was recorded. */
  readonly outcome: 'run' | 'deny' | 'classify';
}

/** Which output a policy gives a recorded task, before it is planned. */
export interface ReplayedOutput {
  readonly ruleId: Json;
  /** Of the rule or the default, for an output that cannot be planned. */
  readonly profile: Json;
  readonly outcome: ReplayedRoute['outcome'];
  /** With its model settled; `{}` unless it runs. */
  readonly output: JsonObject;
}

/**
 * Decides a recorded task again under a policy (overlay applied): the recorded features, classifier's verdict and pin; the policy's rules and tiers.
 */
export function replayRules(recorded: RecordedDecision, document: JsonObject): ReplayedOutput {
  const { rules, default: fallThrough, tiers } = document;
  const { output, ruleId } = matchRules(recorded.features, { rules, default: fallThrough, tiers });
  const base = { ruleId, profile: own(output, 'profile') ?? null };
  if (isDenial(output)) return { ...base, outcome: 'deny', output: {} };
  const routed = routedOutput(output, recorded, document);
  return routed === null ? { ...base, outcome: 'classify', output: {} } : { ...base, outcome: 'run', output: routed };
}

/** Plans what {@link replayRules} decided: the recorded hour and shuffle, the policy's order and bans. The breaker counts as closed: how it stood is not a matter of the policy. */
export async function replayPlan(
  { features, at, seed }: RecordedDecision,
  { ruleId, profile, outcome, output }: ReplayedOutput,
  document: JsonObject,
): Promise<ReplayedRoute> {
  const nowhere = { rule_id: ruleId, profile, model: null, provider: null, chain: [] };
  if (outcome !== 'run') return { ...nowhere, outcome };
  const plan = planChain(output, features, { at, random: seededRandom(seed) });
  const vetted = await vetRoute(output, plan, document, bansOnly(document));
  const chain = vetted.plan.chain.map(pairOf).filter((pair) => pair !== null);
  const head = chain[0];
  if (isDenial(vetted.output) || head === undefined) return { ...nowhere, outcome: 'deny' };
  return {
    rule_id: ruleId,
    profile: own(output, 'profile') ?? null,
    model: head.model,
    provider: head.provider,
    chain: chain.map(({ model, provider }) => `${model}@${provider}`),
    outcome: 'run',
  };
}

/** The output with its model settled as a live decision would; `null` where that needs a verdict nobody recorded. */
function routedOutput(output: JsonObject, recorded: RecordedDecision, document: JsonObject): JsonObject | null {
  const { tiers } = document;
  const action = own(output, 'action') ?? null;
  const hasModel = typeof output.model === 'string' && output.model !== '';
  const failSafe = (profile: unknown): JsonObject => ({ ...failSafeOutput(own(document, 'fail_safe'), profile) });
  if (action === 'classify' || !hasModel) {
    const { classified, pin } = recorded;
    if (classified === 'failed') return failSafe(output.profile);
    const tier = pin ?? classified;
    if (tier === null) return null;
    const route = onTier(output, tier, tiers);
    return route === null ? failSafe(output.profile) : { ...route, profile: own(output, 'profile') || 'coder' };
  }
  if (action !== null) return failSafe('');
  if (recorded.pin === null) return output;
  const written = writtenOutput(recorded.features, document);
  return liftedTo(recorded.pin, output, writtenTier(written, tiers), tiers) ?? output;
}

/** What the deciding rule's author wrote, tier aliases in place. */
function writtenOutput(features: JsonObject, document: JsonObject): Json {
  const rules = own(document, 'rules');
  const match = findMatch(features, rules);
  if (match === null) return own(document, 'default') ?? null;
  const rule = isList(rules) ? rules[match.index] : undefined;
  return isMapping(rule) ? (own(rule, 'then') ?? null) : null;
}

function bansOnly(document: JsonObject): Vetting {
  const bans = manualBans(document);
  const isRefused = (model: string, provider: string): boolean => isBanned(bans, model, provider);
  return {
    refuses: isRefused,
    take: async (model, provider) => isRefused(model, provider),
    isBanned: isRefused,
    retryAfterSeconds: () => null,
  };
}

/** Whether a task would go elsewhere: another profile, another attempt order, or another kind of outcome. Which rule says so does not count. */
export function isRouteChanged(from: ReplayedRoute, to: ReplayedRoute): boolean {
  const what = ({ outcome, profile, chain }: ReplayedRoute): string => JSON.stringify([outcome, profile, chain]);
  return what(from) !== what(to);
}
