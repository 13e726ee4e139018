import { isList, type Json, type JsonObject } from '../../../../../lib/json.ts';
import { usableWindow, windowsOverlap } from '../../../../../models/price-window.ts';
import { WEEKDAYS } from '../../../parts/price-hours.ts';

/** A window as it is filled in. */
export interface WindowForm {
  readonly start: number;
  readonly end: number;
  /** As typed. */
  readonly multiplier: string;
  readonly weekdays: readonly number[];
}

/** Every day of the week. */
export const EVERY_DAY: readonly number[] = [...WEEKDAYS.keys()];

/** A new window before anything is filled in: the working day at twice the price. */
export const NEW_WINDOW: WindowForm = { start: 6, end: 10, multiplier: '2', weekdays: [0, 1, 2, 3, 4] };

/** The window for the file. Days are written only where they are not all. */
export function windowRow({ start, end, multiplier, weekdays }: WindowForm): JsonObject {
  const row = { hours_utc: [start, end], multiplier: Number(multiplier) };
  return weekdays.length === EVERY_DAY.length ? row : { ...row, weekdays: [...weekdays].sort((a, b) => a - b) };
}

/** The form for a window of the file; null for one that is not usable. */
export function formOf(window: unknown): WindowForm | null {
  const usable = usableWindow(window);
  return usable === null ? null : { ...usable, multiplier: String(usable.multiplier) };
}

/** Why a window cannot stand beside the others, by the rules of the linter; null when it can. */
export function windowProblem(form: WindowForm, others: readonly Json[]): string | null {
  const { start, end, multiplier, weekdays } = form;
  if (!(start < end)) return 'It must end after it starts. One across midnight is written as two.';
  const number = Number(multiplier);
  if (multiplier.trim() === '' || !Number.isFinite(number) || number <= 0)
    return 'The factor must be a number above 0, such as 2 or 0.5.';
  if (weekdays.length === 0) return 'Tick at least one day.';
  const window = usableWindow(windowRow(form));
  if (window === null) return 'The hours must be whole ones from 0 to 24.';
  const overlaps = others.map(usableWindow).some((other) => other !== null && windowsOverlap(other, window));
  return overlaps ? 'It overlaps another window of this model.' : null;
}

/** The windows in the order of the day, unusable ones last. */
export function sortedWindows(windows: readonly Json[]): readonly Json[] {
  const start = (window: Json) => usableWindow(window)?.start ?? 24;
  return [...windows].sort((a, b) => start(a) - start(b));
}

/** A list of windows, whatever was there. */
export function windowList(value: unknown): readonly Json[] {
  return isList(value) ? (value as readonly Json[]) : [];
}
