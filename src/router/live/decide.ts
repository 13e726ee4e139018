import { emptyPlan } from '../../chain/empty-plan.ts';
import { declaredChain, planChain } from '../../chain/plan.ts';
import type { ChainPlan } from '../../chain/plan-shape.ts';
import { seededRandom } from '../../chain/random.ts';
import { taskPreview } from '../../journal/decision-record.ts';
import { type JsonObject, own } from '../../lib/json.ts';
import { isDenial, labelCause } from '../../rules/cause.ts';
import { type Decision, type DecisionFeatures, decideByRules } from '../stage-zero.ts';
import { pairOf, samePair } from './candidates.ts';
import { requestDenial } from './denial.ts';
import type { LiveParts, LiveRequest } from './live-request.ts';
import { chooseRoute } from './route-choice.ts';
import { taskSeed } from './seed.ts';
import { type Step, step } from './step.ts';
import { vetRoute } from './veto.ts';
import { openVetting, type Vetting } from './vetting.ts';

/** A live decision. Its plan is what may run: vetted, the head's probe taken. */
export interface LiveDecision {
  readonly decision: Decision;
  readonly steps: readonly Step[];
  /** `null` where the requested pair was refused before anything was measured. */
  readonly features: DecisionFeatures | null;
}

/**
 * Decides where a task runs: blocklist on the requested pair, signals, rules, then the pin, the cache, the classifier or the fail-safe, and in every
 * case the planner and the veto. The policy is that of the request from beginning to end, however long a classifier takes. Never rejects.
 */
export async function decideLive(parts: LiveParts, request: LiveRequest): Promise<LiveDecision> {
  const { policy, task, text, assignee, at } = request;
  const vetting = openVetting(parts.blocklist, policy.document);
  const asked = requestedStep(request, vetting);
  const denied = asked.out.blocked ? requestDenial(request, policy.document, vetting) : null;
  if (denied !== null) return deniedRequest(asked, denied, request.model);

  const seed = taskSeed(task);
  const stage = decideByRules(policy, text, at, seededRandom(seed), assignee);
  const { matched_rule_id: ruleId, output: ruleOutput } = stage.decision;
  const features = { ...stage.features };
  const choice = await chooseRoute(stage, parts, request);
  const plan = choice.plan ?? planChain(choice.output, features, { at, random: seededRandom(seed) });
  const route = isDenial(choice.output)
    ? { output: choice.output, plan }
    : await vetRoute(choice.output, plan, policy.document, vetting);
  const vetoed = isDenial(route.output) && !isDenial(choice.output);
  const model = own(choice.output, 'model') ?? null;
  return {
    features: stage.features,
    decision: {
      ...stage.decision,
      output: route.output,
      cause: vetoed ? 'blocklist_veto' : choice.cause,
      chain_plan: route.plan,
    },
    steps: [
      asked,
      step('signals', { task: taskPreview(task), seed }, features),
      step('rules', { features }, { output: ruleOutput, rule_id: ruleId }, labelCause(ruleId, ruleOutput)),
      ...choice.steps,
      ...(vetoed ? [step('veto', { model }, route.output, 'blocklist_veto')] : []),
    ],
  };
}

/**
 * The output as a caller gets it: with `chain`, the hops to try in order, where they are not simply its own model and fallback. A caller
 * that finds `chain` must follow it.
 */
export function withChain(output: JsonObject, plan: ChainPlan): JsonObject {
  if (isDenial(output)) return output;
  const declared = declaredChain(output).map(pairOf);
  const planned = plan.chain.map(pairOf);
  const same =
    declared.length === planned.length && planned.every((pair, index) => samePair(pair, declared[index] ?? null));
  return same ? output : { ...output, chain: plan.chain };
}

function requestedStep({ model, provider }: LiveRequest, vetting: Vetting): Step {
  const blocked = model !== '' && vetting.refuses(model, provider);
  return step('blocklist', { model: model || null, provider: provider || null }, { blocked });
}

function deniedRequest(asked: Step, output: JsonObject, model: string): LiveDecision {
  return {
    features: null,
    decision: {
      matched_rule_id: null,
      output,
      matched_clauses: {},
      cause: 'blocklist_veto',
      chain_plan: emptyPlan(),
    },
    steps: [asked, step('veto', { model }, output, 'blocklist_veto')],
  };
}
