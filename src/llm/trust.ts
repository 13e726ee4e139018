import { isList, isMapping, type JsonObject, own } from '../lib/json.ts';

/** Our id below `plugins.entries`. */
export const PLUGIN_ID = 'hermes-smart-router';

/** The place of the grants in the root config.yaml. */
export const GRANT_SECTION = `plugins.entries.${PLUGIN_ID}.llm`;

/** What a caller asks to choose for itself. Null or absent = nothing on that axis. */
export interface AskedOverrides {
  readonly provider?: string | null;
  readonly model?: string | null;
  readonly agentId?: string | null;
  readonly profile?: string | null;
  /** Only the name of a built-in task; our own need no grant. */
  readonly builtInTask?: string | null;
}

/** A refusal: a sentence that names plugin, axis and key, and the `key: value` lines that would lift all of it. */
export interface Refusal {
  readonly message: string;
  readonly fix: readonly string[];
}

interface Axis {
  readonly of: keyof AskedOverrides;
  readonly name: string;
  readonly flag: string;
  readonly list?: string;
}

const AXES: readonly Axis[] = [
  { of: 'provider', name: 'provider', flag: 'allow_provider_override', list: 'allowed_providers' },
  { of: 'model', name: 'model', flag: 'allow_model_override', list: 'allowed_models' },
  { of: 'agentId', name: 'agent id', flag: 'allow_agent_id_override' },
  { of: 'profile', name: 'auth profile', flag: 'allow_profile_override' },
  { of: 'builtInTask', name: 'built-in task', flag: 'allow_task_override' },
];

/**
 * The host's trust gate. Everything not granted is refused: a missing or malformed section, a missing flag, a value that a list does not
 * hold. A list that is absent allows any value; one that is there and is not a list of texts allows none. Values are compared trimmed and
 * in lower case; `*` in a list stands for any. Returns null when all of it is granted, else one refusal that covers every axis.
 */
export function checkTrust(config: JsonObject | null, asked: AskedOverrides): Refusal | null {
  const section = grantSection(config);
  const lacking = AXES.flatMap((axis) => {
    const value = asked[axis.of];
    return value === undefined || value === null ? [] : lack(section, axis, value);
  });
  if (lacking.length === 0) return null;
  return {
    message: `plugin ${PLUGIN_ID} may not choose the ${lacking.map(({ what }) => what).join(' or the ')}; set ${lacking
      .map(({ fix }) => fix)
      .join(' and ')} in config.yaml`,
    fix: lacking.map(({ fix }) => fix),
  };
}

/** Whether a built-in slot may be named as a task, and its route followed by a task that inherits from it. */
export function mayUseBuiltInTasks(config: JsonObject | null): boolean {
  return isTruthy(own(grantSection(config), 'allow_task_override'));
}

function lack(section: JsonObject, axis: Axis, value: string): { what: string; fix: string }[] {
  const shown = `${axis.name} ${JSON.stringify(value)}`;
  if (!isTruthy(own(section, axis.flag))) return [{ what: shown, fix: `${GRANT_SECTION}.${axis.flag}: true` }];
  if (axis.list === undefined || inList(own(section, axis.list), value)) return [];
  return [{ what: shown, fix: `${GRANT_SECTION}.${axis.list}: [..., ${JSON.stringify(normal(value))}]` }];
}

function inList(list: unknown, value: string): boolean {
  if (list === undefined) return true;
  if (!isList(list)) return false;
  return list.some((item) => typeof item === 'string' && (normal(item) === '*' || normal(item) === normal(value)));
}

function grantSection(config: JsonObject | null): JsonObject {
  let at: unknown = config;
  for (const key of ['plugins', 'entries', PLUGIN_ID, 'llm']) at = isMapping(at) ? own(at, key) : undefined;
  return isMapping(at) ? at : {};
}

/** Python's truth, since the host decides by it: empty texts, lists and mappings, zero and null are false. */
function isTruthy(value: unknown): boolean {
  if (isList(value)) return value.length > 0;
  if (isMapping(value)) return Object.keys(value).length > 0;
  return Boolean(value) || Number.isNaN(value);
}

function normal(text: string): string {
  return text.trim().toLowerCase();
}
