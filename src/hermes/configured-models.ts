import { isList, isMapping, type JsonObject, own } from '../lib/json.ts';

/** One (model, provider) pair that the agent's config.yaml names, and the key it stands under. */
export interface ConfiguredModel {
  readonly model: string;
  readonly provider: string;
  readonly source: 'model.default' | 'fallback_providers' | 'auxiliary.vision' | 'auxiliary.compression';
}

/** What the agent tries, in order, for one purpose. Read-only for us. Never empty. */
export interface AgentQueue {
  readonly key: 'model' | 'auxiliary.vision' | 'auxiliary.compression';
  /** Where a person edits it. */
  readonly where: string;
  readonly editable: false;
  readonly attempts: readonly ConfiguredModel[];
}

/**
 * The agent's own queues from the root config.yaml (`null` = no usable file): main model with its fallbacks, vision, compression, in that
 * order. A row without a non-empty model and provider is dropped, never completed; a queue without rows is not listed.
 */
export function agentQueues(config: JsonObject | null): AgentQueue[] {
  if (config === null) return [];
  const model = own(config, 'model');
  const main = isMapping(model) ? { model: own(model, 'default'), provider: own(model, 'provider') } : undefined;
  const auxiliary = own(config, 'auxiliary');
  const vision = isMapping(auxiliary) ? own(auxiliary, 'vision') : undefined;
  const compression = isMapping(auxiliary) ? own(auxiliary, 'compression') : undefined;
  const visionFallbacks = isMapping(vision) ? own(vision, 'fallback_chain') : undefined;
  return [
    queue('model', 'model.default + fallback_providers', [
      ...usable([main], 'model.default'),
      ...usable(own(config, 'fallback_providers'), 'fallback_providers'),
    ]),
    queue('auxiliary.vision', 'auxiliary.vision', [
      ...usable([vision], 'auxiliary.vision'),
      ...usable(visionFallbacks, 'auxiliary.vision'),
    ]),
    queue('auxiliary.compression', 'auxiliary.compression', usable([compression], 'auxiliary.compression')),
  ].filter(({ attempts }) => attempts.length > 0);
}

/** All queues in one list, each (model, provider) once under its first source. One model on two providers is two entries. */
export function configuredModels(queues: readonly AgentQueue[]): ConfiguredModel[] {
  const found = new Map<string, ConfiguredModel>();
  for (const attempt of queues.flatMap(({ attempts }) => attempts)) {
    const key = JSON.stringify([attempt.model, attempt.provider]);
    if (!found.has(key)) found.set(key, attempt);
  }
  return [...found.values()];
}

function queue(key: AgentQueue['key'], where: string, attempts: readonly ConfiguredModel[]): AgentQueue {
  return { key, where: `config.yaml: ${where}`, editable: false, attempts };
}

function usable(rows: unknown, source: ConfiguredModel['source']): ConfiguredModel[] {
  if (!isList(rows)) return [];
  return rows.flatMap((row) => {
    if (!isMapping(row)) return [];
    const model = own(row, 'model');
    const provider = own(row, 'provider');
    if (typeof model !== 'string' || model === '' || typeof provider !== 'string' || provider === '') return [];
    return [{ model, provider, source }];
  });
}
