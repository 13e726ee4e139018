import type { ChainPlan } from '../../chain/plan-shape.ts';
import { shownVerdict } from '../../classifier/answer.ts';
import { type Classification, classifyTask } from '../../classifier/classify.ts';
import { outcomeOf } from '../../classifier/health.ts';
import { effectiveTier } from '../../classifier/ratchet.ts';
import { classifierSettings } from '../../classifier/settings.ts';
import type { ClassifiedTier } from '../../classifier/tiers.ts';
import { taskPreview } from '../../journal/decision-record.ts';
import { isList, isMapping, type Json, type JsonObject, own } from '../../lib/json.ts';
import { type Cause, isDenial, labelCause } from '../../rules/cause.ts';
import { failSafeOutput } from '../fail-safe.ts';
import type { StageZero } from '../stage-zero.ts';
import { cacheKey } from './decision-cache.ts';
import type { LiveParts, LiveRequest } from './live-request.ts';
import { type Step, step } from './step.ts';
import { liftedTo, onTier, writtenTier } from './tier-swap.ts';

/** Where a task goes before the blocklist is asked. */
export interface RouteChoice {
  readonly output: JsonObject;
  readonly cause: Cause;
  /** The stages that led there, the rules' own excluded. */
  readonly steps: readonly Step[];
  /** The rules' own plan where the choice is theirs; `null` where it has to be planned anew. */
  readonly plan: ChainPlan | null;
}

/** Why the fail-safe decided: the closed set of `in.reason`. */
type FailSafeReason = 'no_classifier' | 'classifier_error' | 'fallthrough';

/**
 * Chooses the route of a task whose rules have been matched: theirs (lifted to the session's pin), the classifier's for `action: classify` or
 * an output without a model, the fail-safe's for an action nobody knows. A denial is final.
 */
export async function chooseRoute(stage: StageZero, parts: LiveParts, request: LiveRequest): Promise<RouteChoice> {
  const { output, chain_plan: plan, matched_rule_id: ruleId } = stage.decision;
  const cause = labelCause(ruleId, output);
  if (isDenial(output)) return { output, cause, steps: [], plan: { ...plan, chain: [], independent_rails: 0 } };
  const action = own(output, 'action') ?? null;
  const hasModel = typeof output.model === 'string' && output.model !== '';
  if (action === 'classify' || !hasModel) return classify(stage, parts, request);
  if (action !== null) return failSafe(request.policy.document, 'fallthrough', '');
  const { tiers } = request.policy.document;
  const pin = parts.pins.tier(request.sessionId);
  const lifted = liftedTo(pin, output, writtenTier(writtenOutput(stage, request.policy.document), tiers), tiers);
  if (lifted === null) return { output, cause, steps: [], plan };
  const steps = [step('session_pin', { pin }, lifted, 'session_pin')];
  return { output: lifted, cause: 'session_pin', steps, plan: null };
}

async function classify(stage: StageZero, parts: LiveParts, request: LiveRequest): Promise<RouteChoice> {
  const { policy, task, sessionId } = request;
  const { output } = stage.decision;
  const { classifier } = parts;
  const features = { ...stage.features };
  const settings = classifierSettings(policy.document, classifier?.isTaskRouted() ?? false);
  const key = cacheKey({ task, features, settings, policyHash: policy.hash });
  const cached = parts.cache.get(key);
  if (cached !== null) {
    const tier = parts.pins.raise(sessionId, cached);
    const route = classifiedRoute(output, tier, policy.document);
    const cause = tier === cached ? 'classifier' : 'session_pin';
    if (route !== null) {
      // With the tier, so that the decision can be replayed under another policy.
      const steps = [step('cache', { task: taskPreview(task) }, { tier, ...route }, cause)];
      return { output: route, cause, steps, plan: null };
    }
  }
  if (classifier === null) return failSafe(policy.document, 'no_classifier', output.profile);
  const budgetMs = Math.min(settings.timeoutSeconds * 1000, request.classifierBudgetMs);
  const classification = await classifyTask(classifier.ask, { task, features, settings, budgetMs });
  classifier.record.note(classification);
  return (
    verdictRoute(classification, key, output, parts, request) ??
    failSafe(policy.document, 'classifier_error', output.profile, failureDetail(classification))
  );
}

/** The route that an answer leads to; `null` without an answer, and in a policy that has no such tier and no T4. */
function verdictRoute(
  classification: Classification,
  key: string,
  output: JsonObject,
  parts: LiveParts,
  request: LiveRequest,
): RouteChoice | null {
  if (!classification.answered) return null;
  const tier = effectiveTier(classification.verdict);
  parts.cache.set(key, tier);
  const effective = parts.pins.raise(request.sessionId, tier);
  const route = classifiedRoute(output, effective, request.policy.document);
  if (route === null) return null;
  const out = { effective_tier: effective, model: own(route, 'model') ?? null };
  const steps = [step('classifier', { ...shownVerdict(classification.verdict) }, out, 'classifier')];
  return { output: route, cause: 'classifier', steps, plan: null };
}

/** The rule's role on the classified tier; a task nobody gave a role is a coder's. */
function classifiedRoute(output: JsonObject, tier: ClassifiedTier, { tiers }: JsonObject): JsonObject | null {
  const route = onTier(output, tier, tiers);
  return route === null ? null : { ...route, profile: own(output, 'profile') || 'coder' };
}

function failureDetail(classification: Classification): string {
  return classification.answered ? 'no_tier' : outcomeOf(classification);
}

function failSafe(document: JsonObject, reason: FailSafeReason, profile: unknown, detail?: string): RouteChoice {
  const output = { ...failSafeOutput(own(document, 'fail_safe'), profile) };
  const input = detail === undefined ? { reason } : { reason, detail };
  const steps = [step('fail_safe', input, output, 'fail_safe_strong')];
  return { output, cause: 'fail_safe_strong', steps, plan: null };
}

/** What the deciding rule's author wrote, tier aliases in place. */
function writtenOutput({ matchIndex }: StageZero, document: JsonObject): Json {
  if (matchIndex === null) return own(document, 'default') ?? null;
  const rules = own(document, 'rules');
  const rule = isList(rules) ? rules[matchIndex] : undefined;
  return isMapping(rule) ? (own(rule, 'then') ?? null) : null;
}
