import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { resolveHermesPaths } from '../hermes/paths.ts';
import { joinAttempts } from '../journal/attempts.ts';
import { decisionLine } from '../journal/decision-line.ts';
import { openDecisionReader } from '../journal/decision-list.ts';
import { openJournalFollower } from '../journal/follow.ts';
import { DEFAULT_BACKUPS } from '../journal/journal.ts';
import { decisionJournalPaths } from '../journal/paths.ts';
import { isRegularFile } from '../journal/readable-file.ts';
import type { JournalRow } from '../journal/reader.ts';
import { own } from '../lib/json.ts';
import { CommandError } from './failure.ts';
import { type CommandIo, jsonLine } from './output.ts';

/** Often enough that a decision shows at once for a person, and next to nothing for the disk: four `open` calls. */
const POLL_MS = 250;
const MAX_TAIL = 100_000;

interface LogFlags {
  readonly tail: string;
  readonly file?: string;
  readonly follow?: boolean;
  readonly json?: boolean;
}

/** `log`: the last decisions, and with `--follow` the next ones as they are made. Files only. */
export function registerLog(program: Command, io: CommandIo): void {
  program
    .command('log')
    .description('Show the decisions that were made, oldest first, one line each. Reads the log and its rotated files.')
    .option('--tail <n>', 'how many of the last decisions to show', '20')
    .option('--file <path>', 'the log file (default: that of this Hermes home)')
    .option('-f, --follow', 'go on showing decisions as they are made, until interrupted')
    .option('--json', 'print each record as one line of JSON')
    .addHelpText(
      'after',
      `
Examples:
  hermes-router log --tail 50 | grep cause=fail_safe_strong
  hermes-router log --follow --json
Exit codes: 0 shown, 1 no such file, 2 usage.`,
    )
    .action(async (_, command: Command) => {
      const flags = command.optsWithGlobals<LogFlags>();
      const tail = readTail(flags.tail);
      const path = await logPath(flags, io);
      // Before the tail is read: what is written in between is shown by one of the two, and by its id not by both.
      const follower = flags.follow === true ? await openJournalFollower(path, DEFAULT_BACKUPS) : null;
      const shown = tail === 0 ? [] : await openDecisionReader(path).last(tail);
      const print = printer(path, flags.json === true, io);
      await print(shown);
      if (follower === null) return;
      const seen = new Set(shown.map(({ id }) => id));
      while (!io.closed.aborted) {
        const rows = await follower.poll();
        await print(rows.filter(({ id }) => !seen.delete(id)));
        await pause(POLL_MS, undefined, { signal: io.closed }).catch(() => undefined);
      }
    });
}

/** @throws CommandError exit 1 where `--file` names nothing that can be read. A log of this home may be yet to come. */
async function logPath({ file, follow }: LogFlags, io: CommandIo): Promise<string> {
  const explicit = file !== undefined && file !== '';
  const path = explicit ? file : decisionJournalPaths(resolveHermesPaths(io.env).stateDir, io.env).routes;
  if (await isRegularFile(path)) return path;
  if (explicit && follow !== true) throw new CommandError(`no log file at ${path}`, 1);
  io.complain(`hermes-router: no decisions at ${path} yet`);
  return path;
}

function readTail(text: string): number {
  const tail = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (tail <= MAX_TAIL) return tail;
  throw new CommandError(`--tail ${JSON.stringify(text)}: give a whole number from 0 to ${MAX_TAIL}`, 2);
}

/** Prints records: as JSON with id and attempts, else as `<time> cause=... task="..."`. */
function printer(path: string, asJson: boolean, io: CommandIo): (rows: readonly JournalRow[]) => Promise<void> {
  const attempts = join(dirname(path), 'attempts.jsonl');
  return async (rows) => {
    const records = rows.map(({ id, record }) => ({ ...record, id }));
    if (asJson) for (const record of await joinAttempts(records, attempts)) io.print(jsonLine(record));
    else for (const record of records) io.print(`${timeText(own(record, 'ts'))} ${decisionLine(record)}`);
  };
}

/** `2026-08-17T07:00:00Z`, or `-` for a record without a usable time. */
function timeText(ts: unknown): string {
  const at = new Date(typeof ts === 'number' ? ts * 1000 : Number.NaN);
  return Number.isNaN(at.getTime()) ? '-' : `${at.toISOString().slice(0, 19)}Z`;
}
