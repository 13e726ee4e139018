import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTENSION_ID } from '../../hermes/paths.ts';
import { isList, isMapping, type Json, own } from '../../lib/json.ts';
import { PACKAGE_FOLDER } from '../../lib/package-folder.ts';
import { CommandError } from '../failure.ts';
import { bundleEntry, originOf, RETIRED_IDS, withEntry, withoutEntry } from './bundle.ts';
import { removeSteps, type Step, writeSteps } from './steps.ts';

/** Where what Hermes One gets is kept in the package. */
const ASSETS = join(PACKAGE_FOLDER, 'src', 'panel', 'extension');
/** Files that are copied as they are. */
const COPIED = ['router-nav.js', 'router-nav.css'];
/** Files that name the origin of the daemon. */
const WITH_ORIGIN = ['manifest.json', 'extension.json'];

/** What puts the extension into Hermes One's folder. @throws CommandError for a bundle that cannot be merged into. */
export function installExtension(root: string, port: number): Step[] {
  const folder = join(root, EXTENSION_ID);
  const manifest: Json = JSON.parse(shipped('manifest.json'));
  const bundle = join(root, 'extensions.json');
  const merged = withEntry(bundleText(bundle), bundleEntry(manifest, port), bundle);
  return [
    ...COPIED.flatMap((name) => writeSteps(join(folder, name), shipped(name))),
    ...WITH_ORIGIN.flatMap((name) => writeSteps(join(folder, name), withPort(shipped(name), port))),
    // The host sees the entry only once all that it names is there.
    ...(merged === null ? [] : writeSteps(bundle, merged, { followsLink: true })),
    ...RETIRED_IDS.flatMap((id) => removeSteps(join(root, id))),
  ];
}

/** What takes it out again. @throws CommandError for a bundle that cannot be read. */
export function uninstallExtension(root: string): Step[] {
  const bundle = join(root, 'extensions.json');
  const before = bundleText(bundle);
  const left = before === null ? null : withoutEntry(before, bundle);
  const removal = left !== null && isEmptyBundle(left) ? removeSteps(bundle) : [];
  return [
    ...(left === null || removal.length > 0 ? removal : writeSteps(bundle, left, { followsLink: true })),
    ...[EXTENSION_ID, ...RETIRED_IDS].flatMap((id) => removeSteps(join(root, id))),
    ...(removal.length === 0 ? [] : [{ kind: 'remove-empty', path: root } as const]),
  ];
}

function shipped(name: string): string {
  return readFileSync(join(ASSETS, name), 'utf8');
}

/** The bundle as it is; `null` where there is none. @throws CommandError for one that is there and cannot be read: it would be lost. */
function bundleText(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch {
    throw new CommandError(`${path} cannot be read as text; it was left as it is`, 1);
  }
}

/** The origin is the only place where a port stands in these files. */
function withPort(text: string, port: number): string {
  return text.replaceAll(originOf(8791), originOf(port));
}

/** A file that has nothing left but an empty list was made by us. */
function isEmptyBundle(text: string): boolean {
  const bundle: Json = JSON.parse(text);
  const entries = isMapping(bundle) ? own(bundle, 'extensions') : undefined;
  return isList(entries) && entries.length === 0 && isMapping(bundle) && Object.keys(bundle).length === 1;
}
