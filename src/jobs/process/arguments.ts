import type { HermesContract } from '../../system/hermes-binary.ts';

/** Prompts above this go by file (product decision: 100 kB). The kernel's limit for one argument is 131,071 bytes. */
export const LONGEST_ARGUMENT_BYTES = 100_000;

/** What the command line of one attempt is made of. */
export interface HermesArguments {
  readonly profile: string;
  readonly prompt: string;
  /** Where the prompt is when it does not fit an argument. */
  readonly promptFile: string | null;
  readonly model: string;
  readonly provider: string;
  readonly contract: HermesContract;
}

/**
 * The arguments of `hermes` in their fixed order. `-p` comes first because Hermes looks for it anywhere; a prompt that looks like an option is joined
 * to its own. Never `-Q`: it is silent until the end, which would blind the watchdogs. Pure.
 */
export function hermesArguments(parts: HermesArguments): string[] {
  const { profile, prompt, promptFile, model, provider, contract } = parts;
  return [
    ...['-p', profile, 'chat'],
    ...(promptFile === null ? query(prompt) : ['--query-file', promptFile]),
    ...(contract.streamJson ? ['--format', 'stream-json'] : []),
    ...(model === '' ? [] : ['-m', model]),
    ...(provider === '' ? [] : ['--provider', provider]),
  ];
}

function query(prompt: string): string[] {
  return prompt.startsWith('-') ? [`--query=${prompt}`] : ['-q', prompt];
}
