import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { drain, hasBody } from './body.ts';
import type { ErrorCode } from './errors.ts';
import { rememberPaths } from './known-paths.ts';
import { type Bucket, installLimits } from './limits.ts';
import { hostRefusal, type OwnNames, originRefusal, ownNames } from './origin.ts';
import { prepareReply, sendError } from './reply.ts';
import { type TokenSource, timesSent, tokenRefusal } from './token.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for the routes that need no token and have no budget: /health and /console. Everything else is closed. */
    readonly open?: boolean;
    /** True for the one route that pages of other origins may read: the browser's health check. */
    readonly anyOrigin?: boolean;
    /** True for POST routes that refuse a body of another content type. The older routes ignore the type. */
    readonly jsonOnly?: boolean;
    /**
     * True for routes that may spend money or start an agent: the caller names itself in a header of the `X-Hermes-` family, all of which
     * the WebUI's proxy strips from what a page sends.
     */
    readonly namedClient?: boolean;
  }
}

/** What the guard needs to know. */
export interface GuardOptions {
  readonly token: TokenSource;
  /** Calls per minute with the right token; 0 means no limit. */
  readonly authorisedPerMinute: number;
}

/** A target that no route answers: what cannot be decoded or is not a path must not reach the router. */
const NO_ROUTE = '/.no-route';
/** The header by which a caller names itself. Any text but blanks will do: that it is there proves where the call did not come from. */
export const CLIENT_HEADER = 'x-hermes-router-client';
/** Longest request target in bytes (spec: http 2.1; Node's own limit is on the whole head). */
const MAX_TARGET_BYTES = 65_536;

/** Keeps Fastify from answering undecodable and absolute-form targets itself, past every hook. */
export function routableTarget(target: string): string {
  if (!target.startsWith('/')) return NO_ROUTE;
  if (!target.includes('%')) return target;
  try {
    decodeURI(target.split('?', 1)[0] ?? '');
    return target;
  } catch {
    return NO_ROUTE;
  }
}

/**
 * The one place where requests are refused: deny by default, in the order Host, origin, target length, method, budget,
 * token, named client, content type; then the body is read and the route answers. Runs for unknown routes too, so that routes cannot be
 * enumerated without the token. A body is read away before any refusal (spec: host 0.6).
 */
export async function installGuard(app: FastifyInstance, options: GuardOptions): Promise<void> {
  const paths = rememberPaths(app);
  const spend = await installLimits(app, options.authorisedPerMinute);
  // Before it listens the app answers only to names without a port.
  let names: OwnNames = ownNames(0);
  app.addHook('onListen', (done) => {
    const address = app.server.address();
    if (typeof address === 'object' && address !== null) names = ownNames(address.port);
    done();
  });

  const refusalBeforeToken = (request: FastifyRequest, reply: FastifyReply): ErrorCode | null => {
    if (timesSent(request.raw.rawHeaders, 'host') > 1) return 'duplicate_host';
    const { config } = request.routeOptions;
    const foreign =
      hostRefusal(request.headers.host, names) ??
      (config.anyOrigin === true ? null : originRefusal(request.headers, names));
    if (foreign !== null) return foreign;
    if (request.originalUrl.length > MAX_TARGET_BYTES) return 'uri_too_long';
    if (!request.is404) return null;
    const methods = paths.methodsOf(request.url.split('?', 1)[0] ?? '');
    if (methods === null) return null;
    reply.header('allow', methods.join(', '));
    return 'method_not_allowed';
  };

  /** Spends the bucket that the token chose; an empty one turns the verdict into 429. */
  const afterBudget = async (
    request: FastifyRequest,
    reply: FastifyReply,
    verdict: ErrorCode | null,
  ): Promise<ErrorCode | null> => {
    if (verdict === 'token_not_provisioned') return verdict;
    const bucket: Bucket = verdict === null ? 'authorised' : 'wrong_token';
    const wait = await spend(request, bucket);
    if (wait === null) return verdict;
    reply.header('retry-after', wait);
    return 'rate_limited';
  };

  const judge = async (request: FastifyRequest, reply: FastifyReply): Promise<ErrorCode | null> => {
    const early = refusalBeforeToken(request, reply);
    if (early !== null || request.routeOptions.config.open === true) return early;
    const verdict = await afterBudget(request, reply, tokenRefusal(request.raw, options.token));
    return verdict ?? refusalOfClient(request) ?? refusalOfBody(request);
  };

  app.addHook('onRequest', async (request, reply) => {
    prepareReply(reply);
    const refusal = await judge(request, reply);
    const bodyFollows = hasBody(request.raw);
    if (refusal === null && request.method === 'POST') {
      // Fastify refuses a malformed Content-Type before any parser runs; the type has been judged above.
      delete request.raw.headers['content-type'];
      return;
    }
    if (bodyFollows && !(await drain(request.raw))) reply.header('connection', 'close');
    if (refusal !== null) return sendError(reply, refusal);
    if (request.is404) return sendError(reply, 'unknown_route');
  });
}

function refusalOfClient(request: FastifyRequest): ErrorCode | null {
  if (request.routeOptions.config.namedClient !== true) return null;
  const name = [request.headers[CLIENT_HEADER]].flat().join('').trim();
  return name === '' ? 'client_header_required' : null;
}

function refusalOfBody(request: FastifyRequest): ErrorCode | null {
  if (request.method !== 'POST' || !hasBody(request.raw)) return null;
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return 'unsupported_encoding';
  const type = request.headers['content-type'];
  if (request.routeOptions.config.jsonOnly !== true || type === undefined) return null;
  return /^\s*application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(type) ? null : 'unsupported_media_type';
}
