import { codePointLength } from '../lib/text.ts';
import { composePrompt } from '../router/compose-prompt.ts';
import { readExplainInput } from '../router/explain-input.ts';
import { routeError } from './route-error.ts';

/** Longest task and longest measured text of a live decision, in code points. */
export const MAX_ROUTE_CHARS = 1_048_576;
/** Longest name, in code points. Session ids are kept in memory, ten thousand of them. */
const MAX_NAME_CHARS = 200;

/** A request for a live decision as a face received it. Absent, `null` and empty mean the same. */
export interface RawRouteRequest {
  readonly task: unknown;
  /** What the model will read in front of the task. */
  readonly context?: unknown;
  /** The whole text that the model will receive, for a caller that composes it itself. Not together with `context`. */
  readonly promptText?: unknown;
  /** The pair that the caller wants to run on: refused if it is blocked. */
  readonly model?: unknown;
  readonly provider?: unknown;
  /** Whose pin counts: within a session no task runs on a lower tier than the classifier once gave. */
  readonly sessionId?: unknown;
  /** The role that the caller fixed, which rules may ask for. */
  readonly assignee?: unknown;
  /** `kanban`, `chat` or `delegate`; anything else is recorded as unknown. */
  readonly source?: unknown;
}

/** A checked request. Empty texts stand for what was not given. */
export interface RouteInput {
  readonly task: string;
  /** What is measured. */
  readonly text: string;
  readonly model: string;
  readonly provider: string;
  readonly sessionId: string;
  readonly assignee: string;
  readonly source: string;
}

/**
 * Checks a request.
 * @throws ExplainInputError for the task or the prompt, as a dry run does; a `RouteError` for the other fields.
 */
export function readRouteInput(raw: RawRouteRequest): RouteInput {
  const limits = { maxTaskChars: MAX_ROUTE_CHARS, maxPromptChars: MAX_ROUTE_CHARS };
  const { task, promptText } = readExplainInput({ task: raw.task, promptText: raw.promptText ?? undefined }, limits);
  const context = textField('context', raw.context, MAX_ROUTE_CHARS).trim();
  if (context !== '' && promptText !== '')
    throw routeError('context_and_prompt', 'context and prompt_text cannot be given together');
  return {
    task,
    text: promptText === '' ? composePrompt(task, context) : promptText,
    model: textField('model', raw.model),
    provider: textField('provider', raw.provider),
    sessionId: textField('session_id', raw.sessionId),
    assignee: textField('assignee', raw.assignee),
    source: textField('source', raw.source),
  };
}

function textField(name: string, value: unknown, limit: number = MAX_NAME_CHARS): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw routeError('invalid_field', `${name} must be a string`);
  if (codePointLength(value) > limit) throw routeError('invalid_field', `${name} exceeds ${limit} characters`);
  return value;
}
