import { isMapping, own } from '../lib/json.ts';
import { apiError } from './errors.ts';

/**
 * Reads text parameters from a query or a body. Missing, `null` and empty mean absent; nothing is coerced.
 * @param names the names, in the order in which they are judged.
 * @throws ApiError invalid_field, naming the first parameter that is not text.
 */
export function readTexts<Name extends string>(
  parameters: unknown,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  if (!isMapping(parameters)) return texts;
  for (const name of names) {
    const value = own(parameters, name) ?? '';
    if (typeof value !== 'string') throw apiError('invalid_field', `${name} must be a string`);
    if (value !== '') texts[name] = value;
  }
  return texts;
}

/**
 * Refuses a body with a field that the route does not know: a mistyped option must not run the call without it.
 * @throws ApiError unknown_field, naming it.
 */
export function refuseUnknown(body: unknown, known: readonly string[]): void {
  if (!isMapping(body)) return;
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined) throw apiError('unknown_field', `unknown field ${JSON.stringify(unknown.slice(0, 64))}`);
}
