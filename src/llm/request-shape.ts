import type { JsonObject } from '../lib/json.ts';

/** How JSON is asked for. */
export type ResponseFormat = 'json_schema' | 'json_object' | 'plain';

/** Which of the optional parameters a request carries. */
export interface RequestShape {
  readonly temperature: boolean;
  readonly format: ResponseFormat;
  readonly maxTokens: boolean;
  /** False is sent explicitly: some servers stream unless told otherwise. */
  readonly stream: boolean;
}

/** Everything one request to a provider says; the same for every hop of a call. */
export interface WireRequest {
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  readonly schema: JsonObject | null;
  /** JSON is wanted: with `schema` by it, else any. */
  readonly wantsJson: boolean;
}

/** The fullest shape that makes sense for a request. */
export function fullShape(request: WireRequest, sendsMaxTokens: boolean): RequestShape {
  return {
    temperature: request.temperature !== null,
    format: request.schema !== null ? 'json_schema' : request.wantsJson ? 'json_object' : 'plain',
    maxTokens: request.maxTokens !== null && sendsMaxTokens,
    stream: false,
  };
}

/** Words with which servers turn a parameter down. */
const REJECTION =
  /unsupported|not support|unknown|unrecognized|unexpected|not allowed|not permitted|invalid|must be|deprecated|only|extra/i;

/** What each part of a shape is called in such a text. */
const NAMES: readonly { readonly part: keyof RequestShape; readonly pattern: RegExp }[] = [
  { part: 'temperature', pattern: /temperature/i },
  { part: 'format', pattern: /response_?format|json_schema|json_object|structured.?output/i },
  { part: 'maxTokens', pattern: /max_?(?:completion_?)?tokens/i },
  { part: 'stream', pattern: /\bstream/i },
];

/**
 * The next shape after a 400 or 422 with this error text, or null when the text does not turn a parameter down that was sent. The part it
 * names goes first; without a name, temperature, then the response format (schema, then plain JSON, then none), then `max_tokens`.
 */
export function lighterShape(shape: RequestShape, errorText: string): RequestShape | null {
  if (!REJECTION.test(errorText)) return null;
  const named = NAMES.filter(({ pattern }) => pattern.test(errorText)).map(({ part }) => part);
  const isAboutParameters = named.length > 0 || /parameter|argument|field|input/i.test(errorText);
  if (!isAboutParameters) return null;
  const order: readonly (keyof RequestShape)[] = named.length > 0 ? named : ['temperature', 'format', 'maxTokens'];
  for (const part of order) {
    const lighter = without(shape, part);
    if (lighter !== null) return lighter;
  }
  return null;
}

function without(shape: RequestShape, part: keyof RequestShape): RequestShape | null {
  if (part === 'stream') return shape.stream ? null : { ...shape, stream: true };
  if (part !== 'format') return shape[part] ? { ...shape, [part]: false } : null;
  if (shape.format === 'plain') return null;
  return { ...shape, format: shape.format === 'json_schema' ? 'json_object' : 'plain' };
}
