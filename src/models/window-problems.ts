import { isList, isMapping, type JsonObject } from '../lib/json.ts';
import {
  type UsableWindow,
  usableWindow,
  windowHours,
  windowMultiplier,
  windowsOverlap,
  windowWeekdays,
  ZONE_KEYS,
} from './price-window.ts';
import { writtenValue } from './written-value.ts';

/**
 * Findings on one model's declared price windows, empty when clean; `null` and absent are clean. Every finding starts
 * with `model '<id>': ` and quotes the value written. A reported window is exactly one that the runtime ignores, except
 * for an overlap, which is reported once and where the first window wins.
 */
export function priceWindowProblems(model: string, windows: unknown): string[] {
  if (windows === undefined || windows === null) return [];
  const label = `model '${model}': `;
  if (!isList(windows)) return [`${label}price_windows must be a list of windows, got ${writtenValue(windows)}`];
  const findings = windows.flatMap((window, index) => entryProblems(window, `price_windows[${index}]`));
  const overlap = firstOverlap(windows);
  if (overlap !== null) findings.push(`price_windows[${overlap[0]}] and price_windows[${overlap[1]}] overlap`);
  return findings.map((finding) => label + finding);
}

function entryProblems(window: unknown, where: string): string[] {
  if (!isMapping(window)) return [`${where} must be a mapping, got ${writtenValue(window)}`];
  return [...hoursProblems(window, where), ...otherProblems(window, where)];
}

function hoursProblems(window: JsonObject, where: string): string[] {
  if (windowHours(window.hours_utc) !== null) return [];
  const rule =
    'must be [start, end) in whole UTC hours with 0 <= start < end <= 24 (crossing midnight takes two windows)';
  return [`${where}: hours_utc ${rule}, got ${writtenValue(window.hours_utc)}`];
}

function otherProblems(window: JsonObject, where: string): string[] {
  const findings: string[] = [];
  if (windowWeekdays(window.weekdays) === null)
    findings.push(
      `${where}: weekdays must be a non-empty list of whole days 0 (Monday) to 6, got ${writtenValue(window.weekdays)}`,
    );
  if (windowMultiplier(window.multiplier) === null)
    findings.push(`${where}: multiplier must be a positive finite number, got ${writtenValue(window.multiplier)}`);
  for (const key of ZONE_KEYS)
    if (window[key] !== undefined)
      findings.push(`${where}: hours are UTC, '${key}' is not supported, got ${writtenValue(window[key])}`);
  return findings;
}

function firstOverlap(windows: readonly unknown[]): readonly [number, number] | null {
  const usable: { readonly index: number; readonly window: UsableWindow }[] = [];
  for (const [index, entry] of windows.entries()) {
    const window = usableWindow(entry);
    if (window === null) continue;
    const earlier = usable.find((other) => windowsOverlap(other.window, window));
    if (earlier !== undefined) return [earlier.index, index];
    usable.push({ index, window });
  }
  return null;
}
