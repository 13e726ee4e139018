import { isMapping, type Json, type JsonObject, jsonEqual, own } from '../../../../../lib/json.ts';
import { asMapping, asText } from '../../../wire/read.ts';
import type { Edit } from '../edit.ts';
import { policyHops } from '../queue/model-choice.ts';
import { windowList } from './window-form.ts';

/** Where the windows of a model come from: a hop's own, the policy's table, what is built in, or not known before the next save. */
export type WindowsOrigin = 'declared' | 'overlay' | 'registry' | 'unread';

/** The price windows of a model, as the edited policy has them. */
export interface ModelWindows {
  readonly model: string;
  readonly provider: string | null;
  readonly origin: WindowsOrigin;
  readonly windows: readonly Json[];
  /** When a person last checked them; null where nobody said. */
  readonly verified: string | null;
}

/**
 * The windows of every model that the policy names or has windows for, sorted by name.
 * @param known `/capabilities.models`, which tells what is built in only while the file has no windows for the model.
 * @param saved the table of the file.
 */
export function modelWindows(policy: JsonObject, known: unknown, saved: unknown): readonly ModelWindows[] {
  const overlay = asMapping(own(policy, 'price_windows'));
  const hops = policyHops(policy);
  const names = hops.map((hop) => asText(own(hop, 'model'))).filter((model) => model !== null);
  const catalogue = asMapping(known);
  const tiers = asMapping(own(policy, 'tiers'));
  return [...new Set([...names, ...Object.keys(overlay)])]
    .filter((model) => own(tiers, model) === undefined)
    .sort()
    .map((model) => {
      const entry = asMapping(own(catalogue, model));
      const named = hops.find((hop) => own(hop, 'model') === model && asText(own(hop, 'provider')) !== null);
      const provider = asText(named === undefined ? own(entry, 'provider') : own(named, 'provider'));
      const declaring = hops.findLast((hop) => own(hop, 'model') === model && own(hop, 'price_windows') !== undefined);
      const inForce = windowsInForce(declaring, own(overlay, model), entry, own(asMapping(saved), model));
      return { model, provider, ...inForce };
    });
}

function windowsInForce(
  declaring: JsonObject | undefined,
  written: Json | undefined,
  entry: JsonObject,
  saved: Json | undefined,
): Pick<ModelWindows, 'origin' | 'windows' | 'verified'> {
  const from = (origin: WindowsOrigin, block: JsonObject) => ({
    origin,
    windows: windowList(own(block, 'price_windows')),
    verified: asText(own(block, 'price_windows_verified')),
  });
  if (declaring !== undefined) return from('declared', declaring);
  if (isMapping(written)) return from('overlay', written);
  if (written !== undefined && written !== null) return from('overlay', { price_windows: written });
  // The catalogue has the windows of the file in place of the built-in ones, so these are not known once the former are removed.
  return saved !== undefined && saved !== null ? from('unread', {}) : from('registry', entry);
}

/** The rows by provider, and the providers in two columns of about the same number of models. */
export function twoColumns(rows: readonly ModelWindows[]): readonly (readonly (readonly ModelWindows[])[])[] {
  const columns: { count: number; readonly groups: (readonly ModelWindows[])[] }[] = [
    { count: 0, groups: [] },
    { count: 0, groups: [] },
  ];
  for (const provider of new Set(rows.map((row) => row.provider))) {
    const group = rows.filter((row) => row.provider === provider);
    const shorter = columns.reduce((least, column) => (column.count < least.count ? column : least));
    shorter.groups.push(group);
    shorter.count += group.length;
  }
  return columns.map(({ groups }) => groups).filter((groups) => groups.length > 0);
}

/** The edit that gives a model other windows; null gives it the built-in ones back. A date of checking is kept. */
export function windowsEdit(policy: JsonObject, model: string, windows: readonly Json[] | null): Edit {
  const written = own(asMapping(own(policy, 'price_windows')), model);
  const value = windows !== null && isMapping(written) ? { ...written, price_windows: windows } : windows;
  return { kind: 'set', path: ['price_windows', model], value, label: `Price windows of ${model}` };
}

/** True when the windows of a model are others than in the file. */
export function isChanged(policy: JsonObject, saved: unknown, model: string): boolean {
  const now = own(asMapping(own(policy, 'price_windows')), model);
  return !jsonEqual(now ?? null, own(asMapping(saved), model) ?? null);
}
