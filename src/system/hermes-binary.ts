import { resolve } from 'node:path';
import { setting } from '../hermes/paths.ts';
import { findProgram } from './find-program.ts';

/** What the installed `hermes chat` understands, as its own help text says. */
export interface HermesContract {
  /** `--format stream-json`: one JSON event a line, a final `result` event. */
  readonly streamJson: boolean;
  /** `--query-file PATH`: the prompt from a file, for prompts that do not fit an argument. */
  readonly queryFile: boolean;
  /** `-Q`/`--quiet`. Never used for jobs (silent until the end); the doctor shows it. */
  readonly quiet: boolean;
}

/** A located and probed `hermes`. */
export interface HermesBinary {
  /** Absolute, or the bare name `hermes` when PATH has none (starting it then fails as `binary_not_found`). */
  readonly path: string;
  readonly contract: HermesContract;
}

/**
 * Where `hermes` is: `HERMES_ROUTER_HERMES_BIN` as it stands (a wrong override must fail, not be replaced), else the first executable file of
 * that name in PATH, else the bare name.
 */
export function locateHermes(env: NodeJS.ProcessEnv): string {
  const override = setting(env, 'HERMES_ROUTER_HERMES_BIN');
  if (override !== undefined) return resolve(override);
  return findProgram('hermes', env) ?? 'hermes';
}
