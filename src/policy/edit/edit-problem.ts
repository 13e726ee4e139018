/**
 * Why a text cannot be edited in place. `shared`: what would be changed is used elsewhere through an anchor, and nothing else may be tried.
 * `layout`: it is written in a way that a smaller edit cannot keep, so a larger block may be rewritten instead.
 */
export interface EditProblem extends Error {
  readonly editProblem: 'shared' | 'layout';
}

/** Makes an {@link EditProblem}. */
export function editProblem(kind: EditProblem['editProblem'], message: string): EditProblem {
  return Object.assign(new Error(message), { editProblem: kind });
}

/** True for an error made by {@link editProblem}. */
export function isEditProblem(error: unknown): error is EditProblem {
  return error instanceof Error && 'editProblem' in error;
}
