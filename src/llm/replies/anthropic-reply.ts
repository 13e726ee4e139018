import { isList, isMapping, type JsonObject, own } from '../../lib/json.ts';
import type { Usage } from '../request.ts';
import { errorIn } from './error-body.ts';
import { contentText, countIn, firstText } from './parts.ts';
import type { NoReply, WireReply } from './reply.ts';

/** Stop reasons in the words of chat completions. */
const FINISH: Readonly<Record<string, string>> = { end_turn: 'stop', stop_sequence: 'stop', max_tokens: 'length' };

/** Reads an Anthropic message. An error inside an answer of 200 is that error. */
export function anthropicReply(body: JsonObject): WireReply | NoReply {
  const error = errorIn(body);
  const content = own(body, 'content');
  if (error !== null || !isList(content))
    return { failed: { status: error?.status ?? null, code: error?.code ?? null, resetAt: error?.resetAt ?? null } };
  const thoughts = content.filter(isMapping).map((block) => firstText(block, ['thinking']));
  const stop = own(body, 'stop_reason');
  const model = own(body, 'model');
  return {
    text: contentText(content),
    reasoning: thoughts.join(''),
    finishReason: typeof stop === 'string' ? (FINISH[stop] ?? stop) : null,
    declined: stop === 'refusal',
    model: typeof model === 'string' && model !== '' ? model : null,
    usage: usageIn(own(body, 'usage')),
  };
}

/** Puts the events of a stream together into the message that they would have been. */
export function messageFromEvents(events: readonly JsonObject[]): JsonObject {
  let message: JsonObject = {};
  let usage: JsonObject = {};
  let text = '';
  let thinking = '';
  for (const event of events) {
    const start = own(event, 'message');
    const delta = own(event, 'delta');
    if (errorIn(event) !== null) return event;
    if (isMapping(start)) message = { ...message, ...start };
    for (const counts of [isMapping(start) ? own(start, 'usage') : undefined, own(event, 'usage')])
      if (isMapping(counts)) usage = { ...usage, ...counts };
    if (!isMapping(delta)) continue;
    text += firstText(delta, ['text']);
    thinking += firstText(delta, ['thinking']);
    const stop = own(delta, 'stop_reason');
    if (typeof stop === 'string') message = { ...message, stop_reason: stop };
  }
  const isMessage = Object.keys(message).length > 0 || text !== '';
  const content = [
    { type: 'thinking', thinking },
    { type: 'text', text },
  ];
  return isMessage ? { ...message, usage, content } : {};
}

function usageIn(usage: unknown): Usage {
  const inputTokens = countIn(usage, 'input_tokens');
  const outputTokens = countIn(usage, 'output_tokens');
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens,
    cacheReadTokens: countIn(usage, 'cache_read_input_tokens'),
    cacheWriteTokens: countIn(usage, 'cache_creation_input_tokens'),
    costUsd: null,
  };
}
