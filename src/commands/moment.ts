import { parseTimestamp } from '../router/timestamp.ts';
import { CommandError } from './failure.ts';

/** The moment a command evaluates at, and where it came from. `at` is null for a time-agnostic answer. */
export interface Moment {
  readonly at: Date | null;
  readonly source: 'now' | 'explicit' | 'time-agnostic';
}

const HOUR = /^(\d{1,2})(?::(\d{2}))?$/;

/**
 * Reads `--at` and `--time-agnostic`.
 * @param text `now`, a UTC hour (`7`, `07:30`, today's UTC date), or ISO-8601 (no offset = UTC). Empty means now.
 * @throws CommandError (exit 2) for anything else: an unreadable time never silently becomes now.
 */
export function readMoment(text: string | undefined, timeAgnostic: boolean, now: Date): Moment {
  if (timeAgnostic) return { at: null, source: 'time-agnostic' };
  if (text === undefined || text === '') return { at: now, source: 'now' };
  const at = text.toLowerCase() === 'now' ? now : (readHour(text, now) ?? parseTimestamp(text));
  if (at === null) {
    throw new CommandError(
      `cannot read --at ${JSON.stringify(text)}: give "now", a UTC hour such as 7 or 07:30, or a time such as 2026-08-17T07:00:00Z`,
      2,
    );
  }
  return { at, source: 'explicit' };
}

function readHour(text: string, now: Date): Date | null {
  const match = HOUR.exec(text);
  if (match === null) return null;
  const hour = Number(match[1]);
  const minute = Number(match[2] ?? 0);
  if (hour > 23 || minute > 59) return null;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute));
}
