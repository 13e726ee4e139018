import { isMapping, type JsonObject } from '../lib/json.ts';
import type { Endpoint } from './endpoint.ts';
import { type LlmError, llmError } from './errors.ts';
import { anthropicReply, messageFromEvents } from './replies/anthropic-reply.ts';
import { type ReplyBody, readBody } from './replies/body.ts';
import { errorIn } from './replies/error-body.ts';
import { completionFromChunks, openaiReply } from './replies/openai-reply.ts';
import type { NoReply, WireReply } from './replies/reply.ts';
import { retryAfterSeconds, secondsUntil } from './retry-after.ts';
import type { Exchange } from './transport.ts';

/** What became of one request. */
export type Outcome = { readonly reply: WireReply } | Failure;

/** A failed request, with what decides the next step. */
export interface Failure {
  readonly failure: LlmError;
  /** Seconds that the provider asked to wait; null = it did not say. */
  readonly waitSeconds: number | null;
  /** The provider's own words. They may quote the request: for looking at, never for passing on. */
  readonly words: string;
  /** The provider's error code; null = none. */
  readonly code: string | null;
}

/** z.ai's "insufficient balance": the key belongs to a plan, not to this endpoint. It comes as a 429. */
export const NO_BALANCE = '1113';

/** Codes under which a 429 is about money and will not pass by itself. */
const MONEY: ReadonlySet<string> = new Set([NO_BALANCE, 'insufficient_quota', 'billing_hard_limit_reached']);

/** Reads an answer off the wire it came over. Never throws. */
export function interpret(exchange: Exchange, endpoint: Endpoint, now: Date): Outcome {
  const body = readBody(exchange.bytes, exchange.contentType, exchange.contentEncoding);
  const asked = retryAfterSeconds(exchange.retryAfter, now);
  const { status } = exchange;
  if (status >= 300 && status < 400)
    return failed(llmError('bad_reply', 'the answer is a redirect, which is not followed', whose(endpoint)), asked);
  if (status < 200 || status >= 300) return httpFailure(status, body, endpoint, asked);
  if (body.kind === 'unusable') {
    const text = `the answer of ${endpoint.provider} cannot be used: ${body.why}`;
    return failed(llmError(body.code, text, whose(endpoint)), asked);
  }
  const reply = replyFrom(body, endpoint);
  if (!('failed' in reply)) return { reply };
  const { failed: inside } = reply;
  const wait = asked ?? secondsUntil(inside.resetAt, now);
  if (inside.status !== null) return statusFailure(inside.status, inside.code, '', endpoint, wait);
  return failed(llmError('no_choices', undefined, whose(endpoint)), wait, '', inside.code);
}

function replyFrom(body: Exclude<ReplyBody, { kind: 'unusable' }>, endpoint: Endpoint): WireReply | NoReply {
  if (endpoint.wire === 'anthropic')
    return anthropicReply(body.kind === 'object' ? body.value : messageFromEvents(body.events));
  return openaiReply(body.kind === 'object' ? body.value : completionFromChunks(body.events));
}

function httpFailure(status: number, body: ReplyBody, endpoint: Endpoint, asked: number | null): Failure {
  const value: JsonObject | undefined = body.kind === 'object' ? body.value : undefined;
  const error = isMapping(value) ? errorIn(value) : null;
  return statusFailure(status, error?.code ?? null, error?.message ?? '', endpoint, asked);
}

function statusFailure(
  status: number,
  code: string | null,
  words: string,
  endpoint: Endpoint,
  wait: number | null,
): Failure {
  const effective = status === 429 && code !== null && MONEY.has(code) ? 402 : status;
  const text = `${endpoint.provider} answered ${status}${code === null ? '' : ` (${code})`} for model ${JSON.stringify(endpoint.model)}`;
  return failed(llmError('http_status', text, { ...whose(endpoint), status: effective }), wait, words, code);
}

function failed(failure: LlmError, waitSeconds: number | null, words = '', code: string | null = null): Failure {
  return { failure, waitSeconds, words, code };
}

function whose(endpoint: Endpoint): { provider: string; model: string } {
  return { provider: endpoint.provider, model: endpoint.model };
}
