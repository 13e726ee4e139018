/** The word for a value that is not known. Never 0: nobody can tell that from a count. */
export const UNKNOWN = 'unknown';

const STEPS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** A duration in its two largest units (`1 h 5 min`); `unknown` for what is no duration. */
export function duration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return UNKNOWN;
  const whole = Math.round(seconds);
  const first = STEPS.findIndex(([, size]) => whole >= size);
  if (first === -1) return '0 s';
  const parts: string[] = [];
  let rest = whole;
  for (const [unit, size] of STEPS.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.join(' ');
}

/** A moment from epoch seconds or ISO-8601 text; null for anything else. */
export function moment(value: unknown): Date | null {
  const at = typeof value === 'number' ? new Date(value * 1000) : typeof value === 'string' ? new Date(value) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at;
}

/** How long ago a moment was; `unknown` for none. A moment ahead of the reader's clock is `just now`. */
export function ago(at: Date | null, now: Date): string {
  if (at === null) return UNKNOWN;
  const seconds = (now.getTime() - at.getTime()) / 1000;
  return seconds < 5 ? 'just now' : `${duration(seconds)} ago`;
}

/** A moment as the reader's clock shows it, to the second. */
export function localTime(at: Date | null): string {
  return at === null ? UNKNOWN : at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A count with its separators; `unknown` for what is no number. */
export function count(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? value.toLocaleString('en') : UNKNOWN;
}

/** One or many of a thing: `1 job`, `2 jobs`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${value.toLocaleString('en')} ${value === 1 ? one : many}`;
}

/** US dollars per million tokens; `not published` where there is no price, `free` for 0. */
export function price(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'not published';
  return value === 0
    ? 'free'
    : `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;
}

/** A factor on a price: `×2`. */
export function factor(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value)
    ? `×${value.toLocaleString('en', { maximumFractionDigits: 3 })}`
    : UNKNOWN;
}
