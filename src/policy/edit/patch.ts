import { isMapping, type JsonObject, own } from '../../lib/json.ts';

/**
 * Top-level keys that a patch may change (product D8). Everything else in a patch is reported and never written; what the file has of it
 * survives.
 */
export const EDITABLE_KEYS = [
  'enabled',
  'rules',
  'default',
  'tiers',
  'price_windows',
  'classifier',
  'fail_safe',
  'blocklist',
  'compaction',
  'signals',
] as const;

/** A change set: what to merge over the policy, and what of the request is not for us. */
export interface Patch {
  /** Only editable keys, in the order they were sent. */
  readonly changes: JsonObject;
  /** The other top-level keys, in the order they were sent. */
  readonly ignored: readonly string[];
}

const editable: ReadonlySet<string> = new Set(EDITABLE_KEYS);

/** The message for a change set of another shape (spec: service 7.1, exact). */
export const NOT_A_MAPPING = 'changes must be a mapping';

/** Sorts a change set into what may be edited and what is ignored; `null` when it is no mapping. */
export function readPatch(changes: unknown): Patch | null {
  if (!isMapping(changes)) return null;
  const keys = Object.keys(changes);
  return {
    changes: Object.fromEntries(keys.filter((key) => editable.has(key)).map((key) => [key, own(changes, key)])),
    ignored: keys.filter((key) => !editable.has(key)),
  };
}
