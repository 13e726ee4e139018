import { isBanned, manualBans } from '../blocklist/bans.ts';
import { planChain } from '../chain/plan.ts';
import type { ChainPlan } from '../chain/plan-shape.ts';
import { seededRandom } from '../chain/random.ts';
import { type ExplainInput, readExplainInput } from './explain-input.ts';
import { failSafeOutput } from './fail-safe.ts';
import { type DecisionPolicy, preparePolicy } from './prepared-policy.ts';
import { describePreview, PREVIEW_SEED, type Preview } from './preview.ts';
import { banRefusal, labelRefused, type RefusalQuery } from './refused.ts';
import { type Decision, type DecisionFeatures, decideByRules, type StageZero } from './stage-zero.ts';
import { formatTimestamp, topOfHour } from './timestamp.ts';
import { type WhyNot, whyNot } from './why-not.ts';

/** The moment a dry run was evaluated at: the top of a UTC hour. */
export interface EvaluatedAt {
  readonly at: string;
  readonly at_source: 'now' | 'explicit';
  readonly utc_hour: number;
  /** 0 is Monday. */
  readonly utc_weekday: number;
  /** Whether the plan really used the clock. */
  readonly time_aware: boolean;
}

/** A dry run of one decision: what would be decided, on which measurements. No classifier is asked. */
export interface DryRun {
  readonly mode: 'deterministic_dry_run';
  /** True where the rules leave the model to the classifier. */
  readonly requires_classifier: boolean;
  readonly decision: Decision;
  /** The decision's plan with refused hops named in `blocked`; the order is not changed. */
  readonly chain_plan: ChainPlan;
  readonly features: DecisionFeatures;
  /** Absent without a clock. */
  readonly evaluated_at?: EvaluatedAt;
  readonly preview: Preview;
}

/** Where a task goes when nobody classifies it. */
export interface IfUnclassified {
  readonly profile: string;
  readonly model: string;
  readonly provider: string;
  readonly chain_plan: ChainPlan;
}

/** A dry run with its reasons: the `/trace` body. */
export interface Explanation extends DryRun {
  readonly why_not: WhyNot;
  /** Only where the answer is "classify". */
  readonly if_unclassified?: IfUnclassified;
}

/** One dry run to make. */
export interface DryRunRequest extends ExplainInput {
  readonly atSource: 'now' | 'explicit';
  /** Which hops are refused: by bans alone, or by the breaker too. */
  readonly refusal: RefusalQuery;
}

/**
 * Explains what a policy decides for a task, and what ruled out the rest. Pure: the same task, policy and UTC hour give the same answer.
 * @param task trimmed; 1 to 8192 code points.
 * @param policy a parsed router.yaml; linted once per object.
 * @param options `at`: the moment to decide at, taken to the top of its UTC hour; without it the answer is time-agnostic and has no
 *   `evaluated_at`. `promptText`: what the model would really receive, if it is more than the task; at most 1048576 code points.
 * @throws ExplainInputError for input that cannot be explained; nothing else.
 */
export function explainTask(
  task: string,
  policy: unknown,
  options: { readonly at?: Date | null; readonly promptText?: string } = {},
): Explanation {
  const input = readExplainInput({ task, at: options.at, promptText: options.promptText });
  const ready = preparePolicy(policy);
  return traceDecision(ready, { ...input, atSource: 'explicit', refusal: bannedIn(ready) });
}

/** A dry run on a policy that is ready. */
export function dryRun(policy: DecisionPolicy, request: DryRunRequest): DryRun {
  return describe(runStageZero(policy, request), request);
}

/** A dry run with its reasons on a policy that is ready. */
export function traceDecision(policy: DecisionPolicy, request: DryRunRequest): Explanation {
  const stage = runStageZero(policy, request);
  const answer = describe(stage, request);
  const { output, chain_plan: plan } = stage.decision;
  const { refusal } = request;
  const reasons = whyNot({
    rules: policy.document.rules,
    features: { ...stage.features },
    matchIndex: stage.matchIndex,
    output,
    plan,
    at: hourOf(request),
    refusal,
  });
  const unclassified = answer.requires_classifier ? { if_unclassified: failSafe(policy, stage, request) } : {};
  return { ...answer, why_not: reasons, ...unclassified };
}

function runStageZero(policy: DecisionPolicy, request: DryRunRequest): StageZero {
  const text = request.promptText === '' ? request.task : request.promptText;
  return decideByRules(policy, text, hourOf(request), seededRandom(PREVIEW_SEED));
}

function describe({ decision, features }: StageZero, request: DryRunRequest): DryRun {
  const plan = decision.chain_plan;
  const at = hourOf(request);
  const { utc_hour: hour, utc_weekday: weekday } = features;
  const evaluated: { evaluated_at?: EvaluatedAt } =
    at === null || hour === undefined || weekday === undefined
      ? {}
      : {
          evaluated_at: {
            at: formatTimestamp(at),
            at_source: request.atSource,
            utc_hour: hour,
            utc_weekday: weekday,
            time_aware: !plan.time_agnostic,
          },
        };
  return {
    mode: 'deterministic_dry_run',
    requires_classifier: decision.output.action === 'classify',
    decision,
    chain_plan: labelRefused(plan, request.refusal),
    features,
    ...evaluated,
    preview: describePreview(plan, decision.output, request.task, request.promptText),
  };
}

function failSafe(policy: DecisionPolicy, stage: StageZero, request: DryRunRequest): IfUnclassified {
  const output = failSafeOutput(policy.document.fail_safe, stage.decision.output.profile);
  const { profile, model, provider } = output;
  const plan = planChain(output, stage.features, { at: hourOf(request), random: seededRandom(PREVIEW_SEED) });
  return { profile, model, provider, chain_plan: labelRefused(plan, request.refusal) };
}

function hourOf(request: DryRunRequest): Date | null {
  return request.at === null ? null : topOfHour(request.at);
}

function bannedIn({ document }: DecisionPolicy): RefusalQuery {
  const bans = manualBans(document);
  return (model, provider) => (isBanned(bans, model, provider) ? banRefusal(model, provider) : null);
}
