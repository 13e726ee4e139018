import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { type HermesPaths, resolveHermesPaths, setting } from '../hermes/paths.ts';

/** Flags of `mcp`: what Hermes would have told us, did it not keep its environment from its MCP servers. */
export interface McpFlags {
  /** A Hermes home, or one profile's folder below it; `~/` is understood, since no shell reads Hermes' config.yaml. */
  readonly hermesHome?: string;
  readonly activeProfile?: string;
  readonly port?: string;
}

/** Where this server stands. */
export interface Surroundings {
  readonly paths: HermesPaths;
  /** The profile that the agent on the other end runs under; empty when nobody said. */
  readonly activeProfile: string;
}

/** Reads the flags, then the environment. A profile's own folder stands for its root, and names the profile. */
export function readSurroundings(flags: McpFlags, env: NodeJS.ProcessEnv): Surroundings {
  const given = flags.hermesHome === undefined ? setting(env, 'HERMES_HOME') : expandHome(flags.hermesHome, env);
  const seen = resolveHermesPaths(given === undefined ? env : { ...env, HERMES_HOME: given });
  // The daemon's token lies below the root.
  const paths = given === undefined ? seen : resolveHermesPaths({ ...env, HERMES_HOME: seen.root });
  const named = seen.home === seen.root ? '' : basename(seen.home);
  return { paths, activeProfile: flags.activeProfile ?? setting(env, 'HERMES_PROFILE') ?? named };
}

function expandHome(path: string, env: NodeJS.ProcessEnv): string {
  if (path !== '~' && !path.startsWith('~/')) return path;
  return join(setting(env, 'HOME') ?? homedir(), path.slice(1));
}

/** The folder this server was started in; `null` when it is gone. */
export function currentFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}
