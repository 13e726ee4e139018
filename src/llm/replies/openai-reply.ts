import { isList, isMapping, type JsonObject, own } from '../../lib/json.ts';
import type { Usage } from '../request.ts';
import { type ErrorBody, errorIn } from './error-body.ts';
import { contentText, countIn, firstText } from './parts.ts';
import type { NoReply, WireReply } from './reply.ts';

/** Where servers put thinking. */
const REASONING_FIELDS = ['reasoning_content', 'reasoning'];

/** Reads a chat completion. An error inside an answer of 200 is that error. */
export function openaiReply(body: JsonObject): WireReply | NoReply {
  const error = errorIn(body);
  if (error !== null) return failed(error);
  const choices = own(body, 'choices');
  const choice = isList(choices) ? choices[0] : undefined;
  if (!isMapping(choice)) return failed(null);
  const finish = own(choice, 'finish_reason');
  const inside = errorIn(choice);
  if (inside !== null || finish === 'error') return failed(inside);
  const message = own(choice, 'message');
  if (!isMapping(message)) return failed(null);
  const text = contentText(own(message, 'content'));
  const model = own(body, 'model');
  return {
    text,
    reasoning: firstText(message, REASONING_FIELDS),
    finishReason: typeof finish === 'string' ? finish : null,
    declined: text.trim() === '' && (finish === 'content_filter' || firstText(message, ['refusal']) !== ''),
    model: typeof model === 'string' && model !== '' ? model : null,
    usage: usageIn(body),
  };
}

/** Puts the chunks of a stream together into the completion that they would have been. */
export function completionFromChunks(chunks: readonly JsonObject[]): JsonObject {
  const text = { content: '', refusal: '', reasoning_content: '' };
  let rest: JsonObject = {};
  let finish: JsonObject = {};
  let isChoice = false;
  for (const chunk of chunks) {
    const { choices, ...fields } = chunk;
    rest = { ...rest, ...present(fields) };
    const choice = isList(choices) ? choices[0] : undefined;
    if (!isMapping(choice)) continue;
    isChoice = true;
    const { delta, message, ...more } = choice;
    finish = { ...finish, ...present(more) };
    const piece = isMapping(delta) ? delta : isMapping(message) ? message : {};
    text.content += contentText(own(piece, 'content'));
    text.refusal += firstText(piece, ['refusal']);
    text.reasoning_content += firstText(piece, REASONING_FIELDS);
  }
  return { ...rest, choices: isChoice ? [{ ...finish, message: text }] : [] };
}

/** Later chunks repeat fields as null; that must not undo an earlier value. */
function present(mapping: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== null && value !== undefined));
}

function failed(error: ErrorBody | null): NoReply {
  return { failed: { status: error?.status ?? null, code: error?.code ?? null, resetAt: error?.resetAt ?? null } };
}

function usageIn(body: JsonObject): Usage {
  const usage = own(body, 'usage');
  const details = isMapping(usage) ? own(usage, 'prompt_tokens_details') : undefined;
  return {
    inputTokens: countIn(usage, 'prompt_tokens'),
    outputTokens: countIn(usage, 'completion_tokens'),
    totalTokens: countIn(usage, 'total_tokens'),
    cacheReadTokens: countIn(details, 'cached_tokens') ?? countIn(usage, 'prompt_cache_hit_tokens'),
    cacheWriteTokens: countIn(details, 'cache_write_tokens'),
    costUsd: countIn(usage, 'cost'),
  };
}
