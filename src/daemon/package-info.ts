import { readFileSync } from 'node:fs';
import { isMapping } from '../lib/json.ts';

/** What the running code says about itself. */
export interface PackageInfo {
  readonly version: string;
  /** The lowest supported Node version, such as `20.19.0`. */
  readonly lowestNode: string;
}

/** Reads the package.json beside src/ or dist/. */
export function readPackageInfo(): PackageInfo {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const fields = isMapping(manifest) ? manifest : {};
  const engines = isMapping(fields.engines) ? fields.engines : {};
  return { version: String(fields.version ?? '0.0.0'), lowestNode: String(engines.node ?? '').replace(/^[^\d]*/, '') };
}

/** Why this Node cannot run the code, for a person; `null` when it can. */
export function nodeVersionProblem(running: string, lowest: string): string | null {
  const have = numbersOf(running);
  const want = numbersOf(lowest);
  const differing = want.findIndex((number, i) => number !== (have[i] ?? 0));
  if (differing === -1 || (have[differing] ?? 0) > (want[differing] ?? 0)) return null;
  return `Node ${lowest} or newer is needed, this is ${running.replace(/^v/, '')}.`;
}

function numbersOf(version: string): number[] {
  return version
    .replace(/^v/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10));
}
