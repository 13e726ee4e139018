import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type HermesPaths, setting } from '../hermes/paths.ts';

/** Where the policy is, and how that was decided. The decision is made once, at start. */
export interface PolicyLocation {
  /** Absolute. The file may not exist. */
  readonly path: string;
  /** `explicit`: named by `--config` or the environment. `unseeded`: nothing exists yet, and an example may be put here. */
  readonly source: 'explicit' | 'root' | 'plugin' | 'unseeded';
}

/** Names the policy file, whether or not it exists. */
export const CONFIG_FILE_VARIABLE = 'HERMES_ROUTER_CONFIG_FILE';

/**
 * Finds the policy: `--config`, then `HERMES_ROUTER_CONFIG_FILE` (both hold even when nothing is there), then `<root>/router.yaml`, then the
 * Python plugin's `<root>/plugins/hermes-smart-router/router.yaml`, then the first of these two places as the one to seed. Only looks;
 * anything with the name counts, a broken link too, so that it is reported and not silently passed over.
 */
export function resolvePolicyPath(
  env: NodeJS.ProcessEnv,
  paths: Pick<HermesPaths, 'policyFile' | 'pluginDir'>,
  config: string | null = null,
): PolicyLocation {
  const explicit = config || setting(env, CONFIG_FILE_VARIABLE);
  if (explicit) return { path: resolve(explicit), source: 'explicit' };
  const pluginFile = join(paths.pluginDir, 'router.yaml');
  if (isThere(paths.policyFile)) return { path: paths.policyFile, source: 'root' };
  if (isThere(pluginFile)) return { path: pluginFile, source: 'plugin' };
  return { path: paths.policyFile, source: 'unseeded' };
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
