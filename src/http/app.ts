import fastify, { type FastifyInstance } from 'fastify';
import type { ServiceContext } from '../service/context.ts';
import type { AnswerCounts } from '../service/metrics.ts';
import { countAnswers } from './answer-counts.ts';
import { installBodyReader, MAX_BODY_BYTES } from './body.ts';
import { answerClientError, answerRareRequests, type FailureLog, installFailures } from './failures.ts';
import { installGuard, routableTarget } from './guard.ts';
import { AUTHORISED_PER_MINUTE } from './limits.ts';
import { parseQuery } from './query.ts';
import { installEncoding } from './reply.ts';
import { applyRoutes } from './routes/apply.ts';
import { blocklistRoute } from './routes/blocklist.ts';
import { capabilitiesRoute } from './routes/capabilities.ts';
import { compactionRoute } from './routes/compaction.ts';
import { consoleRoute } from './routes/console.ts';
import { doctorRoute } from './routes/doctor.ts';
import { explainRoutes } from './routes/explain.ts';
import { healthRoute } from './routes/health.ts';
import { jobsRoutes } from './routes/jobs.ts';
import { lintRoute } from './routes/lint.ts';
import { livenessRoute } from './routes/liveness.ts';
import { metricsRoute } from './routes/metrics.ts';
import { outcomesRoute } from './routes/outcomes.ts';
import { planRoute } from './routes/plan.ts';
import { policyRoute } from './routes/policy.ts';
import { routeRoute } from './routes/route.ts';
import { routesRoute } from './routes/routes.ts';
import { statusRoute } from './routes/status.ts';
import { traceRoutes } from './routes/trace.ts';
import { closeSilentConnections } from './silent-connections.ts';
import type { TokenSource } from './token.ts';

/** What the app is built from. */
export interface AppOptions {
  readonly context: ServiceContext;
  /** Where the sidecar token comes from. */
  readonly token: TokenSource;
  readonly log: FailureLog;
  /** Calls per minute with the right token; 0 means no limit. Default 6000. */
  readonly rateLimit?: number;
  /** Installed before the routes, so that an `onRoute` hook sees them: how openapi.yaml is generated. */
  readonly plugins?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
}

/** Longest request head in bytes: the longest target (65536) and room for headers. */
const MAX_HEAD_BYTES = 80 * 1024;
/** A request must have arrived whole within this: the WebUI's proxy gives up after 10 s of silence (spec: host 0.3). */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node looks for connections past that time. Its own default would let them have three times as long. */
const TIMEOUT_CHECK_MS = 5_000;

/**
 * Named only so that Fastify does not load its own factories: ajv and fast-json-stringify would take a sixth of the time
 * to the first answer. The compilers set below come first, so these are never called.
 */
const NO_FACTORIES = { buildValidator: neverCalled, buildSerializer: neverCalled };

function neverCalled(): never {
  throw new Error('no schema is compiled here');
}

/**
 * Builds the HTTP face. It does not listen: daemon/ does, and a test may.
 * Fastify's own logger is off: the app logs failures and nothing else, and a logger per request costs throughput.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    trustProxy: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: () => '',
    // Longer than any accepted target: an over-long parameter is an unknown id, not an error of its own.
    routerOptions: { querystringParser: parseQuery, maxParamLength: MAX_HEAD_BYTES },
    rewriteUrl: (request) => routableTarget(request.url ?? ''),
    clientErrorHandler: answerClientError,
    http: {
      maxHeaderSize: MAX_HEAD_BYTES,
      requireHostHeader: false,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    schemaController: { compilersFactory: NO_FACTORIES },
  });
  // Schemas describe the API for openapi.yaml and do nothing else: bodies are checked by fields.ts, and answers are plain
  // JSON, because compiled serialisers drop what a schema forgot.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  installFailures(app, options.log);
  installEncoding(app);
  installBodyReader(app);
  answerRareRequests(app);
  closeSilentConnections(app);
  await installGuard(app, { token: options.token, authorisedPerMinute: options.rateLimit ?? AUTHORISED_PER_MINUTE });
  for (const plugin of options.plugins ?? []) await plugin(app);
  installRoutes(app, options, countAnswers(app));
  return app;
}

function installRoutes(app: FastifyInstance, { context, token }: AppOptions, answers: AnswerCounts): void {
  healthRoute(app, context, token);
  consoleRoute(app);
  statusRoute(app, context);
  policyRoute(app, context);
  lintRoute(app, context);
  capabilitiesRoute(app, context);
  livenessRoute(app, context);
  blocklistRoute(app, context);
  explainRoutes(app, context);
  traceRoutes(app, context);
  routeRoute(app, context);
  routesRoute(app, context);
  outcomesRoute(app, context);
  compactionRoute(app, context);
  planRoute(app, context);
  applyRoutes(app, context);
  jobsRoutes(app, context);
  doctorRoute(app, context);
  metricsRoute(app, context, answers);
}
