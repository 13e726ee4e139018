import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setting } from './paths.ts';

/** The unit of the daemon. */
export const SIDECAR_UNIT = 'hermes-router-sidecar.service';
/** Restarts the daemon when the code on disk is newer. */
export const STALE_CHECK_TIMER = 'hermes-router-sidecar-stale-check.timer';
/** Looks at the providers' prices once a day. */
export const PRICE_WATCH_TIMER = 'hermes-router-price-watch.timer';

/** All unit files that belong to the router; timers after the services they start. */
export const UNIT_NAMES = [
  SIDECAR_UNIT,
  'hermes-router-sidecar-stale-check.service',
  STALE_CHECK_TIMER,
  'hermes-router-price-watch.service',
  PRICE_WATCH_TIMER,
] as const;

/** Name of a unit file of the router. */
export type UnitName = (typeof UNIT_NAMES)[number];

/** Where the unit files of this user are. Absolute. */
export function userUnitFolder(env: NodeJS.ProcessEnv): string {
  const config = setting(env, 'XDG_CONFIG_HOME') ?? join(setting(env, 'HOME') ?? homedir(), '.config');
  return resolve(config, 'systemd', 'user');
}
