import type { Deadline } from './deadline.ts';
import { type Endpoint, type HostState, resolveEndpoint } from './endpoint.ts';
import { type FailedAttempt, isLlmError, type LlmError, withDetails } from './errors.ts';
import { failureEffect } from './failure-effect.ts';
import { askHop, type HopAnswer, type HopContext } from './hop.ts';
import type { PreparedCall } from './prepare.ts';
import type { WireRequest } from './request-shape.ts';
import type { Route } from './route.ts';

/** An answer, who gave it, and who did not. */
export interface ChainAnswer extends HopAnswer {
  readonly endpoint: Endpoint;
  readonly attempts: readonly FailedAttempt[];
}

/**
 * Asks the routes of a call in order until one answers. The chain goes on after a failure of capacity (429, 5xx, connection, payment, a model
 * that is not there, an unusable answer) and ends at anything else, a refused key above all. Behind the first route, one that cannot be
 * called at all is passed over. Rejects with the first route's failure, the one the operator configured for, or with what ended the
 * deadline; `attempts` has all of them.
 */
export async function askChain(
  call: PreparedCall,
  request: WireRequest,
  host: HostState,
  deadline: Deadline,
  context: HopContext,
): Promise<ChainAnswer> {
  const attempts: FailedAttempt[] = [];
  const [main, ...others] = call.routes;

  async function ask(route: Route, profile: string | null, hasNext: boolean): Promise<ChainAnswer | LlmError> {
    try {
      const endpoint = resolveEndpoint(route, profile, host);
      const extras = { extraBody: route.extraBody, reasoningEffort: route.reasoningEffort };
      const answer = await askHop({ endpoint, extras, request, retries: call.retries, hasNext }, deadline, context);
      return { ...answer, endpoint, attempts };
    } catch (error) {
      if (!isLlmError(error)) throw error;
      attempts.push(attemptFrom(error, route));
      return error;
    }
  }

  const first = await ask(main, call.profile, others.length > 0);
  if (!isLlmError(first)) return first;
  let goesOn = failureEffect(first).hostChain;
  for (const [index, route] of others.entries()) {
    if (!goesOn || deadline.ended() !== null) break;
    const next = await ask(route, null, index + 1 < others.length);
    if (!isLlmError(next)) return next;
    if (deadline.ended() !== null) throw withDetails(next, { attempts });
    const { hostChain, nextHop, counts } = failureEffect(next);
    goesOn = hostChain || (nextHop && counts === null);
  }
  throw withDetails(first, { attempts });
}

function attemptFrom(error: LlmError, route: Route): FailedAttempt {
  return {
    provider: error.provider ?? route.provider ?? 'auto',
    model: error.model ?? route.model ?? '',
    code: error.llmCode,
    status: error.status ?? null,
  };
}
