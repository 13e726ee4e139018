import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { capabilityOf } from '../models/capabilities.ts';

/** What an absent key of the policy's `classifier` block means: the one table of these defaults (spec: routing 14.1). */
export const CLASSIFIER_DEFAULTS = {
  model: 'glm-5.3-flash',
  provider: 'zai',
  temperature: 0,
  max_tokens: 128,
  timeout_seconds: 8,
} as const;

/** The auxiliary task that an operator may route in Hermes' config.yaml instead of naming a pair in the policy. */
export const CLASSIFIER_TASK = 'classifier';

/** One place to ask. Without a pair it is the operator's auxiliary task, which needs no trust grant. */
export interface ClassifierHop {
  readonly pair: { readonly model: string; readonly provider: string } | null;
  /** Total context of the model in tokens, where the policy or the registry has it. */
  readonly contextWindow: Json;
}

/** The policy's `classifier` block with its defaults filled in. */
export interface ClassifierSettings {
  /** In the order they are asked; at least one, each pair once. */
  readonly hops: readonly ClassifierHop[];
  readonly temperature: number;
  /** Tokens of an answer. */
  readonly maxTokens: number;
  /** For all hops together. */
  readonly timeoutSeconds: number;
}

/**
 * Reads the block of a policy: the flat pair, then the hops of `chain`. Each key falls back on its own. Where the policy names no pair at
 * all, an auxiliary task that the operator routed is asked, else the default pair.
 * @param isTaskRouted whether `auxiliary.classifier` of Hermes' config.yaml names a route.
 */
export function classifierSettings(document: JsonObject, isTaskRouted: boolean): ClassifierSettings {
  const written = own(document, 'classifier');
  const block = isMapping(written) ? written : {};
  const named = namedHops(block);
  return {
    hops: named.length > 0 ? named : [isTaskRouted ? TASK_HOP : hopOf({}, block)],
    temperature: numberFrom(own(block, 'temperature'), 0) ?? CLASSIFIER_DEFAULTS.temperature,
    maxTokens: wholeFrom(own(block, 'max_tokens')) ?? CLASSIFIER_DEFAULTS.max_tokens,
    // No time at all is no classifier; nobody means that by writing 0.
    timeoutSeconds: numberFrom(own(block, 'timeout_seconds'), Number.MIN_VALUE) ?? CLASSIFIER_DEFAULTS.timeout_seconds,
  };
}

/** How a hop is written: `model@provider`, or the task's key. */
export function hopName({ pair }: ClassifierHop): string {
  return pair === null ? `auxiliary.${CLASSIFIER_TASK}` : `${pair.model}@${pair.provider}`;
}

const TASK_HOP: ClassifierHop = { pair: null, contextWindow: null };

function namedHops(block: JsonObject): ClassifierHop[] {
  const chain = own(block, 'chain');
  const rows = isList(chain)
    ? chain.filter(isMapping).filter((row) => isName(row, 'model') && isName(row, 'provider'))
    : [];
  const flat = isName(block, 'model') || isName(block, 'provider') ? [hopOf(block, block)] : [];
  const seen = new Set<string>();
  return [...flat, ...rows.map((row) => hopOf(row, row))].filter((hop) => {
    const name = hopName(hop);
    return !seen.has(name) && seen.add(name);
  });
}

function hopOf(names: JsonObject, declared: JsonObject): ClassifierHop {
  const pair = { model: nameOr(names, 'model'), provider: nameOr(names, 'provider') };
  return { pair, contextWindow: capabilityOf(pair.model, declared, 'context_window') ?? null };
}

function isName(mapping: JsonObject, key: string): boolean {
  const value = own(mapping, key);
  return typeof value === 'string' && value.trim() !== '';
}

function nameOr(mapping: JsonObject, key: 'model' | 'provider'): string {
  const value = own(mapping, key);
  return typeof value === 'string' && value.trim() !== '' ? value : CLASSIFIER_DEFAULTS[key];
}

function numberFrom(value: Json | undefined, least: number): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= least ? value : null;
}

function wholeFrom(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}
