import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { lockPath, readLock } from '../client/lock-file.ts';
import { SIDECAR_UNIT, UNIT_NAMES, type UnitName } from '../hermes/service-units.ts';
import { isSameProcess } from '../lib/process-mark.ts';
import { CommandError } from './failure.ts';
import { uninstallExtension } from './install/extension.ts';
import { type InstallFlags, type InstallOptions, readInstallOptions } from './install/options.ts';
import { fail, line, withPlaces } from './install/places.ts';
import { forgetUnits, loadedUnits, stopUnits } from './install/running-units.ts';
import { applySteps, readText, removeSteps, type Step } from './install/steps.ts';
import { unitWord } from './install/unit-text.ts';
import { hardeningText, UNIT_MARK } from './install/units.ts';
import { type CommandIo, plainText } from './output.ts';

/** `uninstall`: stops and removes what `install` put there. */
export function registerUninstall(program: Command, io: CommandIo): void {
  withPlaces(
    program
      .command('uninstall')
      .description('Stop and remove the service and the extension. Policy, its history, state and token stay.')
      .option('--purge', 'remove those too'),
  )
    .addHelpText('after', '\nExit codes: 0 removed, or nothing was there; 1 stopped half-way (says why); 2 usage.')
    .action(async (_, command: Command) => {
      const flags = command.optsWithGlobals<InstallFlags>();
      const options = readInstallOptions(flags, io.env);
      const dry = flags.dryRun === true;
      const units = UNIT_NAMES.filter((name) => isOwnUnit(join(options.systemdDir, name)));
      const extension = uninstallExtension(options.extensionRoot);
      if (flags.purge === true) checkHome(options);
      const loaded = await loadedUnits(units, options.systemdDir, io.env);
      const tell = (text: string) => io.print(plainText(dry ? `would ${text}` : text));
      if (loaded.length > 0) tell(`stop and disable ${loaded.join(', ')}`);
      if (!dry) await stopUnits(loaded, io.env);
      if (flags.purge === true && !dry) checkStopped(options);
      const steps = [
        ...units.flatMap((name) => unitRemoval(options.systemdDir, name)),
        ...hardeningRemoval(options.systemdDir),
        ...extension,
        ...(flags.purge === true ? purgeSteps(options) : []),
      ];
      if (!dry) await applySteps(steps).catch(fail);
      if (!dry && loaded.length > 0) await forgetUnits(loaded, io.env);
      io.print(steps.length === 0 ? 'Nothing of it is installed.' : steps.map(line(dry)).join('\n'));
      if (flags.purge !== true)
        io.print(
          `\nKept: ${options.paths.policyFile}, ${dirname(options.paths.stateDir)} and the token. --purge removes them.`,
        );
    });
}

function isOwnUnit(path: string): boolean {
  return readText(path)?.startsWith(UNIT_MARK) === true;
}

/** The file, and the links by which it was enabled: a manager that cannot be reached does not remove them. */
function unitRemoval(folder: string, name: UnitName): Step[] {
  const links = ['default.target.wants', 'timers.target.wants']
    .map((target) => join(folder, target, name))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true);
  return [
    ...removeSteps(join(folder, name)),
    ...links.flatMap((path): Step[] => [
      { kind: 'remove', path },
      { kind: 'remove-empty', path: dirname(path) },
    ]),
  ];
}

/** The drop-in that we ship, where somebody copied it there and left it as it was. */
function hardeningRemoval(folder: string): Step[] {
  const dropIn = join(folder, `${SIDECAR_UNIT}.d`, 'hardening.conf');
  if (readText(dropIn) !== hardeningText()) return [];
  return [...removeSteps(dropIn), { kind: 'remove-empty', path: dirname(dropIn) }];
}

/** Purging takes the files of the home that the service used, or none. @throws CommandError exit 2 */
function checkHome({ systemdDir, hermesHome, webuiStateDir }: InstallOptions): void {
  const unit = readText(join(systemdDir, SIDECAR_UNIT));
  if (unit === null || !unit.startsWith(UNIT_MARK)) return;
  const expected = [`HERMES_HOME=${hermesHome}`, `HERMES_WEBUI_STATE_DIR=${webuiStateDir}`];
  const other = expected.find((text) => !unit.includes(`Environment=${unitWord(text)}\n`));
  if (other === undefined) return;
  throw new CommandError(
    `the service was installed for another home than ${other}: give --hermes-home and --webui-state-dir as they were at the installation`,
    2,
  );
}

/** @throws CommandError exit 1 while a daemon still writes what is to be removed. */
function checkStopped({ paths }: InstallOptions): void {
  const holder = readLock(lockPath(paths.stateDir));
  if (holder === null || !isSameProcess(holder)) return;
  throw new CommandError(`a daemon still uses ${paths.stateDir} (pid ${holder.pid}): end it, then purge again`, 1);
}

function purgeSteps({ paths }: InstallOptions): Step[] {
  const { tokenFile, stateDir, policyFile } = paths;
  const files = [tokenFile, dirname(stateDir), policyFile, `${policyFile}.bak`].flatMap(removeSteps);
  // A standalone installation made the folders of the token itself.
  const folders = [dirname(tokenFile), dirname(dirname(tokenFile))];
  return files.length === 0 ? [] : [...files, ...folders.map((path) => ({ kind: 'remove-empty', path }) as const)];
}
