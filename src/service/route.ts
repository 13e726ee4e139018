import type { ChainPlan } from '../chain/plan-shape.ts';
import { decisionRecord, newDecisionId, sourceOf } from '../journal/decision-record.ts';
import type { AppendResult } from '../journal/journal.ts';
import type { PolicyInUse } from '../policy/store.ts';
import type { EvaluatedAt } from '../router/explain.ts';
import { decideLive, withChain } from '../router/live/decide.ts';
import { type Step, stepJson } from '../router/live/step.ts';
import type { Decision } from '../router/stage-zero.ts';
import { formatTimestamp } from '../router/timestamp.ts';
import type { RoutingContext } from './context.ts';
import { routeError } from './route-error.ts';
import { type RawRouteRequest, readRouteInput } from './route-input.ts';

/** The `POST /route` body. A denial (`decision.output.deny`) has this shape too, with an empty chain. */
export interface RouteBody {
  readonly mode: 'live';
  readonly decision: Decision;
  /** What to try, in order: vetted. The same plan as the decision's. */
  readonly chain_plan: ChainPlan;
  readonly steps: readonly Step[];
  readonly evaluated_at: EvaluatedAt;
  /** Of the record in the decision log. */
  readonly id: string;
  /** `degraded`: the decision holds, but its record is not on disk. */
  readonly logged: AppendResult;
}

/** What a face may set besides the request itself. */
export interface RouteOptions {
  /** Most that the classifier may take, in ms. Default: {@link HTTP_CLASSIFIER_BUDGET_MS}. `Infinity`: the policy's `timeout_seconds` alone. */
  readonly classifierBudgetMs?: number;
  /** The job that asks: the record carries it, and the job's outcome is joined on it. */
  readonly taskId?: string;
}

/** The WebUI's proxy cuts an answer off after 10 s and we promise 8; the rest of a decision and its log take well under 1.5 s. */
export const HTTP_CLASSIFIER_BUDGET_MS = 6500;

/**
 * Decides for real: may ask the classifier, may spend a half-open probe, and puts the decision on disk before it answers. Nothing usable left is an
 * answer, not an error.
 * @throws ExplainInputError or a `RouteError`: the input is wrong, routing is switched off, or there is no policy. Nothing is logged then.
 */
export async function route(
  context: RoutingContext,
  raw: RawRouteRequest,
  options: RouteOptions = {},
): Promise<RouteBody> {
  const input = readRouteInput(raw);
  const policy = requireEnabled(context.policy.read().inUse);
  const at = context.now();
  const { decision, steps } = await decideLive(
    { blocklist: context.blocklist, ...context.live },
    {
      ...input,
      policy,
      at,
      classifierBudgetMs: options.classifierBudgetMs ?? HTTP_CLASSIFIER_BUDGET_MS,
    },
  );
  const { output, chain_plan: plan } = decision;
  const id = newDecisionId();
  const record = decisionRecord({
    id,
    at,
    cause: decision.cause,
    output,
    ruleId: decision.matched_rule_id,
    task: input.task,
    source: input.source,
    steps: steps.map(stepJson),
    chainPlan: plan,
    policyHash: policy.hash,
    ...(options.taskId === undefined ? {} : { taskId: options.taskId }),
  });
  const logged = await context.decisionLog.append(record);
  context.decisionCounts.count({ cause: decision.cause, source: sourceOf(record), logged });
  return {
    mode: 'live',
    decision: { ...decision, output: withChain(output, plan) },
    chain_plan: plan,
    steps,
    evaluated_at: evaluatedAt(at, plan),
    id,
    logged,
  };
}

/** The policy to decide by. @throws a `RouteError` when routing is off: only the literal `true` switches it on, as in the Python plugin. */
export function requireEnabled(policy: PolicyInUse): PolicyInUse {
  if (policy.hash === null) throw routeError('no_policy', 'there is no policy that can be loaded');
  if (policy.document.enabled !== true) throw routeError('routing_disabled', 'routing is disabled in the policy');
  return policy;
}

function evaluatedAt(at: Date, plan: ChainPlan): EvaluatedAt {
  return {
    at: formatTimestamp(at),
    at_source: 'now',
    utc_hour: at.getUTCHours(),
    utc_weekday: (at.getUTCDay() + 6) % 7,
    time_aware: !plan.time_agnostic,
  };
}
