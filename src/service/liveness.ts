import type { LivenessState } from '../blocklist/blocklist.ts';
import type { CooldownRow } from '../blocklist/cooldown-row.ts';
import { cloneJson, isList, type Json, type JsonObject } from '../lib/json.ts';
import { capabilityOf, isKnownModel } from '../models/capabilities.ts';
import { readClock } from '../models/clock.ts';
import { inExpensiveWindow, nextWindowChange, priceMultiplier, type WindowChange } from '../models/windows.ts';
import { formatTimestamp, topOfHour } from '../router/timestamp.ts';
import type { ServiceContext } from './context.ts';
import { servedDocument } from './policy-in-use.ts';
import { declaredFields, type PolicyPair, policyPairs, policyRows } from './policy-rows.ts';
import { effectiveFields, type PriceOrigin, priceOrigin } from './price-origin.ts';

/** How one (model, provider) pair stands at the top of this hour. */
export interface LivenessRow {
  /** `model@provider`. */
  readonly model_key: string;
  readonly model: string;
  readonly provider: string;
  readonly state: LivenessState;
  readonly capabilities_known: boolean;
  /** Its row of `breaker_cooldowns`, else `{}`. */
  readonly breaker: CooldownRow | Record<string, never>;
  readonly in_expensive_window: boolean;
  readonly price_multiplier: number;
  /** `null` for a rate that never changes. */
  readonly next_window_change: WindowChange | null;
  readonly price_windows_origin: PriceOrigin;
  /** Only where there are any. */
  readonly price_windows?: readonly Json[];
}

/** The `/liveness` body. */
export interface LivenessBody {
  readonly models: readonly LivenessRow[];
  /** State of the worst pair; `alive` without pairs. */
  readonly worst: LivenessState;
  readonly evaluated_at?: { at: string; at_source: 'now'; utc_hour: number; utc_weekday: number };
  /** Only when there are any. */
  readonly validation_errors?: readonly string[];
  /** Why there is nothing to show; `models` is empty then and `worst` is `degraded`. */
  readonly error?: string;
}

/** From best to worst. */
const RANKS: readonly LivenessState[] = ['alive', 'degraded', 'quota_exhausted', 'dead'];

/** Every pair the policy names with its ban, breaker and price. Observes only: no probe is spent, nobody is called. */
export function readLiveness(context: ServiceContext): LivenessBody {
  const snapshot = context.policy.read();
  const document = servedDocument(snapshot);
  const { unreadable } = policyRows(document);
  if (unreadable.length > 0) {
    const places = unreadable.join(', ');
    return { models: [], worst: 'degraded', error: `could not compose liveness: ${places} must be a list of hops` };
  }
  const at = topOfHour(context.now());
  const models = describePairs(context, document, at);
  const worst = Math.max(0, ...models.map(({ state }) => RANKS.indexOf(state)));
  const clock = readClock(at);
  return {
    models,
    worst: RANKS[worst] ?? 'alive',
    ...(clock === null
      ? {}
      : {
          evaluated_at: {
            at: formatTimestamp(at),
            at_source: 'now',
            utc_hour: clock.hour,
            utc_weekday: clock.weekday,
          },
        }),
    ...(snapshot.errors.length > 0 ? { validation_errors: snapshot.errors } : {}),
  };
}

function describePairs(context: ServiceContext, document: JsonObject, at: Date): LivenessRow[] {
  const declared = declaredFields(document);
  return policyPairs(document).map(({ model, provider }: PolicyPair) => {
    const fields = effectiveFields(document, model, declared.get(model));
    const windows = isKnownModel(model, fields) ? capabilityOf(model, fields, 'price_windows') : undefined;
    return {
      model_key: `${model}@${provider}`,
      model,
      provider,
      ...context.blocklist.livenessState(document, model, provider),
      capabilities_known: isKnownModel(model, fields),
      in_expensive_window: inExpensiveWindow(model, at, fields),
      price_multiplier: priceMultiplier(model, at, fields),
      next_window_change: nextWindowChange(model, at, fields),
      price_windows_origin: priceOrigin(document, model, declared.get(model)),
      ...(isList(windows) && windows.length > 0 ? { price_windows: windows.map((window) => cloneJson(window)) } : {}),
    };
  });
}
