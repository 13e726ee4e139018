/** ISO-8601 date, or date and time with an optional offset. `Date.parse` alone accepts far more, and guesses. */
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Reads an ISO-8601 moment: blanks around it are trimmed, no offset means UTC, an offset is converted.
 * `null` for anything else, an impossible calendar date, or a moment outside the years 1 to 9999.
 */
export function parseTimestamp(text: string): Date | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const utc = new Date(`${wall}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const offset = offsetMinutes(zone);
  // A date such as 30 February rolls over silently; the round trip shows it.
  if (offset === null || Number.isNaN(utc.getTime()) || !utc.toISOString().startsWith(wall)) return null;
  const at = new Date(utc.getTime() - offset * MINUTE_MS);
  const years = at.getUTCFullYear();
  return years >= 1 && years <= 9999 ? at : null;
}

function offsetMinutes(zone: string): number | null {
  if (/^z$/i.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** The top of the UTC hour a moment lies in: the grain at which previews are reproducible. */
export function topOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** ISO-8601 in UTC with an explicit `+00:00` (the wire's spelling); milliseconds only where there are any. */
export function formatTimestamp(at: Date): string {
  return at.toISOString().replace('.000', '').replace('Z', '+00:00');
}
