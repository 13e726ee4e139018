/** A moment as price windows see it: whole UTC hour and weekday (0 = Monday .. 6 = Sunday). */
export interface ClockReading {
  readonly hour: number;
  readonly weekday: number;
}

/** Reads the UTC hour and weekday of a date; `null` for no date or an invalid one, which every stage treats as "no clock". */
export function readClock(at: Date | null | undefined): ClockReading | null {
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) return null;
  return { hour: at.getUTCHours(), weekday: (at.getUTCDay() + 6) % 7 };
}
