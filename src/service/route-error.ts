/** Why a live decision is refused before it is made; stable, for the error catalogue of a face. */
export type RouteErrorCode = 'context_and_prompt' | 'invalid_field' | 'routing_disabled' | 'no_policy';

/** The refusal of a live decision. The first two are the caller's fault (400), the others the policy's (422). */
export interface RouteError extends Error {
  readonly routeCode: RouteErrorCode;
}

/** Makes the error that `route` rejects with. */
export function routeError(code: RouteErrorCode, message: string): RouteError {
  return Object.assign(new Error(message), { routeCode: code });
}

/** True for an error made by {@link routeError}. */
export function isRouteError(error: unknown): error is RouteError {
  return error instanceof Error && 'routeCode' in error;
}
