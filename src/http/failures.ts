import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isJobRefusal, type JobRefusal } from '../jobs/refusal.ts';
import { ExplainInputError } from '../router/input-error.ts';
import { isEditRequestError } from '../service/edit-request-error.ts';
import { isRouteError } from '../service/route-error.ts';
import { ERRORS, type ErrorCode, errorBody, isApiError } from './errors.ts';
import { prepareReply, rawError, sendError } from './reply.ts';

/** Where the app reports what went wrong inside. Structural, so that any pino logger fits. */
export interface FailureLog {
  error(details: object, message: string): void;
}

/** Complaints about a task that have a row of their own; the others are about types. */
const INPUT_CODES = {
  task_required: 'task_required',
  task_not_text: 'invalid_field',
  task_too_long: 'task_too_long',
  prompt_not_text: 'invalid_field',
  prompt_too_long: 'prompt_too_long',
  at_invalid: 'at_invalid',
  at_not_a_time: 'invalid_field',
  policy_invalid: 'policy_invalid',
} as const satisfies Record<ExplainInputError['code'], ErrorCode>;

/** Turns whatever a parser or a handler threw into one row of the catalogue. Nothing of an internal error leaves us. */
export function installFailures(app: FastifyInstance, log: FailureLog): void {
  app.setNotFoundHandler((_request, reply) => sendError(reply, 'unknown_route'));
  app.setErrorHandler((error, request, reply) => {
    prepareReply(reply);
    // Fastify closes after every failed parser, for the rest of a body may follow; of one that was read whole nothing can.
    if (request.raw.readableEnded) reply.removeHeader('connection');
    if (isApiError(error)) return sendError(reply, error.apiCode, error.message);
    if (isJobRefusal(error)) return sendRefusal(reply, error);
    if (isEditRequestError(error)) return sendError(reply, error.editRequestCode, error.message);
    if (isRouteError(error)) return sendError(reply, error.routeCode, error.message);
    if (error instanceof ExplainInputError) return sendError(reply, INPUT_CODES[error.code], error.message);
    log.error({ route: request.routeOptions.url, error: describeFault(error) }, 'request failed');
    return sendError(reply, 'internal');
  });
}

/** A refused delegation answers with the envelope that a failed job would have, so that its caller reads one shape. */
function sendRefusal(
  reply: FastifyReply,
  { refusalCode, envelope, message, retryAfterSeconds }: JobRefusal,
): FastifyReply {
  if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds);
  return reply.code(ERRORS[refusalCode].status).send({ ...errorBody(refusalCode, message), ...envelope });
}

/**
 * What may be logged of an unexpected error: its kind and where it happened. The message only where the engine or the
 * operating system wrote it: a message from elsewhere (`JSON.parse`) may quote the request.
 */
export function describeFault(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const isOwnWords = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    name: error.name,
    ...code,
    ...(isOwnWords || 'syscall' in error ? { message: error.message } : {}),
    stack: frames,
  };
}

/** Answers a connection on which Node could not read a request. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawError(clientErrorCode(error.code)));
}

function clientErrorCode(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_INVALID_EOF_STATE') return 'incomplete_body';
  return 'malformed_request';
}

/** What Node would do on its own for two rare kinds of request: an empty 417, and a closed socket. */
export function answerRareRequests(app: FastifyInstance): void {
  // An Expect other than 100-continue is forwarded by the WebUI's proxy as the browser sent it; it changes nothing here.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => socket.end(rawError('method_not_allowed')));
}
