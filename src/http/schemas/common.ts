import { type TProperties, Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../errors.ts';

/** Any JSON value, for parts of a policy that are served as they were written. */
export const Anything = Type.Unknown();

/** A mapping of which only the shape of the values is known. */
export const Mapping = Type.Record(Type.String(), Type.Unknown());

/** An object that may have more fields than are listed: answers grow. With a title it becomes a component of openapi.yaml. */
export function answer<Properties extends TProperties>(properties: Properties, description: string, title?: string) {
  return Type.Object(properties, title === undefined ? { description } : { description, title });
}

/** One of a closed set of words. */
export function words(...values: readonly string[]) {
  return Type.Enum([...values], { type: 'string' });
}

/** The body of every failure. */
export const Failure = Type.Object(
  {
    error: Type.String({ description: 'What is wrong, for a person.' }),
    code: Type.Enum(Object.keys(ERRORS), { type: 'string', description: 'The same, for a program: stable.' }),
    hint: Type.Optional(Type.String({ description: 'What can be done about it.' })),
  },
  { description: 'A failure.', title: 'Failure' },
);

/** Failures that the guard may answer on any route that needs the token. */
export const GUARD_FAILURES = [
  'duplicate_host',
  'host_not_allowed',
  'cross_site',
  'uri_too_long',
  'method_not_allowed',
  'rate_limited',
  'token_not_provisioned',
  'invalid_token',
  'answer_too_large',
  'internal',
] as const satisfies readonly ErrorCode[];

/** The `response` schemas of a route: its success, and the statuses of the failures it can answer. */
export function responses(success: unknown, failures: readonly ErrorCode[]): Record<number, unknown> {
  const answers: Record<number, unknown> = success === null ? {} : { 200: success };
  for (const code of failures) answers[ERRORS[code].status] = Failure;
  return answers;
}
