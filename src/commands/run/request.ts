import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JsonObject } from '../../lib/json.ts';
import { EXIT_USAGE } from '../daemon-flags.ts';
import { CommandError } from '../failure.ts';

/** Flags of `run` that describe the job. */
export interface RequestFlags {
  readonly profile?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly context?: string;
  readonly contextFile?: string;
  readonly timeout?: string;
  readonly cwd?: string;
  readonly keepBackground?: boolean;
}

/**
 * The body of the delegation. Read here, because the daemon is somewhere else: files, the prompt from standard input, the folder to work in.
 * @throws CommandError exit 2
 */
export async function jobRequest(prompt: string, flags: RequestFlags): Promise<JsonObject> {
  const text = prompt === '-' ? decode('standard input', Buffer.concat(await process.stdin.toArray())) : prompt;
  if (text.trim() === '') throw usage('the prompt is empty');
  const context = flags.contextFile === undefined ? flags.context : readContext(flags.contextFile);
  const folder = workingFolder(flags.cwd);
  return {
    prompt: text,
    // The caller is a shell: there is nobody who could do it in process.
    inline: 'never',
    ...(context === undefined ? {} : { context }),
    ...(flags.profile === undefined ? {} : { profile: flags.profile }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.provider === undefined ? {} : { provider: flags.provider }),
    ...(flags.timeout === undefined ? {} : { timeout: seconds(flags.timeout) }),
    ...(folder === null ? {} : { cwd: folder }),
    ...(flags.keepBackground === true ? { keep_background: true } : {}),
  };
}

function readContext(path: string): string {
  try {
    return decode(path, readFileSync(path));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw usage(`--context-file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usage(`${name} is not UTF-8 text`);
  }
}

function seconds(text: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value > 0) return value;
  throw usage(`--timeout ${JSON.stringify(text)}: give whole seconds, at least 1`);
}

/** `null` leaves it to the daemon: our own folder was deleted under us. */
function workingFolder(explicit: string | undefined): string | null {
  try {
    return resolve(explicit ?? '.');
  } catch {
    return null;
  }
}

function usage(message: string): CommandError {
  return new CommandError(message, EXIT_USAGE);
}
