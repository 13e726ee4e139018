import type { JsonObject } from '../../lib/json.ts';
import type { RequestShape, WireRequest } from '../request-shape.ts';
import type { RouteExtras } from './openai-request.ts';

/** The version header of the Messages API; it has had this one value since the API came out. */
export const ANTHROPIC_VERSION = '2023-06-01';

/** This API demands a limit; a call that names none gets this. Tokens. */
const DEFAULT_MAX_TOKENS = 4096;

/**
 * The body of a Messages request. System messages move into `system`. There is no response format here: JSON is asked for in words alone, which the
 * structured call does in any case.
 */
export function anthropicBody(
  request: WireRequest,
  model: string,
  shape: RequestShape,
  extras: RouteExtras,
): JsonObject {
  const system = request.messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return {
    ...extras.extraBody,
    model,
    max_tokens: request.maxTokens ?? DEFAULT_MAX_TOKENS,
    messages: request.messages.filter(({ role }) => role !== 'system').map(({ role, content }) => ({ role, content })),
    stream: shape.stream,
    ...(system.length > 0 ? { system: system.join('\n\n') } : {}),
    ...(shape.temperature ? { temperature: request.temperature } : {}),
  };
}
