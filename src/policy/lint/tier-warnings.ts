import { isList, isMapping, type JsonObject, own } from '../../lib/json.ts';
import { capabilityOf, isKnownModel } from '../../models/capabilities.ts';
import { usableWindow } from '../../models/price-window.ts';
import { railName, upstreamGroup } from '../../models/upstream.ts';
import { effectivePrice, MULTIPLIER_TOLERANCE } from '../../models/windows.ts';
import { tierHops } from '../tier-hops.ts';
import { isNumberFrom } from './values.ts';

/** Advice on one tier. Price windows of the overlay are already on its hops. */
export function tierWarnings(name: string, tier: unknown): string[] {
  const label = `tier '${name}'`;
  const hops = tierHops(tier);
  if (!isMapping(tier) || hops.length === 0) return [];
  return [
    ...sharedUpstreamWarnings(label, hops),
    ...unknownModelWarnings(label, hops),
    ...timeCapWarnings(label, own(tier, 'time_cap'), hops),
    ...avoidPeakWarnings(label, own(tier, 'time_policy'), hops),
    ...unpricedWarnings(label, own(tier, 'fallback_strategy'), hops),
  ];
}

function sharedUpstreamWarnings(label: string, hops: readonly JsonObject[]): string[] {
  const [first, second] = hops.map((hop) => upstreamGroup(own(hop, 'provider')));
  if (!first || first !== second) return [];
  return [`${label}: the first two hops share upstream '${first}', so there is no independent fallback`];
}

function unknownModelWarnings(label: string, hops: readonly JsonObject[]): string[] {
  const unknown = new Set<string>();
  for (const hop of hops) {
    const model = own(hop, 'model');
    if (typeof model === 'string' && model.trim() !== '' && !isKnownModel(model, hop)) unknown.add(model);
  }
  return [...unknown].map(
    (model) =>
      `${label}: model '${model}' is unknown to the capability registry and declares no capabilities, so it is never filtered`,
  );
}

function timeCapWarnings(label: string, cap: unknown, hops: readonly JsonObject[]): string[] {
  const most = isMapping(cap) ? own(cap, 'max_multiplier') : undefined;
  if (!isNumberFrom(0, most) || !hops.every((hop) => exceeds(hop, most))) return [];
  return [`${label}: every hop has a price window above time_cap ${most}, so the cap will bypass itself there`];
}

function exceeds(hop: JsonObject, cap: number): boolean {
  const model = own(hop, 'model');
  const windows = isKnownModel(model, hop) ? capabilityOf(model, hop, 'price_windows') : undefined;
  if (!isList(windows)) return false;
  return windows.some((window) => (usableWindow(window)?.multiplier ?? 0) - cap > MULTIPLIER_TOLERANCE);
}

function avoidPeakWarnings(label: string, policy: unknown, hops: readonly JsonObject[]): string[] {
  const avoided = isMapping(policy) ? own(policy, 'avoid_peak') : undefined;
  if (!isList(avoided)) return [];
  const present = new Set(hops.map((hop) => railName(own(hop, 'provider'))));
  return avoided.flatMap((provider) => {
    const name = railName(provider);
    if (name === '' || present.has(name)) return [];
    return [`${label}: time_policy.avoid_peak names provider '${name}', which no hop of the tier uses`];
  });
}

function unpricedWarnings(label: string, strategy: unknown, hops: readonly JsonObject[]): string[] {
  if (strategy !== 'cheapest_now' || hops.some((hop) => effectivePrice(own(hop, 'model'), null, hop) !== null))
    return [];
  return [`${label}: cheapest_now finds no hop with a price in dollars, so it degrades to the order of billing modes`];
}
