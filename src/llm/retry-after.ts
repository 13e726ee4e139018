/** No answer may hold a caller or a hop longer than this. Seconds. */
export const MAX_RETRY_AFTER_SECONDS = 60;

/** The one date form that HTTP still allows to be sent (RFC 9110, IMF-fixdate). `Date.parse` alone takes `-3` for 2001 and `120` for the year. */
const IMF_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Seconds that a `Retry-After` value asks to wait, 0 to 60: whole seconds, or a date against `now` (past dates are 0, part seconds round up).
 * Null for anything else (negative, fractional, with a unit, several values joined): the caller uses its own backoff then.
 */
export function retryAfterSeconds(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_SECONDS);
  if (!IMF_DATE.test(text)) return null;
  return secondsUntil(Date.parse(text), now);
}

/** Seconds from `now` to a moment in epoch milliseconds, 0 to 60; null for no moment. */
export function secondsUntil(moment: number | null, now: Date): number | null {
  if (moment === null || Number.isNaN(moment)) return null;
  const seconds = Math.ceil((moment - now.getTime()) / 1000);
  return Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}
