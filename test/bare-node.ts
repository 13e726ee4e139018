const LOADER = import.meta.resolve('tsx');

/**
 * The command line that runs a TypeScript file in a Node of its own with exactly this environment, as `[file, arguments]` for `spawn`.
 * `argv` holds flags of Node, the file, and the file's arguments. The detour over env(1) keeps out the hooks that the test runner puts into the environment of each child: they cost seconds a start.
 * The pid is Node's own, since env(1) replaces itself.
 */
export function bareNode(env: NodeJS.ProcessEnv, ...argv: readonly string[]): [string, string[]] {
  return ['/usr/bin/env', ['-i', ...variables(env), process.execPath, `--import=${LOADER}`, ...argv]];
}

/** `NAME=value` for each variable that is set. */
function variables(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
}
