import { EXTENSION_ID } from '../../hermes/paths.ts';
import { isList, isMapping, type Json, type JsonObject, jsonEqual, own } from '../../lib/json.ts';
import { CommandError } from '../failure.ts';

/** Hermes One refuses a manifest above this many bytes (spec: host 11). */
const MAX_BUNDLE_BYTES = 64 * 1024;

/** Ids under which earlier versions were installed: their entries and folders are swept. */
export const RETIRED_IDS: readonly string[] = ['hermes-one-capability-router'];

/**
 * The text of the bundle's `extensions.json` with our entry in it, in the place of the one that was there or at the end. Retired entries go;
 * everything else keeps its order and its content.
 * @param before the present text; `null` for no file.
 * @returns `null` where the file is right as it is.
 * @throws CommandError exit 1 for a file that Hermes One would not read either; it must stay untouched.
 */
export function withEntry(before: string | null, entry: JsonObject, path: string): string | null {
  const bundle = before === null ? { extensions: [] } : parseBundle(before, path);
  const entries = entriesOf(bundle, path);
  const present = entries.find(isOurs);
  const enabled = isMapping(present) ? own(present, 'enabled') : undefined;
  // What a user switched off stays off.
  const ours: JsonObject = enabled === undefined ? entry : { ...entry, enabled };
  const kept = entries.filter((other) => !isRetired(other) && (other === present || !isOurs(other)));
  const merged = present === undefined ? [...kept, ours] : kept.map((other) => (other === present ? ours : other));
  return changedText(before, bundle, entries, merged, path);
}

/** The same without our entry. */
export function withoutEntry(before: string, path: string): string | null {
  const bundle = parseBundle(before, path);
  const entries = entriesOf(bundle, path);
  const left = entries.filter((other) => !isRetired(other) && !isOurs(other));
  return changedText(before, bundle, entries, left, path);
}

/** Our entry as the bundle has it: asset paths start at the bundle's folder. @throws CommandError when the shipped manifest is not ours. */
export function bundleEntry(manifest: Json, port: number): JsonObject {
  const list = isMapping(manifest) ? own(manifest, 'extensions') : undefined;
  const [entry] = isList(list) ? list : [];
  if (!isMapping(entry) || own(entry, 'id') !== EXTENSION_ID)
    throw new CommandError(`the manifest of the extension does not describe ${EXTENSION_ID}`, 1);
  const prefixed = (key: string): Json => {
    const names = own(entry, key);
    return isList(names) ? names.map((name) => `${EXTENSION_ID}/${String(name)}`) : [];
  };
  const sidecar = own(entry, 'sidecar');
  return {
    ...entry,
    scripts: prefixed('scripts'),
    stylesheets: prefixed('stylesheets'),
    sidecar: { ...(isMapping(sidecar) ? sidecar : {}), origin: originOf(port) },
  };
}

/** The origin by which the host knows the daemon. Consent is bound to it, to the letter. */
export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function changedText(
  before: string | null,
  bundle: Json,
  entries: readonly Json[],
  after: readonly Json[],
  path: string,
): string | null {
  if (before !== null && jsonEqual(entries, after)) return null;
  const whole = isMapping(bundle) ? { ...bundle, extensions: after } : after;
  const text = `${JSON.stringify(whole, null, 2)}\n`;
  if (Buffer.byteLength(text) > MAX_BUNDLE_BYTES)
    throw new CommandError(`${path} would exceed the 65536 bytes that Hermes One reads; nothing was changed`, 1);
  return text;
}

function parseBundle(text: string, path: string): Json {
  if (Buffer.byteLength(text) > MAX_BUNDLE_BYTES)
    throw new CommandError(`${path} exceeds the 65536 bytes that Hermes One reads; it was left as it is`, 1);
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${path} is not valid JSON; it was left as it is. Repair it, or move it away.`, 1);
  }
}

/** The host reads a list, or a mapping with one under `extensions`. */
function entriesOf(bundle: Json, path: string): readonly Json[] {
  const entries = isMapping(bundle) ? own(bundle, 'extensions') : bundle;
  if (isList(entries)) return entries;
  throw new CommandError(`${path} has no list of extensions; it was left as it is. Repair it, or move it away.`, 1);
}

function isOurs(entry: Json): boolean {
  return isMapping(entry) && own(entry, 'id') === EXTENSION_ID;
}

function isRetired(entry: Json): boolean {
  const id = isMapping(entry) ? own(entry, 'id') : undefined;
  return typeof id === 'string' && RETIRED_IDS.includes(id);
}
