import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { setting } from '../hermes/paths.ts';

/** The first executable file of this name in PATH, absolute; `null` where there is none. */
export function findProgram(name: string, env: NodeJS.ProcessEnv): string | null {
  for (const folder of (setting(env, 'PATH') ?? '').split(delimiter)) {
    const candidate = join(folder, name);
    // A relative PATH entry would make the answer depend on the folder we happen to stand in.
    if (isAbsolute(candidate) && isExecutableFile(candidate)) return candidate;
  }
  return null;
}

/** Whether a path is a file that this process may run. */
export function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
