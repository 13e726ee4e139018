import { DEFAULT_PORT } from '../client/port.ts';
import { CommandError } from '../commands/failure.ts';
import { setting } from '../hermes/paths.ts';
import { AUTHORISED_PER_MINUTE } from '../http/limits.ts';
import { EXIT } from './exit-codes.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** How much the daemon logs to stderr. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Flags of `serve` as they were typed. */
export interface ServeFlags {
  readonly host?: string;
  readonly port?: string;
  readonly config?: string;
  readonly rateLimit?: string;
  readonly logLevel?: string;
}

/** Checked settings. The address is no setting: it is 127.0.0.1. */
export interface DaemonSettings {
  /** 0 lets the system choose one. */
  readonly port: number;
  /** Explicit path of the policy, or `null` for the usual places. */
  readonly config: string | null;
  /** Calls per minute with the right token; 0 means no limit. */
  readonly rateLimit: number;
  readonly logLevel: LogLevel;
}

/**
 * Reads the flags of `serve`, then HERMES_ROUTER_RATE_LIMIT.
 * @throws CommandError (exit 2) naming the flag or variable that is wrong.
 */
export function readSettings(flags: ServeFlags, env: NodeJS.ProcessEnv): DaemonSettings {
  checkHost(flags.host ?? '127.0.0.1');
  const fromEnv = setting(env, 'HERMES_ROUTER_RATE_LIMIT');
  return {
    port: wholeNumber('--port', flags.port ?? String(DEFAULT_PORT), 65_535),
    config: flags.config === undefined || flags.config === '' ? null : flags.config,
    rateLimit:
      flags.rateLimit === undefined
        ? wholeNumber('HERMES_ROUTER_RATE_LIMIT', fromEnv ?? String(AUTHORISED_PER_MINUTE), 1e9)
        : wholeNumber('--rate-limit', flags.rateLimit, 1e9),
    logLevel: logLevel(flags.logLevel ?? 'info'),
  };
}

/**
 * Whoever reaches the port may guess at the token, so it is never opened to a network. `localhost` is accepted as a name
 * for 127.0.0.1: resolved, it may be ::1 first, and a client that uses the number would miss it.
 */
function checkHost(host: string): void {
  if (host === '127.0.0.1' || host.toLowerCase() === 'localhost') return;
  throw usage(`--host ${JSON.stringify(host)}: only the loopback address 127.0.0.1 (or localhost) is served.`);
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= max) return value;
  throw usage(`${name} ${JSON.stringify(text)}: give a whole number from 0 to ${max}.`);
}

function logLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level !== undefined) return level;
  throw usage(`--log-level ${JSON.stringify(text)}: give one of ${LOG_LEVELS.join(', ')}.`);
}

function usage(message: string): CommandError {
  return new CommandError(message, EXIT.usage);
}
