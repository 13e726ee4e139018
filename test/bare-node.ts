const LOADER = import.meta.resolve('tsx');

/**
 * The command line that runs a file, TypeScript or not, in a Node of its own with exactly this environment, as `[file, arguments]` for `spawn`.
 * `argv` holds flags of Node, the file, and the file's arguments. The detour over env(1) keeps out the hooks that the test runner puts into the environment of each child: they cost seconds a start.
 * The pid is Node's own, since env(1) replaces itself.
 */
export function bareNode(env: NodeJS.ProcessEnv, ...argv: readonly string[]): [string, string[]] {
  const loader = argv.some((argument) => argument.endsWith('.ts')) ? [`--import=${LOADER}`] : [];
  return ['/usr/bin/env', ['-i', ...variables(env), process.execPath, ...loader, ...argv]];
}

/** `NAME=value` for each variable that is set. */
function variables(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
}
