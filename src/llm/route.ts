import { isList, isMapping, type JsonObject, own } from '../lib/json.ts';
import { blockFrom, EMPTY_BLOCK, type MainModel, type ProviderBlock, providerOf, textOf } from './provider-config.ts';

/** One place a call may go, before addresses and keys are looked up. */
export interface Route {
  /** Canonical id; null = whatever provider the host would pick. */
  readonly provider: string | null;
  readonly model: string | null;
  /** Address and key written beside this very route; they win over what is known of the provider elsewhere. */
  readonly pin: ProviderBlock;
  /** Extra keys of the request body, the operator's. */
  readonly extraBody: JsonObject;
  readonly reasoningEffort: string | null;
}

/** The route that the main model takes. Its address and key are looked up by provider, so that overrides of it meet the same rule. */
export function mainRoute(main: MainModel): Route {
  return { provider: main.provider, model: main.model, pin: EMPTY_BLOCK, extraBody: {}, reasoningEffort: null };
}

/**
 * The route of one block (`auxiliary.<task>` or a row of a fallback chain). A base URL without a provider is an endpoint of its own
 * (`custom`), to which no other provider's key is sent. A block that names no provider or model takes the main one's.
 */
export function routeFrom(block: JsonObject, main: MainModel): Route {
  const pin = blockFrom(block);
  const named = providerOf(block);
  const extra = own(block, 'extra_body');
  return {
    provider: named ?? (pin.baseUrl === null ? main.provider : 'custom'),
    model: textOf(block, 'model') ?? main.model,
    pin: named === null && pin.baseUrl === null ? EMPTY_BLOCK : pin,
    extraBody: isMapping(extra) ? extra : {},
    reasoningEffort: textOf(block, 'reasoning_effort'),
  };
}

/**
 * The host's chain behind a route: the task's own `fallback_chain`, else `fallback_providers`. A row without provider and model is
 * dropped, never completed; the route itself is not repeated.
 */
export function fallbackRoutes(task: JsonObject, config: JsonObject | null, first: Route, main: MainModel): Route[] {
  const ofTask = own(task, 'fallback_chain');
  const rows = isList(ofTask) ? ofTask : config === null ? [] : own(config, 'fallback_providers');
  const seen = new Set([routeKey(first)]);
  return (isList(rows) ? rows : []).filter(isMapping).flatMap((row) => {
    if (providerOf(row) === null || textOf(row, 'model') === null) return [];
    const route = routeFrom(row, main);
    if (seen.has(routeKey(route))) return [];
    seen.add(routeKey(route));
    return [route];
  });
}

function routeKey(route: Route): string {
  return JSON.stringify([route.provider, route.model, route.pin.baseUrl]);
}
