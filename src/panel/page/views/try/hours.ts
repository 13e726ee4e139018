/** Hours ahead that may be chosen: a week, since prices repeat weekly. */
const HOURS = 7 * 24;
const HOUR_MS = 3_600_000;

/** The whole hours of one UTC day that may be chosen. */
export interface DayOfHours {
  /** `2026-08-17` */
  readonly day: string;
  /** Tops of hours, ascending; never empty. */
  readonly hours: readonly Date[];
}

/** The next 168 whole hours after the current one, by UTC day. */
export function upcomingDays(now: Date): readonly DayOfHours[] {
  const current = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const days = new Map<string, Date[]>();
  for (let ahead = 1; ahead <= HOURS; ahead++) {
    const hour = new Date(current + ahead * HOUR_MS);
    const day = dayOf(hour);
    const hours = days.get(day);
    if (hours === undefined) days.set(day, [hour]);
    else hours.push(hour);
  }
  return [...days].map(([day, hours]) => ({ day, hours }));
}

/** The UTC day of a moment: `2026-08-17`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** `Mon 17 Aug` of a moment's UTC day. */
export function dayText(at: Date): string {
  return at
    .toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    .replace(',', '');
}

/**
 * `14:00 UTC (16:00 here)`, with the weekday where it is another day here.
 * @param zone the reader's time zone; absent: that of the browser.
 */
export function hourText(at: Date, zone?: string): string {
  const timeZone = zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const dayIn = (where: string) => at.toLocaleDateString('en-GB', { weekday: 'short', timeZone: where });
  const here = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  const day = dayIn(timeZone) === dayIn('UTC') ? '' : `${dayIn(timeZone)} `;
  return `${at.toISOString().slice(11, 16)} UTC (${day}${here} here)`;
}
