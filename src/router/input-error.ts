/** What can be wrong with the input of a dry run; stable, for the error catalogue of a face. */
export type ExplainInputCode =
  | 'task_required'
  | 'task_not_text'
  | 'task_too_long'
  | 'prompt_not_text'
  | 'prompt_too_long'
  | 'at_invalid'
  | 'at_not_a_time'
  | 'policy_invalid';

/**
 * The one error that a dry run throws: the caller's input cannot be explained. Faces answer it with 400 and exit 2.
 * Everything else a task or a policy may contain has an answer.
 */
export class ExplainInputError extends Error {
  readonly code: ExplainInputCode;
  /** The policy's errors where `code` is `policy_invalid`, else empty. */
  readonly problems: readonly string[];

  constructor(code: ExplainInputCode, message: string, problems: readonly string[] = []) {
    super(message);
    this.name = 'ExplainInputError';
    this.code = code;
    this.problems = problems;
  }
}

/** The policy that is to decide has lint errors or is no mapping. */
export function policyInvalid(problems: readonly string[]): ExplainInputError {
  return new ExplainInputError('policy_invalid', 'router policy is invalid', problems);
}
