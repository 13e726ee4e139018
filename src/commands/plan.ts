import type { Command } from 'commander';
import type { DaemonAnswer } from '../client/ask.ts';
import type { DaemonClient } from '../client/client.ts';
import { isMapping, type JsonObject, own } from '../lib/json.ts';
import { type DaemonFlags, withDaemon, withDaemonFlags } from './daemon-flags.ts';
import { CommandError } from './failure.ts';
import { type CommandIo, jsonText, plainText } from './output.ts';
import { readChange, withWholeRules } from './patch-source.ts';
import { planText } from './plan-text.ts';

interface ChangeFlags extends DaemonFlags {
  readonly set: readonly string[];
}

const EXAMPLES = (name: string): string => `
Examples:
  hermes-router ${name} --set tiers.T2.model=glm-4.7 --set tiers.T2.provider=zai
  hermes-router ${name} --set 'price_windows."deepseek-v4-pro"=[]' --set tiers.T1.time_cap=null
  hermes-router ${name} --set rules.hard-verbs.enabled=false
  hermes-router ${name} change.yaml          keys of the policy with their new values; null removes one
Lists are replaced whole. What rules match (\`when\`), and which there are, is edited in the file.`;

/** `plan`, `apply`, `revert`: change the policy through the daemon, which keeps every comment and everybody else's edit. */
export function registerPlan(program: Command, io: CommandIo): void {
  withChangeFlags(program.command('plan'))
    .description(
      'Show what a change of the policy would write, and what the last decisions would have been. Writes nothing.',
    )
    .addHelpText('after', `${EXAMPLES('plan')}\nExit codes: 0 valid, 1 not valid, 2 usage, 69 no daemon.`)
    .action((file: string | undefined, _, command: Command) => plan(io, file, command.optsWithGlobals<ChangeFlags>()));
  withChangeFlags(program.command('apply'))
    .description('Plan a change of the policy, show it, and write it. Takes effect with the next decision.')
    .addHelpText(
      'after',
      `${EXAMPLES('apply')}\nExit codes: 0 written or nothing to change, 1 refused, 2 usage, 69 no daemon.`,
    )
    .action((file: string | undefined, _, command: Command) => apply(io, file, command.optsWithGlobals<ChangeFlags>()));
  withDaemonFlags(program.command('revert'))
    .description('Go back to the policy before the last change; again, one further. What is replaced is kept.')
    .addHelpText('after', '\nExit codes: 0 reverted, 1 nothing to go back to, or refused, 2 usage, 69 no daemon.')
    .action((_, command: Command) => revert(io, command.optsWithGlobals<DaemonFlags>()));
}

function withChangeFlags(command: Command): Command {
  const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];
  return withDaemonFlags(command)
    .argument('[file]', 'the change as YAML or JSON; - for standard input')
    .option('--set <key=value>', 'one change; may be given several times', collect, []);
}

async function plan(io: CommandIo, file: string | undefined, flags: ChangeFlags): Promise<void> {
  const change = readChange(file, flags.set);
  const body = await withDaemon(io, flags, (client) => askPlan(client, change));
  io.print(flags.json === true ? jsonText(body) : planText(body, io.colors));
  if (own(body, 'valid') !== true) io.exitWith(1);
}

async function apply(io: CommandIo, file: string | undefined, flags: ChangeFlags): Promise<void> {
  const change = readChange(file, flags.set);
  await withDaemon(io, flags, async (client) => {
    const body = await askPlan(client, change);
    if (flags.json !== true) io.print(planText(body, io.colors));
    if (own(body, 'valid') !== true) {
      if (flags.json === true) io.print(jsonText(body));
      return io.exitWith(1);
    }
    const applied = await client.ask({ method: 'POST', path: '/apply', body: { plan_id: own(body, 'plan_id') } });
    const answer = requireSuccess(applied);
    if (flags.json === true) io.print(jsonText(answer));
    else if (own(answer, 'no_op') !== true)
      io.print('written; in effect with the next decision. `hermes-router revert` goes back.');
  });
}

async function revert(io: CommandIo, flags: DaemonFlags): Promise<void> {
  const answer = await withDaemon(io, flags, async (client) =>
    requireSuccess(await client.ask({ method: 'POST', path: '/apply/revert', body: {} })),
  );
  const done = own(answer, 'ok') === true;
  if (flags.json === true) io.print(jsonText(answer));
  else if (done)
    io.print(`reverted; what was there is kept as entry ${String(own(answer, 'saved'))} of policy-history`);
  else io.complain(`hermes-router: nothing to go back to (${plainText(String(own(answer, 'error')))})`);
  if (!done) io.exitWith(1);
}

async function askPlan(client: DaemonClient, change: JsonObject): Promise<JsonObject> {
  const policy = await withWholeRules(client, change);
  return requireSuccess(await client.ask({ method: 'POST', path: '/plan', body: { policy } }));
}

/** @throws CommandError exit 1 with the daemon's own words. */
function requireSuccess({ status, body }: DaemonAnswer): JsonObject {
  const fields = isMapping(body) ? body : {};
  if (status < 400) return fields;
  const said = plainText(String(own(fields, 'error') ?? `the daemon answered ${status}`));
  const hint = own(fields, 'hint');
  throw new CommandError(typeof hint === 'string' ? `${said}. ${hint}` : said, 1);
}
