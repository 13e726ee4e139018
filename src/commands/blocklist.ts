import type { Command } from 'commander';
import type { BlocklistView } from '../blocklist/blocklist.ts';
import type { CooldownRow } from '../blocklist/cooldown-row.ts';
import { cooldownText } from '../blocklist/cooldown-text.ts';
import { isMapping, type Json, own } from '../lib/json.ts';
import { type CommandIo, jsonText, plainText } from './output.ts';
import { openPolicyFile } from './policy-file.ts';

/** `blocklist`: what is banned by hand, what the breaker is resting, and what stands in for it. Files only. */
export function registerBlocklist(program: Command, io: CommandIo): void {
  program
    .command('blocklist')
    .description(
      'Show what is not used now: manual bans, breaker cooldowns, and the models that stand in. Changes nothing.',
    )
    .option('--config <path>', 'the policy file')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit codes: 0 shown, 1 no readable policy, 2 usage.')
    .action((_, command: Command) => {
      const flags = command.optsWithGlobals<{ config?: string; json?: boolean }>();
      const { snapshot, blocklist } = openPolicyFile(flags.config, io.env);
      const view = blocklist.view(snapshot.document);
      const problem = blocklist.problem();
      if (problem !== null) io.complain(`hermes-router: ${plainText(problem)}`);
      io.print(flags.json === true ? jsonText(view) : blocklistText(view));
    });
}

function blocklistText(view: BlocklistView): string {
  const cooldowns = view.breaker_enabled
    ? section('breaker cooldowns', view.breaker_cooldowns.map(cooldownLine), 'no active cooldowns')
    : ['breaker: off in the policy'];
  const chain = view.fallback_chain.length === 0 ? 'none' : view.fallback_chain.join(' -> ');
  return [
    ...section('manual bans', view.manual_bans.map(banLine), 'no manual bans'),
    ...cooldowns,
    `fallback chain: ${chain}`,
  ]
    .map(plainText)
    .join('\n');
}

function section(title: string, lines: readonly string[], none: string): string[] {
  return lines.length === 0 ? [none] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

/** `gpt-5.5 @ openai-codex: stalls`. A row that is no mapping bans nothing, which it should say. */
function banLine(row: Json): string {
  if (!isMapping(row)) return `${JSON.stringify(row)}: not a ban, it has no effect`;
  const text = (key: string, absent: string) => {
    const value = own(row, key) ?? '';
    if (value === '') return absent;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return `${text('model', '*')} @ ${text('provider', '*')}: ${text('reason', 'none')}`;
}

/** `glm-5.3@zai: open, 12m left, after quota_exhausted` */
function cooldownLine(row: CooldownRow): string {
  const left = cooldownText(row.cooldown_remaining_s);
  const remaining = /^\d/.test(left) ? `${left} left` : left;
  return `${row.model_key}: ${row.state === 'OPEN' ? 'open' : 'half-open, its probe is out'}, ${remaining}, after ${row.last_failure_kind}`;
}
