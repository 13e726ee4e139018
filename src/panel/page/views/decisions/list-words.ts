import { count, plural } from '../../parts/format.ts';

/** What the list covers. */
export interface Extent {
  /** Decisions that are loaded. */
  readonly loaded: number;
  /** Loaded ones that the typed text lets through. */
  readonly shown: number;
  /** Decisions in the log that the filters of the router let through. */
  readonly matched: number;
  /** All decisions in the log. */
  readonly all: number;
  /** Whether a text is typed. */
  readonly typed: boolean;
  /** Whether the router was asked for less than everything. */
  readonly filtered: boolean;
}

/** Which decisions the list shows, of how many. */
export function extentWords({ loaded, shown, matched, all, typed, filtered }: Extent): string {
  const of = filtered
    ? `${count(matched)} that match the choice above (${count(all)} in the log)`
    : `${plural(all, 'decision')} in the log`;
  if (typed) return `${count(shown)} found, filtering the ${count(loaded)} loaded of ${of}.`;
  return loaded >= matched ? `All ${of}.` : `The newest ${count(loaded)} of ${of}.`;
}
