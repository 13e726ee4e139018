/** What is wrong with the request for an edit; stable, for the error catalogue of a face. */
export type EditRequestCode =
  | 'invalid_field'
  | 'plan_required'
  | 'base_hash_required'
  | 'plan_id_unknown'
  | 'if_match_mismatch'
  | 'restart_unavailable';

/** The refusal of a request that is not one for an edit: the caller's mistake, whatever the file says. */
export interface EditRequestError extends Error {
  readonly editRequestCode: EditRequestCode;
}

/** Makes the error that planning and applying reject with. */
export function editRequestError(code: EditRequestCode, message: string): EditRequestError {
  return Object.assign(new Error(message), { editRequestCode: code });
}

/** True for an error made by {@link editRequestError}. */
export function isEditRequestError(error: unknown): error is EditRequestError {
  return error instanceof Error && 'editRequestCode' in error;
}
