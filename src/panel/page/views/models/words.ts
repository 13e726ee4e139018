import { isBanned } from '../../../../blocklist/bans.ts';
import { isMapping } from '../../../../lib/json.ts';
import type { Tone } from '../../parts/badge.tsx';
import { duration, factor, moment, UNKNOWN } from '../../parts/format.ts';
import type { Blocklist } from '../../wire/answers.ts';
import { asMapping, asNumber, asText } from '../../wire/read.ts';
import type { ModelRow, ModelState } from './rows.ts';
import type { Use } from './uses.ts';

/** What each state means to a reader. */
export const STATES: Readonly<Record<ModelState, { readonly word: string; readonly tone: Tone }>> = {
  alive: { word: 'alive', tone: 'ok' },
  degraded: { word: 'cooling down', tone: 'warn' },
  quota_exhausted: { word: 'quota used up', tone: 'bad' },
  dead: { word: 'banned', tone: 'bad' },
  no_reading: { word: 'no reading', tone: 'idle' },
};

/** How a rail is paid, in words; `unknown` where nobody says. */
export function billingWords(mode: unknown): string {
  return asText(mode) ?? UNKNOWN;
}

/** A capability: yes, no, or unknown where nobody says. */
export function capabilityWord(value: unknown): 'yes' | 'no' | 'unknown' {
  return value === true ? 'yes' : value === false ? 'no' : UNKNOWN;
}

/** A number of tokens: `200,000`; `unknown` where it is not published. */
export function tokensWord(value: unknown): string {
  const tokens = asNumber(value);
  return tokens === null ? UNKNOWN : tokens.toLocaleString('en');
}

/** A price at a factor; null for a price that nobody publishes, which has no factor either. */
export function priceAt(price: unknown, multiplier: number | null): number | null {
  const base = asNumber(price);
  return base === null || multiplier === null ? null : base * multiplier;
}

/**
 * The next change of a rate: `×2 in 3 h, from Tuesday 08:00 your time (06 UTC)`; null for a rate that does not change. `hour` is the
 * evaluated one: changes count from its start.
 */
export function changeWords(row: ModelRow, hour: Date | null, now: Date): string | null {
  const change = asMapping(row.reading?.next_window_change);
  const ahead = asNumber(change.hours_ahead);
  if (hour === null || ahead === null) return null;
  const at = new Date(hour.getTime() + ahead * 3_600_000);
  const local = at.toLocaleString(undefined, { weekday: 'long', hour: '2-digit', minute: '2-digit' });
  const seconds = Math.max(0, (at.getTime() - now.getTime()) / 1000);
  // In whole minutes: seconds would make the line jump about.
  const wait = duration(Math.ceil(seconds / 60) * 60);
  return `${factor(change.multiplier)} in ${wait}, from ${local} your time (${twoDigits(change.hour)} UTC)`;
}

function twoDigits(hour: unknown): string {
  const number = asNumber(hour);
  return number === null ? UNKNOWN : `${String(number).padStart(2, '0')}:00`;
}

/** When a cooling pair is tried again; null for one that does not cool. */
export function retryWords(row: ModelRow, now: Date): string | null {
  const breaker = asMapping(row.reading?.breaker);
  const at = moment(breaker.retry_at);
  if (at === null) return null;
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const why = asText(breaker.last_failure_kind);
  const reason = why === null ? '' : `after ${why.replaceAll('_', ' ')}, `;
  return `${reason}${seconds <= 0 ? 'tried again with the next task' : `tried again in ${duration(seconds)}`}`;
}

const ORDINALS = ['', 'first', '2nd', '3rd'];

const PLACES: ReadonlyMap<string, string> = new Map([
  ['classifier', 'the classifier'],
  ['fail_safe', 'the last resort'],
  ['compaction', 'compaction'],
  ['substitutes', 'the substitutes'],
]);

/** Where a use is: `first in T1`, `2nd in the classifier`; a rule that names the model itself is told by its id. */
export function useWords({ place, position }: Use): string {
  const ordinal = ORDINALS[position] ?? `${position}th`;
  if (place === 'rule') return position === 1 ? 'named by' : `${ordinal} for`;
  return `${ordinal} in ${PLACES.get(place) ?? place}`;
}

/** The reason of the first ban that covers a pair, as the policy gives it; null where none does. */
export function banReason(bans: Blocklist['manual_bans'], { model, provider }: ModelRow): string | null {
  const ban = bans.filter(isMapping).find((row) => isBanned([row], model, provider));
  return ban === undefined ? null : (asText(ban.reason) ?? 'no reason given');
}
