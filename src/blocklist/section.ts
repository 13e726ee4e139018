import { isMapping, type JsonObject, own } from '../lib/json.ts';

/**
 * The `blocklist` mapping of a policy, or an empty one. `blocklist: off` once made the router raise, so that every
 * manual ban went unenforced: whatever stands there, routing goes on with what can be read.
 */
export function blocklistSection(document: unknown): JsonObject {
  const section = isMapping(document) ? own(document, 'blocklist') : undefined;
  return isMapping(section) ? section : {};
}
