import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../lib/atomic-file.ts';
import { LONGEST_ARGUMENT_BYTES } from './arguments.ts';
import type { AttemptSpec, SpawnFailure } from './attempt-shape.ts';

/** How the prompt reaches the child. */
export type PromptDelivery =
  | { readonly kind: 'ready'; readonly file: string | null; remove(): Promise<void> }
  | { readonly kind: 'failed'; readonly failure: SpawnFailure };

/** Writes a prompt that is too long for an argument into a private file of the job, or says why it cannot be delivered. */
export async function deliverPrompt(spec: AttemptSpec): Promise<PromptDelivery> {
  const { prompt, folder, attempt, binary } = spec;
  const bytes = Buffer.byteLength(prompt);
  if (prompt.includes('\0')) return failed('spawn_error', 'prompt_has_nul', false, 'The prompt holds a NUL character.');
  if (bytes <= LONGEST_ARGUMENT_BYTES) return { kind: 'ready', file: null, remove: async () => undefined };
  if (!binary.contract.queryFile)
    return failed(
      'prompt_too_large',
      'prompt_too_large',
      false,
      `The prompt has ${bytes} bytes; above ${LONGEST_ARGUMENT_BYTES} it needs --query-file, which ${binary.path} does not have.`,
    );
  const file = join(folder, `prompt-${attempt}.txt`);
  try {
    await writeFile(file, prompt, { mode: 0o600 });
  } catch (error) {
    const code = errorCode(error);
    return failed('spawn_error', code.toLowerCase(), true, `The prompt file could not be written: ${code}.`);
  }
  return { kind: 'ready', file, remove: () => unlink(file).catch(() => undefined) };
}

function failed(kind: SpawnFailure['kind'], reason: string, retryable: boolean, message: string): PromptDelivery {
  return { kind: 'failed', failure: { kind, reason, retryable, message } };
}
