import { isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { blockFrom, providerOf, textOf } from './provider-config.ts';

/** A task that this router registers with itself, as a plugin does with the host. */
export interface AuxiliaryTask {
  readonly displayName: string;
  readonly description: string;
  /** A built-in task of the host, or another registered one, whose settings are followed. Default none. */
  readonly inheritFrom?: string;
  /** Settings under the operator's own, with the keys of `auxiliary.<task>`. */
  readonly defaults?: JsonObject;
}

/** The tasks of this build. `policy.classifier` wins over its route where the policy sets one. */
export const REGISTERED_TASKS: ReadonlyMap<string, AuxiliaryTask> = new Map([
  ['classifier', { displayName: 'Classifier', description: 'Judges how hard a task is when the rules do not decide.' }],
]);

/** The host's own auxiliary slots. Naming one, or following one's route, takes `allow_task_override`. */
export const BUILT_IN_TASKS: ReadonlySet<string> = new Set([
  'vision',
  'web_extract',
  'compression',
  'session_search',
  'skills_hub',
  'approval',
  'mcp',
  'title_generation',
  'curator',
  'background_review',
]);

/** Keys that say where a call goes. A block that pins a route brings all of its own and mixes in none of another's. */
const ROUTE_KEYS = [
  'provider',
  'model',
  'base_url',
  'api_key',
  'key_env',
  'api_key_env',
  'api_mode',
  'reasoning_effort',
  'extra_body',
  'fallback_chain',
];

/** Of those, the ones that mean nothing without the endpoint they belong to: never taken from a block that pins none. */
const ENDPOINT_KEYS = ['provider', 'model', 'base_url', 'api_key', 'key_env', 'api_key_env', 'api_mode'];

/** What the settings of a task depend on. */
export interface TaskSources {
  readonly config: JsonObject | null;
  readonly tasks: ReadonlyMap<string, AuxiliaryTask>;
  /** Whether a built-in slot's route may be followed. */
  readonly mayFollowBuiltIn: boolean;
  /** Told about an `inheritFrom` that leads nowhere. */
  readonly warn: (message: string) => void;
}

/**
 * The settings in effect for a task, with the keys of `auxiliary.<task>`: the inherited base, then the registered defaults, then the
 * operator's block. A block that names a provider other than `auto`, a model or a base URL is a pin and replaces the route as a whole;
 * `provider: auto` with an empty model is no preference. Resolved on every call, never copied.
 */
export function taskSettings(name: string, sources: TaskSources): JsonObject {
  return settingsOf(name, sources, []);
}

function settingsOf(name: string, sources: TaskSources, seen: readonly string[]): JsonObject {
  const task = sources.tasks.get(name);
  const written = operatorBlock(sources.config, name);
  if (task === undefined) return overlay({}, written);
  return overlay(overlay(inherited(name, task, sources, [...seen, name]), task.defaults ?? {}), written);
}

function inherited(name: string, task: AuxiliaryTask, sources: TaskSources, seen: readonly string[]): JsonObject {
  const base = task.inheritFrom;
  if (base === undefined) return {};
  if (seen.includes(base) || !(BUILT_IN_TASKS.has(base) || sources.tasks.has(base))) {
    sources.warn(`auxiliary task ${name} inherits from ${JSON.stringify(base)}, which is no task it can follow`);
    return {};
  }
  const settings = settingsOf(base, sources, seen);
  const isBuiltIn = !sources.tasks.has(base);
  return isBuiltIn && !sources.mayFollowBuiltIn ? without(settings, ROUTE_KEYS) : settings;
}

function overlay(under: JsonObject, over: JsonObject): JsonObject {
  return pinsRoute(over) ? { ...without(under, ROUTE_KEYS), ...over } : { ...under, ...without(over, ENDPOINT_KEYS) };
}

function pinsRoute(block: JsonObject): boolean {
  return providerOf(block) !== null || textOf(block, 'model') !== null || blockFrom(block).baseUrl !== null;
}

function operatorBlock(config: JsonObject | null, name: string): JsonObject {
  const auxiliary = config === null ? undefined : own(config, 'auxiliary');
  const block = isMapping(auxiliary) ? own(auxiliary, name) : undefined;
  return isMapping(block) ? block : {};
}

function without(mapping: JsonObject, keys: readonly string[]): JsonObject {
  const kept: [string, Json | undefined][] = Object.entries(mapping).filter(([key]) => !keys.includes(key));
  return Object.fromEntries(kept);
}
