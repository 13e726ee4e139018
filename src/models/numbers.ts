/** Decimal notation only: no hex, no `inf`, no `nan`, no digit groups. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * A finite number from a number or a numeric string (surrounding blanks allowed). `null` for everything else: booleans,
 * `null`, `""`, lists, and anything that is not finite. Used for prices.
 */
export function finiteNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (!DECIMAL.test(text)) return null;
  const parsed = Number(text);
  return Number.isFinite(parsed) ? parsed : null;
}

/** Like {@link finiteNumber}, truncated toward zero. Used for token counts. */
export function lossyInteger(value: unknown): number | null {
  const number = finiteNumber(value);
  // Adding 0 turns -0 into 0, which JSON and strict comparisons would otherwise tell apart.
  return number === null ? null : Math.trunc(number) + 0;
}

/** Like {@link finiteNumber}, but a fraction is refused instead of cut. Used for hours and weekdays. */
export function wholeNumber(value: unknown): number | null {
  const number = finiteNumber(value);
  return number !== null && Number.isInteger(number) ? number + 0 : null;
}
