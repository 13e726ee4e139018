/**
 * `npm run build`: type declarations through tsc, code through esbuild, and the panel's page.
 *
 * The daemon is bundled into a few files because it starts from a few hundred modules: loaded one by one they cost as much as all the rest of
 * the start. Packages stay outside, and lazy imports stay lazy (splitting). dist/app/ is as deep as src/ROOM/, so that a path that the code
 * takes from its own place means the same in both.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPage } from './build-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
};

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
await build({ ...common, entryPoints: ['src/main.ts'], outdir: 'dist/app', splitting: true });
await build({ ...common, entryPoints: ['src/core.ts'], outfile: 'dist/core.js' });
await buildPage(new URL('../dist/app/console.html', import.meta.url));
chmodSync(new URL('../dist/app/main.js', import.meta.url), 0o755);
