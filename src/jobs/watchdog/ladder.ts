import { LONGEST_SECONDS, type WatchdogSettings } from './settings.ts';

/** The timers of one attempt in seconds, nested: ttfb <= idle <= hard. Grace stands apart. */
export interface Ladder {
  readonly ttfb: number;
  readonly idle: number;
  readonly hard: number;
  readonly grace: number;
}

/** The total time of a job: what its caller asked for, else the setting; never more than a day. */
export function totalSeconds(asked: number | null, settings: Pick<WatchdogSettings, 'hard'>): number {
  return Math.min(asked ?? settings.hard, LONGEST_SECONDS);
}

/** Nests the timers under a limit by clamping: a short limit shortens the others, nothing is ever refused. */
export function ladderFor(hard: number, settings: Pick<WatchdogSettings, 'ttfb' | 'idle' | 'grace'>): Ladder {
  const idle = Math.min(settings.idle, hard);
  return { ttfb: Math.min(settings.ttfb, idle), idle, hard, grace: settings.grace };
}
