import type { Command } from 'commander';
import { listProfiles } from '../hermes/profiles.ts';
import { lintWarnings } from '../policy/lint/warnings.ts';
import { type CommandIo, jsonText, plainText } from './output.ts';
import { inspectPolicyFile } from './policy-file.ts';

/** `lint`: everything that is wrong with the policy, then what is worth a look. */
export function registerLint(program: Command, io: CommandIo): void {
  program
    .command('lint')
    .description('Check the policy: errors block every write and a cold start on it, warnings are advice.')
    .option('--config <path>', 'the policy file')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit codes: 0 valid (warnings do not count), 1 errors or no readable policy, 2 usage.')
    .action((_, command: Command) => {
      const flags = command.optsWithGlobals<{ config?: string; json?: boolean }>();
      const { snapshot, paths } = inspectPolicyFile(flags.config, io.env);
      const { errors } = snapshot;
      const warnings = [
        ...new Set([...snapshot.warnings, ...lintWarnings(snapshot.document, { profiles: listProfiles(paths) })]),
      ];
      io.print(
        flags.json === true
          ? jsonText({ path: snapshot.path, valid: errors.length === 0, errors, warnings })
          : report(snapshot.path, errors, warnings),
      );
      if (errors.length > 0) io.exitWith(1);
    });
}

function report(path: string, errors: readonly string[], warnings: readonly string[]): string {
  const verdict =
    errors.length === 0
      ? [`${path}: valid`]
      : [`${path}: ${count(errors.length, 'error')}`, ...errors.map((error) => `- ${error}`)];
  const advice =
    warnings.length === 0
      ? []
      : [`${count(warnings.length, 'warning')} (advice only):`, ...warnings.map((warning) => `! ${warning}`)];
  return [...verdict, ...advice].map(plainText).join('\n');
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}
