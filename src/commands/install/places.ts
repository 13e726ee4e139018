import type { Command } from 'commander';
import { errorCode } from '../../lib/atomic-file.ts';
import { CommandError } from '../failure.ts';
import { plainText } from '../output.ts';
import { type Step, stepText } from './steps.ts';

/** Adds the flags that `install` and `uninstall` share: where things are, and whether only to say what would be done. */
export function withPlaces(command: Command): Command {
  return command
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--systemd-dir <path>', 'folder of the unit files (default: ~/.config/systemd/user)')
    .option(
      '--extension-root <path>',
      "folder of Hermes One's extensions (default: $HERMES_WEBUI_EXTENSION_DIR, else ~/hermes-one-extensions)",
    )
    .option('--hermes-home <path>', 'Hermes home (default: $HERMES_HOME, else ~/.hermes)')
    .option(
      '--webui-state-dir <path>',
      'where the WebUI keeps its state (default: $HERMES_WEBUI_STATE_DIR, else webui in Hermes home)',
    )
    .option('--allow-profile-hermes-home', 'accept a home that belongs to one profile');
}

/** One line a step, as done or as it would be done. */
export function line(dry: boolean): (step: Step) => string {
  return (step) => plainText(dry ? `would ${stepText(step)}` : stepText(step));
}

/** @throws CommandError exit 1 with the system's code and the path. */
export function fail(error: unknown): never {
  if (error instanceof Error && errorCode(error) !== '') throw new CommandError(plainText(error.message), 1);
  throw error;
}
