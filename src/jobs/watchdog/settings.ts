import { EXTENSION_ID, setting } from '../../hermes/paths.ts';
import { isList, isMapping, type Json, type JsonObject, own } from '../../lib/json.ts';

/** Where the settings live in the agent's config.yaml; messages that name a key start with this. */
export const WATCHDOG_PATH = `plugins.entries.${EXTENSION_ID}.watchdog`;

/** Watchdog settings with every rung resolved. Times are seconds. */
export interface WatchdogSettings {
  /** Total time of a job, whole seconds. */
  readonly hard: number;
  /** Longest wait for the first output. */
  readonly ttfb: number;
  /** Longest silence after it. */
  readonly idle: number;
  /** Between TERM and KILL. */
  readonly grace: number;
  /** Jobs at the same time, whole, at least 1. */
  readonly maxConcurrent: number;
  /** How long a job may wait for a slot; 0 means as long as its own time limit. */
  readonly queueWait: number;
  /** Whether a job that fails in a way another rail may cure is tried there. */
  readonly failover: boolean;
  /** Names of environment variables that children get beside the allow-list. */
  readonly envPassthrough: readonly string[];
}

/** Longest time limit: a day. Timers of Node overflow at 24.8 days and fire at once. */
export const LONGEST_SECONDS = 86_400;

interface Knob {
  readonly key: string;
  readonly env: string;
  readonly fallback: number;
  /** Makes the value usable, or refuses it. */
  readonly accept: (value: number) => number | null;
}

const positive = (value: number): number | null => (value > 0 ? Math.min(value, LONGEST_SECONDS) : null);
const notNegative = (value: number): number | null => (value >= 0 ? Math.min(value, LONGEST_SECONDS) : null);
const atLeastOne = (value: number): number | null => positive(Math.trunc(value));

/**
 * Spec: runtime 2.2. 120/300/600 because models that think first are silent for 30 to 90 s and long reviews run 5 to 10 minutes. The
 * variable of `queue_wait_seconds` takes 0 too, as the documentation of the Python plugin always said.
 */
const KNOBS = {
  hard: { key: 'hard_seconds', env: 'HERMES_DELEGATE_PROFILE_TIMEOUT', fallback: 600, accept: atLeastOne },
  ttfb: { key: 'ttfb_seconds', env: 'HERMES_DELEGATE_PROFILE_TTFB', fallback: 120, accept: positive },
  idle: { key: 'idle_seconds', env: 'HERMES_DELEGATE_PROFILE_IDLE', fallback: 300, accept: positive },
  grace: { key: 'kill_grace_seconds', env: 'HERMES_DELEGATE_PROFILE_KILL_GRACE', fallback: 10, accept: positive },
  maxConcurrent: {
    key: 'max_concurrent',
    env: 'HERMES_DELEGATE_PROFILE_MAX_CONCURRENT',
    fallback: 4,
    accept: atLeastOne,
  },
  queueWait: {
    key: 'queue_wait_seconds',
    env: 'HERMES_DELEGATE_PROFILE_QUEUE_WAIT',
    fallback: 30,
    accept: notNegative,
  },
} as const satisfies Record<string, Knob>;

/** The default of the total time limit in seconds, for texts that name it. */
export const DEFAULT_HARD_SECONDS: number = KNOBS.hard.fallback;

/** What the settings come from. */
export interface SettingsSources {
  /** The agent's config.yaml; `null` when there is none to read. */
  readonly config: JsonObject | null;
  readonly env: NodeJS.ProcessEnv;
  /** Told about a variable that is no number. */
  readonly warn?: (message: string) => void;
}

/** Resolves every setting: config.yaml, then the environment, then the default. Pure; never throws. */
export function watchdogSettings({ config, env, warn = () => {} }: SettingsSources): WatchdogSettings {
  const section = watchdogSection(config);
  const resolve = (knob: Knob): number =>
    fromConfig(own(section, knob.key), knob) ?? fromEnv(env, knob, warn) ?? knob.fallback;
  const passthrough = own(section, 'env_passthrough');
  return {
    hard: resolve(KNOBS.hard),
    ttfb: resolve(KNOBS.ttfb),
    idle: resolve(KNOBS.idle),
    grace: resolve(KNOBS.grace),
    maxConcurrent: resolve(KNOBS.maxConcurrent),
    queueWait: resolve(KNOBS.queueWait),
    failover: own(section, 'failover') !== false,
    envPassthrough: isList(passthrough) ? passthrough.filter((name) => typeof name === 'string') : [],
  };
}

function watchdogSection(config: JsonObject | null): JsonObject {
  let at: unknown = config;
  for (const key of WATCHDOG_PATH.split('.')) at = isMapping(at) ? own(at, key) : undefined;
  return isMapping(at) ? at : {};
}

/** Only a genuine number counts: `"42"` and `true` do not, nor do infinity and NaN, which YAML can write. */
function fromConfig(value: Json | undefined, knob: Knob): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? knob.accept(value) : null;
}

function fromEnv(env: NodeJS.ProcessEnv, knob: Knob, warn: (message: string) => void): number | null {
  const text = setting(env, knob.env);
  if (text === undefined) return null;
  const value = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return knob.accept(value);
  warn(`${knob.env}=${JSON.stringify(text.slice(0, 64))} is not a number; using ${knob.fallback}`);
  return null;
}
