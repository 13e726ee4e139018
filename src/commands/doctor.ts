import type { Command } from 'commander';
import { readDaemonFacts } from '../client/daemon-facts.ts';
import { parsePort } from '../client/port.ts';
import { resolveHermesPaths } from '../hermes/paths.ts';
import { listProfiles } from '../hermes/profiles.ts';
import { openLlm } from '../llm/llm.ts';
import { resolvePolicyPath } from '../policy/path.ts';
import { openPolicyStore } from '../policy/store.ts';
import { readClassifierHealth } from '../service/classifier-health.ts';
import type { CheckStatus } from '../service/doctor/check.ts';
import { type DoctorReport, runDoctor } from '../service/doctor.ts';
import { openLiveMemory } from '../service/live-memory.ts';
import { EXIT_USAGE, withDaemonFlags } from './daemon-flags.ts';
import { CommandError } from './failure.ts';
import { type CommandIo, jsonText, plainText } from './output.ts';

/** Above the 10 s that a program may take. */
const LIMIT_MS = 15_000;
const WORDS: Readonly<Record<CheckStatus, string>> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' };

/** `doctor`: what is set up and what is missing, one cure each. Works without the daemon. */
export function registerDoctor(program: Command, io: CommandIo): void {
  withDaemonFlags(
    program
      .command('doctor')
      .description('Look whether everything is set up, and say for each thing what to do about it.'),
  )
    .option('--config <path>', 'the policy file')
    .addHelpText('after', '\nExit codes: 0 nothing failed (warnings do not count), 1 something failed, 2 usage.')
    .action(async (_, command: Command) => {
      const flags = command.optsWithGlobals<{ config?: string; port?: string; json?: boolean }>();
      const port = flags.port === undefined ? null : parsePort(flags.port);
      if (flags.port !== undefined && port === null)
        throw new CommandError(`--port ${JSON.stringify(flags.port)}: give a whole number from 1 to 65535`, EXIT_USAGE);
      const report = await examine(io.env, flags.config ?? null, port);
      io.print(flags.json === true ? jsonText(report) : reportText(report));
      if (!report.ok) io.exitWith(1);
    });
}

async function examine(env: NodeJS.ProcessEnv, config: string | null, port: number | null): Promise<DoctorReport> {
  const paths = resolveHermesPaths(env);
  const policy = openPolicyStore({ path: resolvePolicyPath(env, paths, config === '' ? null : config).path });
  const live = openLiveMemory({ paths, llm: openLlm({ paths, env, warn: () => undefined }) });
  return runDoctor(
    {
      paths,
      env,
      policy: policy.read(),
      profiles: listProfiles(paths),
      classifier: readClassifierHealth({ live, policy }),
      daemon: await readDaemonFacts(paths, port),
    },
    LIMIT_MS,
  );
}

function reportText({ checks }: DoctorReport): string {
  const width = Math.max(...checks.map(({ id }) => id.length));
  const lines = checks.flatMap(({ id, status, message, cure }) => [
    `${WORDS[status]}  ${id.padEnd(width)}  ${message}`,
    ...(cure === null ? [] : [`${' '.repeat(6 + width)}  -> ${cure}`]),
  ]);
  const count = (wanted: CheckStatus) => checks.filter(({ status }) => status === wanted).length;
  return [...lines, '', `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed`]
    .map(plainText)
    .join('\n');
}
