import { isList } from '../../../lib/json.ts';
import type { ClockReading } from '../../../models/clock.ts';
import { type UsableWindow, usableWindow, windowCovers } from '../../../models/price-window.ts';
import { factor } from './format.ts';

/** Weekdays by their number: 0 is Monday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** How an hour compares with the base price. */
export type PriceKind = 'cheap' | 'base' | 'expensive';

/** A stretch of hours of one day, `[start, end)` in UTC, with one factor on the base price. */
export interface PriceRun {
  readonly start: number;
  readonly end: number;
  readonly multiplier: number;
}

/** The windows that count, in order; those that the lint would report are ignored, as the router ignores them. */
export function usableWindows(windows: unknown): readonly UsableWindow[] {
  return isList(windows) ? windows.map(usableWindow).filter((window) => window !== null) : [];
}

/** How many entries are ignored. */
export function unusableCount(windows: unknown): number {
  return isList(windows) ? windows.length - usableWindows(windows).length : 0;
}

/** The factor on the base price at an hour: that of the first window over it, else 1. */
export function multiplierAt(windows: readonly UsableWindow[], clock: ClockReading): number {
  return windows.find((window) => windowCovers(window, clock))?.multiplier ?? 1;
}

/** The 24 factors of a weekday, from 0 to 23 UTC. */
export function dayMultipliers(windows: readonly UsableWindow[], weekday: number): readonly number[] {
  return Array.from({ length: 24 }, (_, hour) => multiplierAt(windows, { hour, weekday }));
}

/** Below, at or above the base price. */
export function priceKind(multiplier: number): PriceKind {
  return multiplier < 1 ? 'cheap' : multiplier > 1 ? 'expensive' : 'base';
}

/** The stretches of a day, in order, from 0 to 24. */
export function dayRuns(windows: readonly UsableWindow[], weekday: number): readonly PriceRun[] {
  const runs: PriceRun[] = [];
  for (const [hour, multiplier] of dayMultipliers(windows, weekday).entries()) {
    const last = runs.at(-1);
    if (last?.multiplier === multiplier) runs[runs.length - 1] = { ...last, end: hour + 1 };
    else runs.push({ start: hour, end: hour + 1, multiplier });
  }
  return runs;
}

/** True when some day has other prices than another. */
export function differsByDay(windows: readonly UsableWindow[]): boolean {
  const monday = JSON.stringify(dayRuns(windows, 0));
  return WEEKDAYS.some((_, weekday) => JSON.stringify(dayRuns(windows, weekday)) !== monday);
}

/** Weekdays in words: `Monday to Friday`, `Monday, Wednesday and Sunday`, `every day but Sunday`, `every day`. */
export function weekdayWords(days: readonly number[]): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  if (sorted.length === WEEKDAYS.length) return 'every day';
  const missing = [...WEEKDAYS.keys()].filter((day) => !sorted.includes(day));
  if (missing.length === 1) return `every day but ${WEEKDAYS[missing[0] ?? 0]}`;
  const first = sorted[0] ?? 0;
  const last = sorted.at(-1) ?? first;
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${WEEKDAYS[first]} to ${WEEKDAYS[last]}`;
  return listWords(sorted.map((day) => WEEKDAYS[day] ?? String(day)));
}

/** What the windows come to over a week: `×2 from 6 to 10 UTC, Monday to Friday; ×1 otherwise`. */
export function priceSentence(windows: unknown): string {
  const usable = usableWindows(windows);
  const groups = groupRuns(usable);
  if (groups.length === 0) return '×1 at every hour';
  const whole = groups.find(({ ranges, days }) => days.length === WEEKDAYS.length && ranges[0] === 'all day');
  if (whole !== undefined) return `${factor(whole.multiplier)} at every hour`;
  const parts = groups.map(({ multiplier, ranges, days }) => {
    const hours = ranges[0] === 'all day' ? 'all day' : `${listWords(ranges)} UTC`;
    return `${factor(multiplier)} ${hours}, ${weekdayWords(days)}`;
  });
  return `${parts.join('; ')}; ×1 otherwise`;
}

interface RunGroup {
  readonly multiplier: number;
  readonly days: readonly number[];
  readonly ranges: readonly string[];
}

/** Stretches off the base price: first those of the same hours on several days as one, then those of the same days and factor. */
function groupRuns(windows: readonly UsableWindow[]): readonly RunGroup[] {
  const byRun = new Map<string, { run: PriceRun; days: number[] }>();
  for (const weekday of WEEKDAYS.keys())
    for (const run of dayRuns(windows, weekday)) {
      if (run.multiplier === 1) continue;
      const key = JSON.stringify(run);
      const known = byRun.get(key);
      if (known === undefined) byRun.set(key, { run, days: [weekday] });
      else known.days.push(weekday);
    }
  const groups = new Map<string, { multiplier: number; days: number[]; ranges: string[] }>();
  for (const { run, days } of byRun.values()) {
    const range = run.end - run.start === 24 ? 'all day' : `from ${run.start} to ${run.end}`;
    const key = JSON.stringify([run.multiplier, days]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { multiplier: run.multiplier, days, ranges: [range] });
    else known.ranges.push(range);
  }
  return [...groups.values()];
}

function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
