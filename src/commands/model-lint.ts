import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { CommandError } from './failure.ts';
import { type ModelCache, modelProblems, readModelCache } from './model-lint/check.ts';
import { policyPairs, profilePairs } from './model-lint/pairs.ts';
import { type CommandIo, jsonText, plainText } from './output.ts';
import { openPolicyFile } from './policy-file.ts';

/** `model-lint`: every (provider, model) that the policy and the profiles name, against what the providers offer. */
export function registerModelLint(program: Command, io: CommandIo): void {
  program
    .command('model-lint')
    .description(
      "Check every model that the policy and the profiles name against Hermes' list of what each provider offers.",
    )
    .option('--config <path>', 'the policy file')
    .option('--profiles-dir <dir>', 'folder of profiles (default: profiles in Hermes home)')
    .option('--cache <file>', 'the model list (default: provider_models_cache.json in Hermes home)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit codes: 0 no problems, 1 problems or an unreadable file, 2 usage.')
    .action((_, command: Command) => {
      const flags = command.optsWithGlobals<{
        config?: string;
        profilesDir?: string;
        cache?: string;
        json?: boolean;
      }>();
      const { paths, snapshot } = openPolicyFile(flags.config, io.env);
      const cache = openCache(flags.cache ?? join(paths.root, 'provider_models_cache.json'));
      const problems = [
        ...modelProblems(snapshot.path, policyPairs(snapshot.document), cache),
        ...profileFiles(flags.profilesDir ?? paths.profilesDir).flatMap((file) =>
          modelProblems(file, profilePairs(readYaml(file)), cache),
        ),
      ];
      io.print(flags.json === true ? jsonText({ valid: problems.length === 0, problems }) : report(problems));
      if (problems.length > 0) io.exitWith(1);
    });
}

function report(problems: readonly string[]): string {
  if (problems.length === 0) return 'every named model is offered by its provider';
  return [`${problems.length} problem${problems.length === 1 ? '' : 's'}`, ...problems.map((problem) => `- ${problem}`)]
    .map(plainText)
    .join('\n');
}

function openCache(file: string): ModelCache {
  try {
    return readModelCache(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new CommandError(
      `cannot read the model list ${file}: ${reason(error)}. Hermes writes it when it lists models; --cache FILE reads another.`,
      1,
    );
  }
}

function profileFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => join(folder, entry.name, 'config.yaml'))
      .filter((file) => readdirSync(join(file, '..')).includes('config.yaml'))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new CommandError(`cannot read the profiles in ${folder}: ${reason(error)}`, 1);
  }
}

function readYaml(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${reason(error)}`, 1);
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
