import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const MINUTE_MS = 60_000;
/** Attempts with a wrong or no token per minute: enough for a person who mistypes, useless for a guesser. */
export const WRONG_TOKEN_PER_MINUTE = 60;
/** Default calls with the right token per minute: a hundred a second, twenty times what a busy panel sends. */
export const AUTHORISED_PER_MINUTE = 6_000;

/** A budget of calls. Two of them exist, so that a guesser cannot spend the budget of the rightful caller. */
export type Bucket = 'wrong_token' | 'authorised';

/** Spends one call of a bucket. Answers the seconds to wait where the bucket is empty, else `null`. */
export type SpendCall = (request: FastifyRequest, bucket: Bucket) => Promise<number | null>;

/**
 * The two budgets, counted by @fastify/rate-limit. Its key is the bucket and never the address: every caller of a loopback
 * daemon is 127.0.0.1, and forwarded-for headers are the caller's own words.
 * @param authorisedPerMinute 0 switches the authorised budget off.
 */
export async function installLimits(app: FastifyInstance, authorisedPerMinute: number): Promise<SpendCall> {
  // Awaited: a limiter that is still loading limits nothing, silently.
  await app.register(rateLimit, { global: false });
  const limiterOf = (bucket: Bucket, max: number) =>
    app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator: () => bucket });
  const wrongToken = limiterOf('wrong_token', WRONG_TOKEN_PER_MINUTE);
  const authorised = authorisedPerMinute === 0 ? null : limiterOf('authorised', authorisedPerMinute);
  return async (request, bucket) => {
    const limiter = bucket === 'authorised' ? authorised : wrongToken;
    if (limiter === null) return null;
    const state = await limiter(request);
    return !state.isAllowed && state.isExceeded ? Math.max(1, state.ttlInSeconds) : null;
  };
}
