import { isList } from '../lib/json.ts';
import { capabilityOf, isKnownModel } from './capabilities.ts';
import { type ClockReading, readClock } from './clock.ts';
import { finiteNumber } from './numbers.ts';
import { type UsableWindow, usableWindow, windowCovers } from './price-window.ts';

/** Two multipliers closer than this are the same rate. */
export const MULTIPLIER_TOLERANCE = 1e-9;

const HOURS_IN_WEEK = 168;
const NO_WINDOWS: readonly UsableWindow[] = [];

/** The next moment at which a model's rate changes. */
export interface WindowChange {
  /** UTC hour of the change, 0..23. */
  readonly hour: number;
  /** Its weekday, 0 = Monday. */
  readonly weekday: number;
  /** Whole hours from the current hour; minutes are ignored, so 23:59 is one hour from midnight. */
  readonly hours_ahead: number;
  /** The multiplier that holds from then on. */
  readonly multiplier: number;
}

/**
 * The rate of a model at a clock, as a factor on its base rate: that of the first usable window that covers it, else 1.
 * Without a clock, or for a model nobody describes, it is 1. Dollars for metered and subscription rails, credits for plan.
 */
export function multiplierAt(model: unknown, clock: ClockReading | null, declared?: unknown): number {
  return clock === null ? 1 : rateAt(usableWindows(model, declared), clock);
}

/** {@link multiplierAt} for a date. An invalid date is no clock. */
export function priceMultiplier(model: unknown, at: Date | null | undefined, declared?: unknown): number {
  return multiplierAt(model, readClock(at), declared);
}

/**
 * USD per million input and output tokens at a clock; `null` for a model nobody describes or when either price is
 * missing: half a pair is no price. A price below zero is no price either.
 */
export function effectivePriceAt(
  model: unknown,
  clock: ClockReading | null,
  declared?: unknown,
): [input: number, output: number] | null {
  if (!isKnownModel(model, declared)) return null;
  const input = finiteNumber(capabilityOf(model, declared, 'price_in'));
  const output = finiteNumber(capabilityOf(model, declared, 'price_out'));
  if (input === null || output === null || input < 0 || output < 0) return null;
  const multiplier = multiplierAt(model, clock, declared);
  return [input * multiplier, output * multiplier];
}

/** {@link effectivePriceAt} for a date. */
export function effectivePrice(
  model: unknown,
  at: Date | null | undefined,
  declared?: unknown,
): [input: number, output: number] | null {
  return effectivePriceAt(model, readClock(at), declared);
}

/** True when a model costs more than its base rate at a clock. A discount window is never expensive. */
export function isExpensiveAt(model: unknown, clock: ClockReading | null, declared?: unknown): boolean {
  return multiplierAt(model, clock, declared) - 1 > MULTIPLIER_TOLERANCE;
}

/** {@link isExpensiveAt} for a date. */
export function inExpensiveWindow(model: unknown, at: Date | null | undefined, declared?: unknown): boolean {
  return isExpensiveAt(model, readClock(at), declared);
}

/** When the rate changes next, within a week; `null` without a clock or for a rate that never changes. */
export function nextWindowChange(model: unknown, at: Date | null | undefined, declared?: unknown): WindowChange | null {
  const clock = readClock(at);
  const windows = usableWindows(model, declared);
  if (clock === null || windows.length === 0) return null;
  const current = rateAt(windows, clock);
  const now = clock.weekday * 24 + clock.hour;
  for (let ahead = 1; ahead < HOURS_IN_WEEK; ahead++) {
    const moment = (now + ahead) % HOURS_IN_WEEK;
    const then = { hour: moment % 24, weekday: Math.floor(moment / 24) };
    const multiplier = rateAt(windows, then);
    if (Math.abs(multiplier - current) > MULTIPLIER_TOLERANCE) return { ...then, hours_ahead: ahead, multiplier };
  }
  return null;
}

function usableWindows(model: unknown, declared: unknown): readonly UsableWindow[] {
  if (!isKnownModel(model, declared)) return NO_WINDOWS;
  const windows: unknown = capabilityOf(model, declared, 'price_windows');
  if (!isList(windows) || windows.length === 0) return NO_WINDOWS;
  return windows.map(usableWindow).filter((window) => window !== null);
}

function rateAt(windows: readonly UsableWindow[], clock: ClockReading): number {
  return windows.find((window) => windowCovers(window, clock))?.multiplier ?? 1;
}
