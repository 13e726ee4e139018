import type { Json, JsonObject } from '../../lib/json.ts';
import type { RequestShape, WireRequest } from '../request-shape.ts';

/** Name of the schema in `response_format`, as the host sends it. */
const SCHEMA_NAME = 'plugin_structured_output';

/** What the operator adds to every request on a route. */
export interface RouteExtras {
  readonly extraBody: JsonObject;
  readonly reasoningEffort: string | null;
}

/** The body of a chat completion request. The operator's extra keys may add to it and never replace what the call itself says. */
export function openaiBody(request: WireRequest, model: string, shape: RequestShape, extras: RouteExtras): JsonObject {
  return {
    ...(extras.reasoningEffort === null ? {} : { reasoning_effort: extras.reasoningEffort }),
    ...extras.extraBody,
    model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    stream: shape.stream,
    ...(shape.temperature ? { temperature: request.temperature } : {}),
    ...(shape.maxTokens ? { max_tokens: request.maxTokens } : {}),
    ...responseFormat(request, shape),
  };
}

function responseFormat(request: WireRequest, shape: RequestShape): Record<string, Json> {
  if (shape.format === 'plain') return {};
  if (shape.format === 'json_object' || request.schema === null) return { response_format: { type: 'json_object' } };
  const json_schema = { name: SCHEMA_NAME, schema: request.schema, strict: false };
  return { response_format: { type: 'json_schema', json_schema } };
}
