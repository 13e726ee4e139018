/** The window, in tokens, at which the curve stands at its base of 0.85. */
const REFERENCE_WINDOW = 128_000;
/** Below this window a threshold never falls under {@link SMALL_WINDOW_FLOOR}. */
const SMALL_WINDOW = 512_000;
const SMALL_WINDOW_FLOOR = 0.75;
const LOWEST = 0.55;
const HIGHEST = 0.9;

/**
 * Fraction of a context window at which compaction starts: `0.85 - 0.0776 * log2(window / 128000)`, plus
 * `0.10 - 0.002 * aggressiveness`, kept within 0.55..0.90 (0.75..0.90 under 512,000 tokens), to three decimals. The
 * constants are the reference implementation's.
 *
 * @param window context window in tokens; anything below 1 counts as 1
 * @param aggressiveness 0 (fill the window) .. 100 (compact early)
 */
export function effectiveThreshold(window: number, aggressiveness: number): number {
  const tokens = Math.max(window, 1);
  const base = 0.85 - 0.0776 * Math.log2(tokens / REFERENCE_WINDOW);
  const fraction = clamp(base + (0.1 - 0.002 * aggressiveness), LOWEST, HIGHEST);
  return round3(tokens < SMALL_WINDOW ? Math.max(fraction, SMALL_WINDOW_FLOOR) : fraction);
}

/** {@link effectiveThreshold} for each model of `[id, window]` pairs. */
export function modelThresholds(
  windows: Iterable<readonly [model: string, window: number]>,
  aggressiveness: number,
): Record<string, number> {
  return Object.fromEntries(
    Array.from(windows, ([model, window]) => [model, effectiveThreshold(window, aggressiveness)] as const),
  );
}

/**
 * Most tokens of history that a summarizer with this window can take in: it keeps 8,000 for overhead and 12,000 for its
 * answer, skips the 8,000-token head, and 60% of the history is what it compresses to. Negative below 12,000 tokens,
 * where no summarizer fits.
 */
export function summarizerCap(window: number): number {
  const TARGET_RATIO = 0.6;
  const OVERHEAD = 8_000;
  const OUTPUT_CAP = 12_000;
  const HEAD = 8_000;
  return Math.trunc((window - OVERHEAD - OUTPUT_CAP + HEAD) / (1 - TARGET_RATIO));
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

function round3(value: number): number {
  return Number(value.toFixed(3));
}
