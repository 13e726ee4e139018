import type { Cooldowns, Cooling } from './cooldowns.ts';
import type { Deadline } from './deadline.ts';
import type { Endpoint } from './endpoint.ts';
import { isLlmError, type LlmError, llmError, withDetails } from './errors.ts';
import { failureEffect } from './failure-effect.ts';
import type { HopMemory } from './hop-memory.ts';
import { type Failure, interpret, NO_BALANCE, type Outcome } from './interpret.ts';
import { answerText } from './replies/answer-text.ts';
import type { WireReply } from './replies/reply.ts';
import { lighterShape, type RequestShape, type WireRequest } from './request-shape.ts';
import type { Transport } from './transport.ts';
import { anthropicBody } from './wires/anthropic-request.ts';
import { headersFor } from './wires/headers.ts';
import { openaiBody, type RouteExtras } from './wires/openai-request.ts';

/** What the hops of all calls share. */
export interface HopContext {
  readonly transport: Transport;
  readonly cooldowns: Cooldowns;
  readonly memory: HopMemory;
  readonly now: () => Date;
  /** Waits so many milliseconds, or rejects when the signal fires. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** One hop to be tried. */
export interface HopAttempt {
  readonly endpoint: Endpoint;
  readonly extras: RouteExtras;
  readonly request: WireRequest;
  /** Repeats after a passing failure. */
  readonly retries: number;
  /** Another hop stands behind this one: waiting long for this one makes no sense. */
  readonly hasNext: boolean;
}

/** A reply with something in it. */
export interface HopAnswer {
  readonly reply: WireReply;
  /** The answer without thinking. Not empty. */
  readonly text: string;
}

/** Backoff between repeats: half a second, doubled each time, at most 8 s (the host's bound). Also the least wait there is. Seconds. */
const BACKOFF_SECONDS = 0.5;
const MAX_BACKOFF_SECONDS = 8;
/** A longer wait than this goes to the next hop instead, where there is one. Seconds. */
const PATIENCE_SECONDS = 2;
/** What must be left of the limit after a wait to make another request worth it. Milliseconds. */
const LEAST_USEFUL_MS = 250;

/**
 * Asks one endpoint until it answers: passing failures are repeated, a parameter that it turns down is left out, a key that it refuses is
 * tried once at the plan address. Rejects with the failure, which is then held against the hop: once, however often it was repeated.
 */
export async function askHop(attempt: HopAttempt, deadline: Deadline, context: HopContext): Promise<HopAnswer> {
  const { endpoint } = attempt;
  const resting = context.cooldowns.cooling(endpoint);
  if (resting !== null) throw coolingError(endpoint, resting);
  const outcome = await askUntilSettled(attempt, deadline, context);
  if ('failure' in outcome) {
    const { failure, waitSeconds } = outcome;
    context.cooldowns.failed(endpoint, failure, waitSeconds);
    throw waitSeconds === null ? failure : withDetails(failure, { retryAfterSeconds: waitSeconds });
  }
  context.cooldowns.succeeded(endpoint);
  const answer = answerText(outcome.reply);
  if ('missing' in answer) throw llmError(answer.missing, undefined, whose(endpoint));
  return { reply: outcome.reply, text: answer.text };
}

async function askUntilSettled(attempt: HopAttempt, deadline: Deadline, context: HopContext): Promise<Outcome> {
  const { endpoint, request } = attempt;
  const { memory } = context;
  let shape = memory.shapeFor(endpoint, request);
  let [url, ...otherAddresses] = memory.addresses(endpoint);
  let keyRefusal: Failure | null = null;
  for (let repeats = 0; ; ) {
    const outcome = await askOnce(attempt, url, shape, deadline, context);
    if ('reply' in outcome) {
      memory.addressWorked(endpoint, url);
      return outcome;
    }
    const lighter = isAboutRequest(outcome) ? lighterShape(shape, outcome.words) : null;
    const [next, ...rest] = otherAddresses;
    if (lighter !== null) {
      shape = lighter;
      memory.shapeAccepted(endpoint, request, shape);
    } else if (isKeyRefused(outcome) && next !== undefined) {
      keyRefusal = outcome;
      url = next;
      otherAddresses = rest;
    } else {
      // What the operator has to know is what the regular address said, not what the second try did.
      if (keyRefusal !== null) return keyRefusal;
      const final = await waitForRepeat(outcome, repeats, attempt, deadline, context);
      if (final !== null) return final;
      repeats++;
    }
  }
}

async function askOnce(
  { endpoint, request, extras }: HopAttempt,
  url: URL,
  shape: RequestShape,
  deadline: Deadline,
  context: HopContext,
): Promise<Outcome> {
  const write = endpoint.wire === 'anthropic' ? anthropicBody : openaiBody;
  const body = JSON.stringify(write(request, endpoint.model, shape, extras));
  try {
    const exchange = await context.transport.post(url, headersFor(endpoint), body, deadline.signal);
    return interpret(exchange, endpoint, context.now());
  } catch (error) {
    const ended = deadline.ended();
    const failure = ended === null && isLlmError(error) ? error : llmError(ended ?? 'network');
    return { failure: withDetails(failure, whose(endpoint)), waitSeconds: null, words: '', code: null };
  }
}

/** Waits for the next repeat and gives null, or gives the failure that ends the hop. */
async function waitForRepeat(
  outcome: Failure,
  repeats: number,
  attempt: HopAttempt,
  deadline: Deadline,
  context: HopContext,
): Promise<Failure | null> {
  const backoff = Math.min(BACKOFF_SECONDS * 2 ** repeats, MAX_BACKOFF_SECONDS);
  const seconds = outcome.waitSeconds === null ? backoff : Math.max(outcome.waitSeconds, BACKOFF_SECONDS);
  const mayRepeat = failureEffect(outcome.failure).retry && repeats < attempt.retries;
  const tooLong = attempt.hasNext && seconds > PATIENCE_SECONDS;
  if (!mayRepeat || tooLong || seconds * 1000 + LEAST_USEFUL_MS > deadline.remainingMs()) return outcome;
  try {
    await context.pause(seconds * 1000, deadline.signal);
    return null;
  } catch {
    return { ...outcome, failure: llmError(deadline.ended() ?? 'aborted', undefined, whose(attempt.endpoint)) };
  }
}

function isAboutRequest({ failure }: Failure): boolean {
  return failure.status === 400 || failure.status === 422;
}

function isKeyRefused({ failure, code }: Failure): boolean {
  return failure.status === 401 || code === NO_BALANCE;
}

function coolingError(endpoint: Endpoint, { remaining, status }: Cooling): LlmError {
  const retryAfterSeconds = Math.ceil(remaining);
  const model = JSON.stringify(endpoint.model);
  const text = `${endpoint.provider} with model ${model} is left alone for ${retryAfterSeconds} s after failures`;
  return llmError('cooling', text, { ...whose(endpoint), retryAfterSeconds, ...(status === null ? {} : { status }) });
}

function whose(endpoint: Endpoint): { provider: string; model: string } {
  return { provider: endpoint.provider, model: endpoint.model };
}
