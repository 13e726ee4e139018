import { type Command, Option } from 'commander';
import { readClock } from '../models/clock.ts';
import { type Explanation, traceDecision } from '../router/explain.ts';
import { readExplainInput } from '../router/explain-input.ts';
import { ExplainInputError } from '../router/input-error.ts';
import { preparePolicy } from '../router/prepared-policy.ts';
import { refusalQuery } from '../service/explain.ts';
import { chainLines, clausesText, decisionLine, momentText, whyNotLines } from './decision-text.ts';
import { CommandError } from './failure.ts';
import { type Moment, readMoment } from './moment.ts';
import { type CommandIo, jsonText, plainText } from './output.ts';
import { type OpenedPolicy, openPolicyFile } from './policy-file.ts';
import { requestRefused } from './requested-model.ts';

/** Flags that `explain` and `chain` share. */
export interface TaskFlags {
  readonly config?: string;
  readonly model?: string;
  readonly promptText?: string;
  readonly at?: string;
  readonly timeAgnostic?: boolean;
  readonly json?: boolean;
}

/** Adds the flags that `explain` and `chain` share. */
export function withTaskFlags(command: Command): Command {
  return command
    .addOption(new Option('--time-agnostic', 'decide without a clock: base prices only').conflicts('at'))
    .argument('<task>', 'the task text, as you would give it to the agent')
    .option('--config <path>', 'the policy file')
    .option('--model <id>', 'the model the caller asks for: answers the refusal when it is blocked')
    .option('--prompt-text <text>', 'the text the model would really receive, when it is more than the task')
    .option('--at <time>', 'now, a UTC hour (7, 07:30) or ISO-8601; default: now')
    .option('--json', 'print JSON');
}

/** `explain TASK`: which profile and model, by which rule, and what ruled out the rest. */
export function registerExplain(program: Command, io: CommandIo): void {
  withTaskFlags(program.command('explain'))
    .description('Say which profile and model would do a task, by which rule, and why not another. Changes nothing.')
    .addHelpText(
      'after',
      `
Examples:
  hermes-router explain "Debug race condition in pool"
  hermes-router explain "Review PR for security" --at 07:30 --json
Exit codes: 0 answered, 1 no readable or valid policy, 2 usage.`,
    )
    .action((task: string, _: TaskFlags, command: Command) => {
      const flags = command.optsWithGlobals<TaskFlags>();
      const moment = readMoment(flags.at, flags.timeAgnostic === true, io.now());
      const policy = openPolicyFile(flags.config, io.env);
      const refused = requestRefused(policy, flags.model);
      if (refused !== null) {
        const next =
          refused.fallback === null
            ? 'fallback_chain names no replacement'
            : `next in fallback_chain: ${refused.fallback}`;
        io.print(
          flags.json === true ? jsonText(refused) : `refused: ${plainText(String(flags.model))} is blocked (${next})`,
        );
        return;
      }
      const explanation = explainFor(policy, task, flags, moment);
      io.print(
        flags.json === true
          ? jsonText(explainPayload(explanation, moment))
          : explainText(task, explanation, policy, moment),
      );
    });
}

/**
 * The explanation of a task on an opened policy, with bans and the breaker's state labelled.
 * @throws CommandError exit 1 for a policy with errors, exit 2 for a task that cannot be explained.
 */
export function explainFor(policy: OpenedPolicy, task: string, flags: TaskFlags, moment: Moment): Explanation {
  const { snapshot, blocklist } = policy;
  try {
    const input = readExplainInput({ task, at: moment.at, promptText: flags.promptText });
    const ready = preparePolicy(snapshot.document);
    const atSource = moment.source === 'now' ? 'now' : 'explicit';
    return traceDecision(ready, { ...input, atSource, refusal: refusalQuery(blocklist, ready.document) });
  } catch (error) {
    if (!(error instanceof ExplainInputError)) throw error;
    const problems = error.problems.map((problem) => `\n- ${plainText(problem)}`).join('');
    throw new CommandError(`${error.message}${problems}`, error.code === 'policy_invalid' ? 1 : 2);
  }
}

/** The moment's keys of a JSON answer; hour and weekday are absent without a clock. */
export function momentKeys(moment: Moment): object {
  const clock = readClock(moment.at);
  return {
    at: moment.at?.toISOString() ?? null,
    at_source: moment.source,
    ...(clock === null ? {} : { utc_hour: clock.hour, utc_weekday: clock.weekday }),
  };
}

function explainPayload(explanation: Explanation, moment: Moment): object {
  const { decision, chain_plan, why_not, if_unclassified } = explanation;
  return {
    ...decision,
    chain_plan,
    why_not,
    ...(if_unclassified === undefined ? {} : { if_unclassified }),
    ...momentKeys(moment),
  };
}

function explainText(task: string, explanation: Explanation, policy: OpenedPolicy, moment: Moment): string {
  const plan = explanation.if_unclassified?.chain_plan ?? explanation.chain_plan;
  const block = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [name, ...lines.map((line) => `  ${line}`)];
  const clauses = clausesText(explanation.decision.matched_clauses);
  return [
    `task: ${plainText(task)}`,
    `decision: ${decisionLine(explanation, policy.snapshot.document.rules)}`,
    `cause: ${explanation.decision.cause}`,
    ...(clauses === '' ? [] : [`because: ${clauses}`]),
    `at: ${momentText(moment.at, moment.source)}`,
    ...block('chain:', chainLines(plan)),
    ...block('why not:', whyNotLines(explanation)),
  ].join('\n');
}
