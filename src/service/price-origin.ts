import { isMapping, type JsonObject, own } from '../lib/json.ts';
import type { DeclaredFields } from './policy-rows.ts';

/** Where a model's price windows come from: its own row of the policy, the policy's overlay, or the registry. */
export type PriceOrigin = 'declared' | 'overlay' | 'registry';

/** Where a model's windows come from. A row's own windows win over the overlay, the overlay over the registry. */
export function priceOrigin(document: JsonObject, model: string, declared: DeclaredFields | undefined): PriceOrigin {
  if (declared?.price_windows !== undefined) return 'declared';
  return overlayFields(document, model) === null ? 'registry' : 'overlay';
}

/** A model's declared fields with the overlay's windows beneath them: what the planner sees of it. */
export function effectiveFields(
  document: JsonObject,
  model: string,
  declared: DeclaredFields | undefined,
): DeclaredFields {
  return { ...overlayFields(document, model), ...declared };
}

/** The overlay's entry for a model, in either spelling; `null` where it says nothing (a null keeps the registry's). */
function overlayFields(document: JsonObject, model: string): DeclaredFields | null {
  const overlay = own(document, 'price_windows');
  const entry = isMapping(overlay) ? own(overlay, model) : undefined;
  const windows = isMapping(entry) ? own(entry, 'price_windows') : entry;
  if (windows === undefined || windows === null) return null;
  const verified = isMapping(entry) ? own(entry, 'price_windows_verified') : undefined;
  return { price_windows: windows, ...(verified === undefined ? {} : { price_windows_verified: verified }) };
}
