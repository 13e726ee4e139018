import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORT_FILE_VARIABLE } from '../child/environment.ts';
import { createPlain } from '../child/plain.ts';
import { createReportReader } from '../child/report-file.ts';
import { createStreamJson } from '../child/stream-json.ts';
import { hermesArguments } from './arguments.ts';
import type { AttemptSpec, AttemptStart, SpawnFailure } from './attempt-shape.ts';
import { deliverPrompt } from './prompt-file.ts';
import { spawnInTurn } from './spawn.ts';
import { cwdFailure } from './spawn-failure.ts';
import { superviseAttempt } from './supervise.ts';

/**
 * Starts one attempt: checks the working directory, delivers the prompt, spawns. Resolves as soon as the process runs (its pid is known) or could not
 * be started. Never rejects.
 */
export async function startAttempt(spec: AttemptSpec): Promise<AttemptStart> {
  const failure = await cwdFailure(spec.cwd);
  if (failure !== null) return { kind: 'spawn_failed', failure };
  const prompt = await deliverPrompt(spec);
  if (prompt.kind === 'failed') return { kind: 'spawn_failed', failure: prompt.failure };
  const { contract, path } = spec.binary;
  const reportFile = join(spec.folder, `report-${spec.attempt}.json`);
  const removeFiles = async () => {
    await prompt.remove();
    await unlink(reportFile).catch(() => undefined);
  };
  const spawned = await spawnInTurn(path, hermesArguments({ ...spec, promptFile: prompt.file, contract }), {
    cwd: spec.cwd,
    env: { ...spec.env, [REPORT_FILE_VARIABLE]: reportFile },
  });
  if (isFailure(spawned)) {
    await removeFiles();
    return { kind: 'spawn_failed', failure: spawned };
  }
  const rendering = contract.streamJson ? createStreamJson() : createPlain(spec.prompt);
  const report = createReportReader(reportFile);
  const running = superviseAttempt(spec, spawned, rendering, report, removeFiles);
  return { kind: 'running', running };
}

function isFailure(spawned: object): spawned is SpawnFailure {
  return 'retryable' in spawned;
}
