import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { DaemonClient } from '../client/client.ts';
import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { EXIT_USAGE } from './daemon-flags.ts';
import { CommandError } from './failure.ts';
import { readSettings, withChange } from './set-path.ts';

const STDIN = 0;

/**
 * The change that a command was given: a file (YAML or JSON), `-` for standard input, `--set` flags, or a file with flags on top.
 * @throws CommandError exit 2 where there is none, or none that can be read.
 */
export function readChange(file: string | undefined, settings: readonly string[]): JsonObject {
  const change = withChange(file === undefined ? {} : readFile(file), readSettings(settings));
  if (Object.keys(change).length > 0) return change;
  throw new CommandError(
    'nothing to change: name a file with the change, - for standard input, or --set KEY=VALUE',
    EXIT_USAGE,
  );
}

function readFile(file: string): JsonObject {
  const name = file === '-' ? 'standard input' : file;
  let change: unknown;
  try {
    change = parse(readFileSync(file === '-' ? STDIN : file, 'utf8'));
  } catch (error) {
    throw new CommandError(
      `cannot read the change in ${name}: ${error instanceof Error ? error.message : 'unknown reason'}`,
      EXIT_USAGE,
    );
  }
  if (isMapping(change)) return change;
  throw new CommandError(`the change in ${name} is no mapping of policy keys`, EXIT_USAGE);
}

/**
 * A change of single rules (`rules: {hard-verbs: {enabled: false}}`, which is what `--set rules.hard-verbs.enabled=false` comes to) as the daemon takes it: the
 * whole list, as it is now, with the change in it.
 * @throws CommandError exit 2 for an id that no rule has.
 */
export async function withWholeRules(client: DaemonClient, change: JsonObject): Promise<JsonObject> {
  const edits = own(change, 'rules');
  if (!isMapping(edits)) return change;
  const { body } = await client.ask({ method: 'GET', path: '/policy' });
  const rules = isMapping(body) ? own(body, 'rules') : undefined;
  const rows = isList(rules) ? rules.filter(isMapping) : [];
  for (const id of Object.keys(edits))
    if (!rows.some((row) => own(row, 'id') === id))
      throw new CommandError(`the policy has no rule '${id}'`, EXIT_USAGE);
  const changed = rows.map((row): Json => {
    const edit = own(edits, String(own(row, 'id')));
    return isMapping(edit) ? withChange(row, edit) : row;
  });
  return { ...change, rules: changed };
}
