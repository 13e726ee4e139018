import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { UNIT_NAMES } from '../hermes/service-units.ts';
import { accountName } from '../system/account.ts';
import { readLinger } from '../system/service-manager.ts';
import { CommandError } from './failure.ts';
import { installExtension } from './install/extension.ts';
import { nextSteps } from './install/next-steps.ts';
import { type InstallFlags, type InstallOptions, readInstallOptions } from './install/options.ts';
import { fail, line, withPlaces } from './install/places.ts';
import { applySteps, backupPath, readText, type Step, writeSteps } from './install/steps.ts';
import { renderUnits, UNIT_MARK } from './install/units.ts';
import type { CommandIo } from './output.ts';

/** `install`: unit files, the Hermes One extension, and what to do next. Starts nothing. */
export function registerInstall(program: Command, io: CommandIo): void {
  withPlaces(
    program
      .command('install')
      .description(
        'Install as a systemd user service and as an extension of Hermes One. Starts nothing; safe to repeat.',
      )
      .option('--standalone', 'for use without Hermes One: no extension, and a token of your own'),
  )
    .option('--port <number>', 'port of the daemon, in the unit and in the manifest (default: 8791)')
    .option('--config <path>', 'the policy file that the service uses (default: the usual places)')
    .addHelpText('after', '\nExit codes: 0 installed, 1 nothing was changed (says why), 2 usage.')
    .action(async (_, command: Command) => {
      const flags = command.optsWithGlobals<InstallFlags>();
      const options = readInstallOptions(flags, io.env);
      const steps = installSteps(options, flags.standalone === true, io.env);
      const dry = flags.dryRun === true;
      if (!dry) await applySteps(steps).catch(fail);
      io.print(steps.length === 0 ? 'Everything is in place already.' : steps.map(line(dry)).join('\n'));
      const linger = await readLinger(io.env, accountName());
      io.print(
        `\n${nextSteps(options, { standalone: flags.standalone === true, linger: linger.answer, user: accountName(), env: io.env })}`,
      );
    });
}

function installSteps(options: InstallOptions, standalone: boolean, env: NodeJS.ProcessEnv): Step[] {
  const units = renderUnits(options, env);
  return [
    ...(standalone ? tokenSteps(options) : []),
    ...UNIT_NAMES.flatMap((name) => unitSteps(join(options.systemdDir, name), units[name])),
    ...(standalone ? [] : installExtension(options.extensionRoot, options.port)),
  ];
}

/** A unit file of another origin is kept; one of ours is replaced. */
function unitSteps(path: string, text: string): Step[] {
  const present = readText(path);
  const foreign = present !== null && !present.startsWith(UNIT_MARK);
  return writeSteps(path, text, { backup: foreign ? backupPath(path) : null });
}

/** The token of somebody without Hermes One, which would mint it otherwise. @throws CommandError where there is one. */
function tokenSteps({ paths }: InstallOptions): Step[] {
  if (existsSync(paths.tokenFile))
    throw new CommandError(
      `there is a token at ${paths.tokenFile} already, and replacing it would lock somebody out. Leave --standalone out to renew the service.`,
      1,
    );
  const text = randomBytes(32).toString('base64url');
  return [{ kind: 'write', path: paths.tokenFile, text, mode: 0o600, backup: null, isNew: true, followsLink: false }];
}
