import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { GUARD_FAILURES, responses } from './common.ts';
import { ExplainAnswer, ExplainBody, ExplainQuery, TraceAnswer, TraceBody } from './decision.ts';
import { EDIT_ROUTE_SCHEMAS } from './editing.ts';
import { JOB_ROUTE_SCHEMAS } from './job-routes.ts';
import { NamedClient, OutcomesAnswer, RouteAnswer, RouteBody, RoutesAnswer, RoutesQuery } from './live.ts';
import {
  BlocklistAnswer,
  CapabilitiesAnswer,
  HealthAnswer,
  LintAnswer,
  LivenessAnswer,
  PolicyAnswer,
  StatusAnswer,
} from './reading.ts';
import { UPKEEP_ROUTE_SCHEMAS } from './upkeep.ts';

/** What is documented of a route. `summary` is a field of OpenAPI that Fastify passes through. */
export interface RouteSchema extends FastifySchema {
  readonly summary: string;
}

const INPUT_FAILURES = ['task_required', 'policy_invalid', ...GUARD_FAILURES] as const;
const BODY_FAILURES = ['invalid_json', 'body_too_large', 'unsupported_encoding', ...INPUT_FAILURES] as const;

function reading(summary: string, success: unknown): RouteSchema {
  return { summary, response: responses(success, GUARD_FAILURES) };
}

/** A page is no JSON: OpenAPI wants its type named. */
const ConsoleAnswer = { description: 'The page of the panel.', content: { 'text/html': { schema: Type.String() } } };

const OPEN: readonly ErrorCode[] = ['duplicate_host', 'host_not_allowed', 'method_not_allowed'];

/** The documentation of every route, by method and path. */
export const ROUTE_SCHEMAS: Readonly<Record<string, RouteSchema>> = {
  'GET /health': { summary: 'Whether the daemon is alive. No token.', response: responses(HealthAnswer, OPEN) },
  'GET /console': {
    summary: 'The page of the panel. No token.',
    response: responses(ConsoleAnswer, ['console_not_found', ...OPEN]),
  },
  'GET /status': reading('Whether the policy is valid, and who serves it', StatusAnswer),
  'GET /policy': reading('The policy on disk', PolicyAnswer),
  'GET /lint': reading('The errors of the policy on disk', LintAnswer),
  'GET /capabilities': reading('What is known about each model', CapabilitiesAnswer),
  'GET /liveness': reading('The state of every hop', LivenessAnswer),
  'GET /blocklist': reading('Bans and cooldowns', BlocklistAnswer),
  'GET /explain': {
    summary: 'Dry run: what would be decided',
    querystring: ExplainQuery,
    response: responses(ExplainAnswer, INPUT_FAILURES),
  },
  'POST /explain': {
    summary: 'Dry run of a task or prompt that is too long for a query',
    body: ExplainBody,
    response: responses(ExplainAnswer, BODY_FAILURES),
  },
  'GET /trace': {
    summary: 'Dry run with the reasons against everything else',
    querystring: ExplainQuery,
    response: responses(TraceAnswer, INPUT_FAILURES),
  },
  'POST /trace': {
    summary: 'The same for a long task or prompt; unknown fields are refused',
    body: TraceBody,
    response: responses(TraceAnswer, ['unsupported_media_type', ...BODY_FAILURES]),
  },
  'POST /route': {
    summary: 'A live decision: may ask the classifier, and is on disk before it is answered',
    headers: NamedClient,
    body: RouteBody,
    response: responses(RouteAnswer, [
      'client_header_required',
      'unsupported_media_type',
      'routing_disabled',
      ...BODY_FAILURES,
    ]),
  },
  'GET /routes': {
    summary: 'The recorded decisions, newest first, or one of them',
    querystring: RoutesQuery,
    response: responses(RoutesAnswer, ['decision_not_found', ...GUARD_FAILURES]),
  },
  'GET /outcomes': reading('How the decisions of each tier ended', OutcomesAnswer),
  ...EDIT_ROUTE_SCHEMAS,
  ...JOB_ROUTE_SCHEMAS,
  ...UPKEEP_ROUTE_SCHEMAS,
};

/**
 * A plugin for `buildApp` that attaches the schemas to the routes, for @fastify/swagger. It is no part of the daemon:
 * importing TypeBox takes as long as importing everything else, and nothing at run time asks a schema.
 */
export function describeRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const method = [route.method].flat()[0] ?? 'GET';
    const schema = ROUTE_SCHEMAS[`${method} ${route.url}`];
    if (schema !== undefined) route.schema = schema;
  });
}
