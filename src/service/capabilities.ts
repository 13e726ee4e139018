import { isList, type Json, type JsonObject } from '../lib/json.ts';
import { type Capabilities, capabilitiesFor, REGISTRY_FIELDS, type RegistryField } from '../models/capabilities.ts';
import { REGISTRY } from '../models/registry.ts';
import { effectivePrice } from '../models/windows.ts';
import type { ServiceContext } from './context.ts';
import { servedDocument } from './policy-in-use.ts';
import { compareText, type DeclaredFields, declaredFields, policyPairs } from './policy-rows.ts';
import { effectiveFields, type PriceOrigin, priceOrigin } from './price-origin.ts';

/** The registry fields that are served. Free text is not: a note may say what no caller should read. */
type ServedField = Exclude<RegistryField, 'notes'>;

/** One model of the catalogue. Prices are base rates in USD per million tokens; null is "none published", 0 is free. */
export type CatalogueEntry = { readonly [field in ServedField]?: Json } & {
  /** Whether `cheapest_now` can rank it by price. */
  readonly price_published: boolean;
  readonly in_registry: boolean;
  readonly price_windows_origin: PriceOrigin;
  /** Fields that the policy itself declares, sorted. */
  readonly declared_overrides: readonly string[];
};

/** The `/capabilities` body. It reads no clock. */
export interface CapabilitiesBody {
  readonly models: Readonly<Record<string, CatalogueEntry>>;
  /** Models of the policy that nobody describes; they are not in `models`. Sorted, one warning each. */
  readonly unknown_models: readonly string[];
  readonly warnings: readonly string[];
  readonly registry_available: true;
  readonly time_agnostic: true;
}

/** What is known of every model in the registry or the policy. */
export function readCapabilities(context: ServiceContext): CapabilitiesBody {
  const document = servedDocument(context.policy.read());
  const declared = declaredFields(document);
  const providers = firstProviders(document);
  const models = new Map<string, CatalogueEntry>();
  const unknown: string[] = [];
  for (const model of [...new Set([...REGISTRY.keys(), ...declared.keys(), ...providers.keys()])].sort(compareText)) {
    const entry = describeModel(document, model, declared.get(model), providers.get(model));
    if (entry === null) unknown.push(model);
    else models.set(model, entry);
  }
  return {
    models: Object.fromEntries(models),
    unknown_models: unknown,
    warnings: unknown.map(
      (model) =>
        `model '${model}' is not in the capability registry and declares no capability: what a task needs of it goes UNCHECKED`,
    ),
    registry_available: true,
    time_agnostic: true,
  };
}

function describeModel(
  document: JsonObject,
  model: string,
  declared: DeclaredFields | undefined,
  provider: string | undefined,
): CatalogueEntry | null {
  const fields = effectiveFields(document, model, declared);
  const capabilities = capabilitiesFor(model, fields);
  if (capabilities === null) return null;
  return {
    ...servedFields(capabilities),
    ...(capabilities.provider === undefined && provider !== undefined ? { provider } : {}),
    price_published: effectivePrice(model, null, fields) !== null,
    in_registry: REGISTRY.has(model),
    price_windows_origin: priceOrigin(document, model, declared),
    declared_overrides: Object.keys(declared ?? {})
      .filter((field) => field !== 'notes')
      .sort(compareText),
  };
}

function servedFields(capabilities: Capabilities): { [field in ServedField]?: Json } {
  const served: { [field in ServedField]?: Json } = {};
  for (const field of REGISTRY_FIELDS) {
    const value = capabilities[field];
    if (field === 'notes' || value === undefined) continue;
    // An explicit "no windows" is what a model without the field says too.
    if (field === 'price_windows' && isList(value) && value.length === 0) continue;
    served[field] = value;
  }
  return served;
}

/** Every model the policy names with the first provider, in sorted order, that it names it on (undefined for none). */
function firstProviders(document: JsonObject): ReadonlyMap<string, string | undefined> {
  const providers = new Map<string, string | undefined>();
  for (const { model, provider } of policyPairs(document)) if (!providers.has(model)) providers.set(model, provider);
  return providers;
}
