import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCE = new URL('../src/', import.meta.url);
const BUILT = new URL('../dist/app/main.js', import.meta.url);

/**
 * The program that tests start in a process of its own: the build, where it is no older than any file of the source, for it starts in a
 * fifth of the time; else the source itself.
 */
export const MAIN = fileURLToPath(isBuilt() ? BUILT : new URL('main.ts', SOURCE));

function isBuilt(): boolean {
  const built = statSync(BUILT, { throwIfNoEntry: false });
  if (built === undefined) return false;
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).every(
    (name) => statSync(new URL(name, SOURCE)).mtimeMs <= built.mtimeMs,
  );
}
