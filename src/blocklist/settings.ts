import { isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { blocklistSection } from './section.ts';

/** `blocklist.auto_breaker` with its defaults filled in. Times are seconds. */
export interface BreakerSettings {
  /** Off unless the policy says exactly `true`. */
  readonly enabled: boolean;
  /** Sum of failure weights inside the window that opens the breaker. Default 5. */
  readonly threshold: number;
  /** How long a failure counts. Default 600. */
  readonly windowSeconds: number;
  /** The first cooldown. Default 60. */
  readonly baseCooldownSeconds: number;
  /** No cooldown after the first grows past this. Default 900. */
  readonly maxCooldownSeconds: number;
  /** Growth of the cooldown after a failed probe. Default 2. */
  readonly backoffMultiplier: number;
}

/** The settings as `/blocklist` publishes them under `auto_breaker`. */
export interface BreakerSettingsView {
  readonly threshold: number;
  readonly window_seconds: number;
  readonly base_cooldown_seconds: number;
  readonly max_cooldown_seconds: number;
  readonly backoff_multiplier: number;
  readonly failure_weights: Readonly<Record<string, number>>;
  readonly default_weight: number;
}

/** Defaults of the Python plugin, which reads the same policy; the shipped policy writes the same numbers. */
export const BREAKER_DEFAULTS: BreakerSettings = {
  enabled: false,
  threshold: 5,
  windowSeconds: 600,
  baseCooldownSeconds: 60,
  maxCooldownSeconds: 900,
  backoffMultiplier: 2,
};

/** A time over a leap year can only be a slip (milliseconds, say): it is not taken, in the policy or in the state file. */
export const LONGEST_SECONDS = 366 * 86_400;

/** Weight of a failure whose kind has no row in the table, such as `agent_error`. */
export const DEFAULT_WEIGHT = 1;

const FAILURE_WEIGHTS: ReadonlyMap<string, number> = new Map([
  ['quota_exhausted', 10],
  ['ttfb_stall', 3],
  ['idle_stall', 2],
  ['hard_timeout', 1],
  ['crash', 1],
  ['crash_or_oom', 1],
  ['nonzero_exit', 1],
]);

/** What one failure of this kind adds to the sum that the threshold is compared with. */
export function failureWeight(kind: string): number {
  return FAILURE_WEIGHTS.get(kind) ?? DEFAULT_WEIGHT;
}

/** Reads the settings of a policy. Each key falls back on its own: a knob of a wrong type or sign means its default. */
export function breakerSettings(document: unknown): BreakerSettings {
  const section = own(blocklistSection(document), 'auto_breaker');
  const knobs: JsonObject = isMapping(section) ? section : {};
  const seconds = (key: string, fallback: number): number =>
    numberWithin(own(knobs, key), 0, LONGEST_SECONDS) ?? fallback;
  return {
    enabled: own(knobs, 'enabled') === true,
    threshold: numberWithin(own(knobs, 'threshold'), 0, Number.MAX_SAFE_INTEGER) ?? BREAKER_DEFAULTS.threshold,
    windowSeconds: seconds('window_seconds', BREAKER_DEFAULTS.windowSeconds),
    baseCooldownSeconds: seconds('base_cooldown_seconds', BREAKER_DEFAULTS.baseCooldownSeconds),
    maxCooldownSeconds: seconds('max_cooldown_seconds', BREAKER_DEFAULTS.maxCooldownSeconds),
    backoffMultiplier: numberWithin(own(knobs, 'backoff_multiplier'), 0, 1e6) ?? BREAKER_DEFAULTS.backoffMultiplier,
  };
}

/** The settings in wire form. The weights are a fresh copy: a reader that edits its answer changes no scoring. */
export function breakerSettingsView(settings: BreakerSettings): BreakerSettingsView {
  return {
    threshold: settings.threshold,
    window_seconds: settings.windowSeconds,
    base_cooldown_seconds: settings.baseCooldownSeconds,
    max_cooldown_seconds: settings.maxCooldownSeconds,
    backoff_multiplier: settings.backoffMultiplier,
    failure_weights: Object.fromEntries(FAILURE_WEIGHTS),
    default_weight: DEFAULT_WEIGHT,
  };
}

function numberWithin(value: Json | undefined, low: number, high: number): number | null {
  return typeof value === 'number' && value >= low && value <= high ? value : null;
}
