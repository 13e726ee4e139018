import type { FastifyInstance, FastifyReply } from 'fastify';
import { ERRORS, type ErrorCode, type ErrorRow, errorBody } from './errors.ts';
import { acceptsGzip, compress } from './gzip.ts';

/** The WebUI's proxy answers 502 for a longer encoded body (spec: host 0.1). */
export const MAX_ANSWER_BYTES = 524_288;

/** Headers of every answer, success or failure (spec: http 2.5). */
const FIXED_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Sets the headers that every answer carries; a route may replace the content type. Answers are objects or bytes, never
 * text: the serialiser of our own keeps Fastify from adding a charset, which the contract does not have.
 */
export function prepareReply(reply: FastifyReply): void {
  reply.headers(FIXED_HEADERS).serializer(JSON.stringify);
}

/** Answers one row of the error catalogue. */
export function sendError(reply: FastifyReply, code: ErrorCode, message?: string): FastifyReply {
  return reply.code(ERRORS[code].status).send(errorBody(code, message));
}

/**
 * Encodes every body on its way out: gzip where it was asked for (also for errors: spec, http 2.6), an error in place of
 * a body the proxy would cut, `Connection: close` once the daemon is shutting down. Hand-written because
 * @fastify/compress negotiates by other rules and leaves small bodies and Content-Length to chunked encoding. A body that a route has encoded
 * itself is left as it is.
 */
export function installEncoding(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
      done(null, payload);
    } else if (reply.hasHeader('content-encoding') || !acceptsGzip(request.headers['accept-encoding'])) {
      done(null, isTooLong(payload) ? tooLarge(reply) : payload);
    } else {
      compress(payload, (error, bytes) => {
        if (error !== null || bytes.length > MAX_ANSWER_BYTES) {
          done(null, tooLarge(reply));
        } else {
          reply.header('content-encoding', 'gzip');
          done(null, bytes);
        }
      });
    }
  });
}

function isTooLong(payload: string | Buffer): boolean {
  // A UTF-16 unit takes at most three bytes: short bodies need no count.
  return payload.length * 3 > MAX_ANSWER_BYTES && Buffer.byteLength(payload) > MAX_ANSWER_BYTES;
}

function tooLarge(reply: FastifyReply): string {
  reply.code(ERRORS.answer_too_large.status);
  return JSON.stringify(errorBody('answer_too_large'));
}

/** A whole answer as bytes, for a socket on which no HTTP request could be read. */
export function rawError(code: ErrorCode): string {
  const row: ErrorRow = ERRORS[code];
  const body = JSON.stringify(errorBody(code));
  const headers = Object.entries(FIXED_HEADERS).map(([name, value]) => `${name}: ${value}`);
  return [
    `HTTP/1.1 ${row.status} ${row.message}`,
    ...headers,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
