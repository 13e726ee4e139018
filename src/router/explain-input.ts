import { codePointLength } from '../lib/text.ts';
import { ExplainInputError } from './input-error.ts';
import { parseTimestamp } from './timestamp.ts';

/** Sizes a dry run accepts, in code points. */
export interface ExplainLimits {
  /** Default 8192 (spec: service 2). */
  readonly maxTaskChars: number;
  /** Default 1048576 (spec: service 2): what one preview may cost in CPU time. */
  readonly maxPromptChars: number;
}

/** The limits of every face but `POST /route`, which takes longer tasks. */
export const EXPLAIN_LIMITS: ExplainLimits = { maxTaskChars: 8192, maxPromptChars: 1_048_576 };

/** Parameters of a dry run as a face received them. */
export interface RawExplainInput {
  readonly task: unknown;
  /** Absent: now. A `Date` or an ISO-8601 text otherwise. */
  readonly at?: unknown;
  /** The text the model would really receive, if it is more than the task. Empty or absent: the task. */
  readonly promptText?: unknown;
}

/** Checked parameters of a dry run. */
export interface ExplainInput {
  /** Trimmed, not empty. */
  readonly task: string;
  /** `null` where the caller named no moment. */
  readonly at: Date | null;
  /** Not trimmed; empty where the task is to be measured. */
  readonly promptText: string;
}

/**
 * Checks the parameters in the order of the contract (spec: service 6.1): task, prompt, moment.
 * @throws ExplainInputError for the first one that is wrong.
 */
export function readExplainInput(raw: RawExplainInput, limits: ExplainLimits = EXPLAIN_LIMITS): ExplainInput {
  const task = readTask(raw.task, limits.maxTaskChars);
  const promptText = readPrompt(raw.promptText, limits.maxPromptChars);
  return { task, at: readAt(raw.at), promptText };
}

function readTask(value: unknown, limit: number): string {
  if (value !== undefined && value !== null && typeof value !== 'string') {
    throw new ExplainInputError('task_not_text', 'task must be a string');
  }
  const task = (value ?? '').trim();
  if (task === '') throw new ExplainInputError('task_required', 'task is required');
  if (codePointLength(task) > limit) {
    throw new ExplainInputError('task_too_long', `task exceeds ${limit} characters`);
  }
  return task;
}

function readPrompt(value: unknown, limit: number): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') throw new ExplainInputError('prompt_not_text', 'prompt_text must be a string');
  if (codePointLength(value) > limit) {
    throw new ExplainInputError(
      'prompt_too_long',
      `prompt_text exceeds ${limit} characters: this bounds the CPU time of a preview (max_prompt_chars) and is not a routing limit. ` +
        'A longer prompt can be sized with `hermes-router chain --prompt-text`.',
    );
  }
  return value;
}

function readAt(value: unknown): Date | null {
  if (value === undefined || value === null) return null;
  const at = typeof value === 'string' ? parseTimestamp(value) : value;
  if (at === null || (at instanceof Date && Number.isNaN(at.getTime()))) {
    throw new ExplainInputError('at_invalid', 'at must be an ISO-8601 timestamp, e.g. 2026-08-17T07:00:00Z');
  }
  if (!(at instanceof Date)) {
    throw new ExplainInputError('at_not_a_time', 'at must be a datetime or an ISO-8601 timestamp');
  }
  return at;
}
