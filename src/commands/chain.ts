import type { Command } from 'commander';
import { planChain } from '../chain/plan.ts';
import { seededRandom } from '../chain/random.ts';
import type { Explanation } from '../router/explain.ts';
import { chainPayload } from './chain/payload.ts';
import { chainText } from './chain/text.ts';
import { explainFor, type TaskFlags, withTaskFlags } from './explain.ts';
import { CommandError } from './failure.ts';
import { type Moment, readMoment } from './moment.ts';
import { type CommandIo, jsonText, plainText } from './output.ts';
import { openPolicyFile } from './policy-file.ts';
import { requestRefused } from './requested-model.ts';

/** `chain TASK`: the ordered attempt list with its diagnostics and prices. */
export function registerChain(program: Command, io: CommandIo): void {
  withTaskFlags(program.command('chain'))
    .description(
      'Show the ordered attempt list for a task: requirements, prices at that hour, what was left out and why.',
    )
    .option('--seed <number>', 'draw `fallback_strategy: random` from this whole number instead of the preview seed')
    .addHelpText(
      'after',
      `
Examples:
  hermes-router chain "Add a retry to src/http.py" --at 2026-08-17T07:00:00Z
  hermes-router chain "Summarise this" --prompt-text "$(cat notes.txt)" --json
Exit codes: 0 planned, 1 no readable or valid policy, 2 usage.`,
    )
    .action((task: string, _: TaskFlags, command: Command) => {
      const flags = command.optsWithGlobals<TaskFlags & { seed?: string }>();
      const moment = readMoment(flags.at, flags.timeAgnostic === true, io.now());
      const seed = readSeed(flags.seed);
      const policy = openPolicyFile(flags.config, io.env);
      const refused = requestRefused(policy, flags.model);
      if (refused !== null) {
        io.print(flags.json === true ? jsonText(refused) : `refused: ${plainText(String(flags.model))} is blocked`);
        return;
      }
      const explanation = explainFor(policy, task, flags, moment);
      const plan = seed === null ? explanation.chain_plan : seededPlan(explanation, seed, moment);
      const payload = chainPayload(task, explanation, plan, seed, moment);
      io.print(flags.json === true ? jsonText(payload) : chainText(payload, moment));
    });
}

function seededPlan(explanation: Explanation, seed: number, moment: Moment) {
  return planChain(explanation.decision.output, explanation.features, { at: moment.at, random: seededRandom(seed) });
}

function readSeed(text: string | undefined): number | null {
  if (text === undefined) return null;
  const seed = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(seed)) throw new CommandError(`--seed ${JSON.stringify(text)}: give a whole number`, 2);
  return seed;
}
