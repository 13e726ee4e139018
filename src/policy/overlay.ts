import { cloneJson, isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';

/**
 * Applies the policy's top-level `price_windows` (model id -> windows): writes them into every tier and hop that runs
 * the model and declares no windows of its own, so that a hop's declaration wins over the overlay and the overlay over
 * the registry. A policy without an overlay comes back as the same object; otherwise the result is a deep copy.
 * Tolerant: an entry of another shape than lint asks for is left out.
 */
export function withPriceWindows(document: JsonObject): JsonObject {
  const overlay = isMapping(document) ? own(document, 'price_windows') : undefined;
  if (!isMapping(overlay) || Object.keys(overlay).length === 0) return document;
  const copy = cloneJson(document);
  const tiers = own(copy, 'tiers');
  if (!isMapping(tiers)) return copy;
  const declared = Object.keys(tiers).map((name) => [name, withTierWindows(tiers[name], overlay)]);
  return { ...copy, tiers: Object.fromEntries(declared) };
}

function withTierWindows(tier: Json | undefined, overlay: JsonObject): Json | undefined {
  if (!isMapping(tier)) return tier;
  const primary = withHopWindows(tier, overlay);
  const fallback = own(tier, 'fallback');
  if (!isList(fallback)) return primary;
  return { ...primary, fallback: fallback.map((hop) => (isMapping(hop) ? withHopWindows(hop, overlay) : hop)) };
}

function withHopWindows(hop: JsonObject, overlay: JsonObject): JsonObject {
  const model = own(hop, 'model');
  if (typeof model !== 'string' || Object.hasOwn(hop, 'price_windows')) return hop;
  return { ...hop, ...overlayEntry(own(overlay, model)) };
}

/** The keys an entry writes; none for `null`, which keeps the registry's windows. `[]` writes "flat". */
function overlayEntry(entry: Json | undefined): JsonObject {
  if (isList(entry)) return { price_windows: cloneJson(entry) };
  const windows = isMapping(entry) ? own(entry, 'price_windows') : undefined;
  if (!isMapping(entry) || !isList(windows)) return {};
  const verified = own(entry, 'price_windows_verified');
  return { price_windows: cloneJson(windows), ...(verified === undefined ? {} : { price_windows_verified: verified }) };
}
