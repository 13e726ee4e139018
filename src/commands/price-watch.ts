import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { resolveHermesPaths } from '../hermes/paths.ts';
import { openJournal } from '../journal/journal.ts';
import { replaceFile } from '../lib/atomic-file.ts';
import { isList, isMapping, type Json, type JsonObject, own } from '../lib/json.ts';
import { resolvePolicyPath } from '../policy/path.ts';
import { openPolicyStore } from '../policy/store.ts';
import { CommandError } from './failure.ts';
import { readText } from './install/steps.ts';
import { type CommandIo, jsonText, plainText } from './output.ts';
import { PRICE_ADAPTERS, type PriceAdapter } from './price-watch/adapters.ts';
import { changeRecord } from './price-watch/change-record.ts';
import { type FetchPage, fetchPage } from './price-watch/fetch-page.ts';
import { policyProviders, registeredProviders } from './price-watch/registered.ts';
import { type PriceChange, watchPrices } from './price-watch/watch.ts';

/** A change is a few kilobytes, and there are a handful a year. */
const JOURNAL_LIMITS = { maxBytes: 1024 * 1024, backups: 1 } as const;

/** What a test may put in place of the network. */
export interface PriceWatchWorld {
  readonly adapters: readonly PriceAdapter[];
  readonly fetchPage: FetchPage;
}

/** `price-watch`: what the daily timer runs. The only command that reaches beyond this machine. */
export function registerPriceWatch(
  program: Command,
  io: CommandIo,
  world: PriceWatchWorld = { adapters: PRICE_ADAPTERS, fetchPage },
): void {
  program
    .command('price-watch')
    .description(
      "Look whether the providers' pages about prices still say the same. Changes nothing; prints a report as JSON.",
    )
    .option('--policy <path>', 'the policy whose providers are looked at (default: the usual places)')
    .option('--state <path>', 'what the last look saw (default: price-watch.json in the state folder)')
    .option('--hermes-home <path>', 'Hermes home (default: $HERMES_HOME, else ~/.hermes)')
    .addHelpText(
      'after',
      '\nOnly providers that the policy names and that Hermes has a key for are asked. A change is a line of price-watch.jsonl\nbeside the state, with the difference.\nExit codes: 0 looked (pages that failed are in the report), 1 what was seen could not be kept, 2 usage.',
    )
    .action(async (_, command: Command) => {
      const flags = command.optsWithGlobals<WatchFlags>();
      const env = flags.hermesHome === undefined ? io.env : { ...io.env, HERMES_HOME: resolve(flags.hermesHome) };
      io.print(jsonText(await watch(flags, { ...io, env }, world)));
    });
}

interface WatchFlags {
  readonly config?: string;
  readonly policy?: string;
  readonly state?: string;
  readonly hermesHome?: string;
}

async function watch(flags: WatchFlags, io: CommandIo, world: PriceWatchWorld): Promise<object> {
  const paths = resolveHermesPaths(io.env);
  const stateFile = resolve(flags.state ?? join(paths.stateDir, 'price-watch.json'));
  const location = resolvePolicyPath(io.env, paths, flags.policy ?? flags.config ?? null);
  const { document, loadError } = openPolicyStore({ path: location.path }).read();
  const now = io.now();
  const journal = openJournal({ path: join(dirname(stateFile), 'price-watch.jsonl'), ...JOURNAL_LIMITS });
  try {
    const { report, state } = await watchPrices({
      ...world,
      registered: registeredProviders(paths, io.env),
      // A policy that cannot be read names nobody, so nobody is asked.
      inPolicy: loadError === null ? policyProviders(document) : new Set(),
      state: storedState(stateFile),
      now,
      report: async (change: PriceChange) => {
        const record = changeRecord(change, now);
        if ((await journal.append(record)) === 'degraded')
          throw new CommandError(
            `the change at ${change.adapter.url} could not be recorded: ${journal.health().last_error}`,
            1,
          );
        io.complain(plainText(`${record.title}: ${change.adapter.url}`));
      },
    });
    await mkdir(dirname(stateFile), { recursive: true, mode: 0o700 });
    await replaceFile(stateFile, `${JSON.stringify(sorted({ providers: state }), null, 2)}\n`);
    return report;
  } finally {
    await journal.close();
  }
}

/** What the last look saw; nothing where that cannot be read. */
function storedState(path: string): JsonObject {
  try {
    const stored: Json = JSON.parse(readText(path) ?? '');
    const providers = isMapping(stored) ? own(stored, 'providers') : undefined;
    return isMapping(providers) ? providers : {};
  } catch {
    return {};
  }
}

/** The same with every mapping's keys in order, so that the file differs only where something does. */
function sorted(value: Json | undefined): Json {
  if (isList(value)) return value.map(sorted);
  if (!isMapping(value)) return value ?? null;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
