import { parse } from 'yaml';
import { isMapping, type Json, type JsonObject } from '../lib/json.ts';
import { EXIT_USAGE } from './daemon-flags.ts';
import { CommandError } from './failure.ts';

/** A key: bare up to the next dot, or in quotes where it has dots of its own. */
const SEGMENT = /^(?:"([^"]*)"|'([^']*)'|([^."'=\s][^.=]*))(?:\.|$)/;

/**
 * Reads `--set` flags: `tiers.T2.model=x`, `price_windows."glm-4.7"=[]`, `tiers.T1.time_cap=null`. Values are YAML; `null` removes the key.
 * @throws CommandError exit 2 for what cannot be read.
 */
export function readSettings(flags: readonly string[]): JsonObject {
  return flags.reduce<JsonObject>((patch, flag) => withChange(patch, readSetting(flag)), {});
}

/** Puts one change set over another; unlike applying it, a `null` stays in it. */
export function withChange(patch: JsonObject, change: JsonObject): JsonObject {
  const whole = new Map(Object.entries(patch));
  for (const [key, value] of Object.entries(change)) {
    const before = whole.get(key);
    whole.set(key, isMapping(value) && isMapping(before) ? withChange(before, value) : value);
  }
  return Object.fromEntries(whole);
}

function readSetting(flag: string): JsonObject {
  const end = valueStart(flag);
  const path = end === -1 ? null : readPath(flag.slice(0, end));
  const text = flag.slice(end + 1);
  if (path === null) throw usage(flag, 'give KEY=VALUE, such as tiers.T2.model=glm-4.7; quote a key that has dots');
  if (text.trim() === '') throw usage(flag, 'the value is empty; null removes the key, "" is an empty text');
  return path.reduceRight<Json>(
    (value, key) => Object.fromEntries([[key, value]]),
    readValue(flag, text),
  ) as JsonObject;
}

/** The first `=` outside of quotes. */
function valueStart(flag: string): number {
  const match = /^(?:"[^"]*"|'[^']*'|[^"'=])*=/.exec(flag);
  return match === null ? -1 : match[0].length - 1;
}

function readPath(text: string): string[] | null {
  const keys: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const match = SEGMENT.exec(rest);
    if (match === null) return null;
    keys.push(match[1] ?? match[2] ?? match[3] ?? '');
    rest = rest.slice(match[0].length);
  }
  return keys.length === 0 || text.endsWith('.') ? null : keys;
}

function readValue(flag: string, text: string): Json {
  try {
    return parse(text);
  } catch (error) {
    throw usage(
      flag,
      `the value is not YAML (${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown'})`,
    );
  }
}

function usage(flag: string, cure: string): CommandError {
  return new CommandError(`--set ${JSON.stringify(flag)}: ${cure}`, EXIT_USAGE);
}
