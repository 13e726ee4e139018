/**
 * `npm run build`: type declarations through tsc, code through esbuild, and the panel's page.
 *
 * The daemon is bundled into a few files because it starts from a few hundred modules: loaded one by one they cost as much as all the rest of
 * the start. Packages stay outside, and lazy imports stay lazy (splitting). dist/app/ is as deep as src/ROOM/, so that a path that the code
 * takes from its own place means the same in both.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
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

// Into a folder of its own, then put in place: a service that restarts meanwhile, or a test that runs, finds the old build or the new one.
const fresh = `${root}dist.new-${process.pid}`;
const old = `${root}dist.old-${process.pid}`;
execFileSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', `${fresh}/types`],
  { cwd: root, stdio: 'inherit' },
);
await build({ ...common, entryPoints: ['src/main.ts'], outdir: `${fresh}/app`, splitting: true });
await build({ ...common, entryPoints: ['src/core.ts'], outfile: `${fresh}/core.js` });
await buildPage(`${fresh}/app/console.html`);
chmodSync(`${fresh}/app/main.js`, 0o755);
if (existsSync(`${root}dist`)) renameSync(`${root}dist`, old);
renameSync(fresh, `${root}dist`);
rmSync(old, { recursive: true, force: true });
