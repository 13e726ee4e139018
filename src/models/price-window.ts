import { isList, isMapping } from '../lib/json.ts';
import type { ClockReading } from './clock.ts';
import { wholeNumber } from './numbers.ts';

/** A window that passed every check, ready to compare with a clock. */
export interface UsableWindow {
  readonly start: number;
  readonly end: number;
  readonly weekdays: readonly number[];
  readonly multiplier: number;
}

const EVERY_DAY: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

/** Keys that would move a window to another zone. There are no zones: a window that asks for one is refused, not shifted. */
export const ZONE_KEYS = ['zone', 'timezone', 'time_zone', 'tz'] as const;

/**
 * The bounds of `hours_utc`, or `null` unless it is a pair of whole hours with `0 <= start < end <= 24`. Strings are
 * refused here and by the lint alike, so `22:00` (which some YAML readers turn into 1320) never becomes an hour.
 */
export function windowHours(value: unknown): readonly [start: number, end: number] | null {
  if (!isList(value) || value.length !== 2) return null;
  const start = numericWhole(value[0]);
  const end = numericWhole(value[1]);
  if (start === null || end === null) return null;
  return 0 <= start && start < end && end <= 24 ? [start, end] : null;
}

/** The days of a weekday gate: every day when absent, `null` when it is not a non-empty list of whole days 0..6. */
export function windowWeekdays(value: unknown): readonly number[] | null {
  if (value === undefined || value === null) return EVERY_DAY;
  if (!isList(value) || value.length === 0) return null;
  const days: number[] = [];
  for (const item of value) {
    const day = numericWhole(item);
    if (day === null || day < 0 || day > 6) return null;
    days.push(day);
  }
  return days;
}

/** A multiplier, or `null` unless it is a positive finite number. */
export function windowMultiplier(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}

/** A declared window as the runtime sees it; `null` for exactly those that the lint reports, which are then ignored. */
export function usableWindow(value: unknown): UsableWindow | null {
  if (!isMapping(value) || ZONE_KEYS.some((key) => value[key] !== undefined)) return null;
  const hours = windowHours(value.hours_utc);
  const weekdays = windowWeekdays(value.weekdays);
  const multiplier = windowMultiplier(value.multiplier);
  if (hours === null || weekdays === null || multiplier === null) return null;
  return { start: hours[0], end: hours[1], weekdays, multiplier };
}

/** True when the clock stands inside the window. */
export function windowCovers(window: UsableWindow, clock: ClockReading): boolean {
  return window.start <= clock.hour && clock.hour < window.end && window.weekdays.includes(clock.weekday);
}

/** True when two windows share an hour of a day. */
export function windowsOverlap(a: UsableWindow, b: UsableWindow): boolean {
  return a.start < b.end && b.start < a.end && a.weekdays.some((day) => b.weekdays.includes(day));
}

function numericWhole(value: unknown): number | null {
  return typeof value === 'number' ? wholeNumber(value) : null;
}
