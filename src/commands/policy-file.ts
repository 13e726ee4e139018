import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Blocklist, openBlocklist } from '../blocklist/blocklist.ts';
import { type HermesPaths, resolveHermesPaths } from '../hermes/paths.ts';
import { resolvePolicyPath } from '../policy/path.ts';
import { openPolicyStore, type PolicySnapshot } from '../policy/store.ts';
import { CommandError } from './failure.ts';

/** What a reading command works on: files only, no daemon. */
export interface OpenedPolicy {
  readonly paths: HermesPaths;
  readonly snapshot: PolicySnapshot;
  readonly blocklist: Blocklist;
}

/**
 * Opens the policy for a command that decides with it; never writes an example.
 * @param config path given with `--config`, else undefined for the usual places.
 * @throws CommandError (exit 1) with the absolute path where there is no file, or with its load error.
 */
export function openPolicyFile(config: string | undefined, env: NodeJS.ProcessEnv): OpenedPolicy {
  const opened = inspectPolicyFile(config, env);
  const { path, loadError } = opened.snapshot;
  if (loadError !== null) throw new CommandError(`${path}: ${loadError}`, 1);
  return opened;
}

/**
 * Opens the policy for a command that reports on the file itself: one that cannot be loaded comes back with its load error.
 * @throws CommandError (exit 1) with the absolute path where there is no file.
 */
export function inspectPolicyFile(config: string | undefined, env: NodeJS.ProcessEnv): OpenedPolicy {
  const paths = resolveHermesPaths(env);
  const { path } = resolvePolicyPath(env, paths, config === undefined || config === '' ? null : config);
  if (!existsSync(path)) {
    throw new CommandError(
      `no policy file at ${path}. \`hermes-router serve\` writes an example there at its first start; --config PATH reads another file.`,
      1,
    );
  }
  const snapshot = openPolicyStore({ path }).read();
  return { paths, snapshot, blocklist: openBlocklist({ stateFile: join(paths.stateDir, 'breaker-state.json') }) };
}
