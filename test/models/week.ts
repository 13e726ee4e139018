/** Days of the week that the price vectors speak of: Monday 2026-08-17 .. Sunday 2026-08-23, UTC. */
export const MON = 17;
export const TUE = 18;
export const WED = 19;
export const THU = 20;
export const FRI = 21;
export const SAT = 22;
export const SUN = 23;

/** A moment of that week. */
export function on(day: number, hour: number, minute = 0): Date {
  return new Date(Date.UTC(2026, 7, day, hour, minute));
}

/** All 168 hours of that week, Monday first. */
export const WEEK: readonly { readonly day: number; readonly hour: number; readonly at: Date }[] = Array.from(
  { length: 168 },
  (_, index) => {
    const day = Math.floor(index / 24);
    const hour = index % 24;
    return { day, hour, at: on(MON + day, hour) };
  },
);
