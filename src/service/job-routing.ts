import { seededRandom } from '../chain/random.ts';
import type { FailureEnvelope } from '../jobs/envelope.ts';
import { failure } from '../jobs/envelope.ts';
import type { JobRequest } from '../jobs/request.ts';
import type { JobRouter, RouteAnswer, RoutePreview } from '../jobs/routing.ts';
import { plannedTargets, routedTargets } from '../jobs/targets.ts';
import { type JsonObject, own } from '../lib/json.ts';
import { codePointLength } from '../lib/text.ts';
import { composePrompt } from '../router/compose-prompt.ts';
import { ExplainInputError } from '../router/input-error.ts';
import { requestDenial } from '../router/live/denial.ts';
import { taskSeed } from '../router/live/seed.ts';
import { openVetting } from '../router/live/vetting.ts';
import { decideByRules } from '../router/stage-zero.ts';
import { isDenial } from '../rules/cause.ts';
import type { RoutingContext } from './context.ts';
import { requireEnabled, route } from './route.ts';
import { isRouteError, type RouteError } from './route-error.ts';
import { MAX_ROUTE_CHARS } from './route-input.ts';

const FIX_POLICY_HINT = 'Pass a profile explicitly, or repair router.yaml (hermes-router lint).';
/** Must not send the caller around the refusal: a fixed profile is neither vetted nor routed. */
const DENIED_HINT =
  'hermes-router blocklist shows what is blocked and until when. Repeating the call under a fixed profile skips this refusal, not its cause.';

/** Lets jobs ask the router as every face does. */
export function openJobRouter(context: RoutingContext): JobRouter {
  return {
    preview: (request) => previewRoute(context, request),
    decide: (request, jobId) => decideRoute(context, request, jobId),
    document: () => context.policy.read().inUse.document,
  };
}

/** What the rules alone say. The classifier, the fail-safe and the breaker's effect on a chain are left to the live decision. */
function previewRoute(context: RoutingContext, request: JobRequest): RoutePreview {
  if ([request.prompt, request.context].some((text) => codePointLength(text) > MAX_ROUTE_CHARS)) {
    const error = `the prompt exceeds the ${MAX_ROUTE_CHARS} characters that can be routed`;
    const hint = 'Pass a profile explicitly, or put the text into a file that the agent can read.';
    return { kind: 'refused', code: 'prompt_too_large', envelope: failure('prompt_too_large', error, { hint }) };
  }
  try {
    return previewByRules(context, request);
  } catch (error) {
    if (!isRouteError(error)) throw error;
    const code = error.routeCode === 'no_policy' ? 'no_policy' : 'routing_disabled';
    return { kind: 'refused', code, envelope: switchedOff(error) };
  }
}

function previewByRules(context: RoutingContext, request: JobRequest): RoutePreview {
  const policy = requireEnabled(context.policy.read().inUse);
  const vetting = openVetting(context.blocklist, policy.document);
  if (request.model !== '' && vetting.refuses(request.model, request.provider))
    return refusedDenial(requestDenial(request, policy.document, vetting), 'blocklist_veto');
  const text = composePrompt(request.prompt, request.context);
  const { decision } = decideByRules(policy, text, context.now(), seededRandom(taskSeed(request.prompt)));
  const { output } = decision;
  if (isDenial(output)) return refusedDenial(output, decision.cause);
  const profile = textOf(output, 'profile');
  const model = textOf(output, 'model');
  const action = own(output, 'action') ?? null;
  // The classifier, or the fail-safe in its place, keeps the rule's profile; where the rule has none, the live decision finds one.
  if (action === 'classify' || model === '') return { kind: 'open', profile, model: '' };
  if (action !== null) return { kind: 'open', profile: '', model: '' };
  if (profile === '') return { kind: 'refused', code: 'routing_unresolved', envelope: unresolved() };
  return {
    kind: 'open',
    profile,
    model: plannedTargets({ ...output, chain: decision.chain_plan.chain })[0]?.model ?? '',
  };
}

function refusedDenial(output: JsonObject, cause: string): RoutePreview {
  return { kind: 'refused', code: 'routing_denied', envelope: denied(output, cause) };
}

async function decideRoute(context: RoutingContext, request: JobRequest, jobId: string): Promise<RouteAnswer> {
  const { prompt: task, context: text, model, provider, sessionId } = request;
  try {
    const {
      decision,
      chain_plan: plan,
      id,
    } = await route(
      context,
      { task, context: text, model, provider, sessionId, source: 'delegate' },
      { classifierBudgetMs: Number.POSITIVE_INFINITY, taskId: jobId },
    );
    const { output } = decision;
    if (isDenial(output)) return { kind: 'declined', decisionId: id, envelope: denied(output, decision.cause) };
    const profile = textOf(output, 'profile');
    if (profile === '') return { kind: 'declined', decisionId: id, envelope: unresolved() };
    const document = context.policy.read().inUse.document;
    return {
      kind: 'routed',
      decisionId: id,
      profile,
      targets: routedTargets(output, request, document),
      head: plannedTargets({ chain: plan.chain })[0] ?? null,
    };
  } catch (error) {
    return { kind: 'declined', decisionId: null, envelope: routingFault(error) };
  }
}

function routingFault(error: unknown): FailureEnvelope {
  if (isRouteError(error)) return switchedOff(error);
  const message = error instanceof Error ? error.message : String(error);
  return failure(error instanceof ExplainInputError ? 'bad_args' : 'routing_error', message);
}

function denied(output: JsonObject, cause: string): FailureEnvelope {
  const fields = ['blocked_model', 'fallback_model', 'retry_after_s'].flatMap((name) => {
    const value = own(output, name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return failure('routing_denied', textOf(output, 'reason') || 'The policy denies this task: it is blocked by a rule', {
    cause: textOf(output, 'cause') || cause,
    ...Object.fromEntries(fields),
    hint: DENIED_HINT,
  });
}

function unresolved(): FailureEnvelope {
  return failure('routing_unresolved', 'The policy names no profile for this task', { hint: FIX_POLICY_HINT });
}

function switchedOff(error: RouteError): FailureEnvelope {
  return failure('bad_args', error.message, { reason: error.routeCode, hint: FIX_POLICY_HINT });
}

function textOf(output: JsonObject, key: string): string {
  const value = own(output, key);
  return typeof value === 'string' ? value : '';
}
