import { isMapping } from '../../lib/json.ts';
import type { LlmErrorCode } from '../errors.ts';
import type { WireReply } from './reply.ts';
import { withoutThinking } from './thinking.ts';

/** The text of a reply, or why there is none. */
export type AnswerText = { readonly text: string } | { readonly missing: LlmErrorCode };

/**
 * The answer in a reply: its text without thinking. Thinking that came in its own field is not the answer, except when the model stopped by itself,
 * wrote nothing else, and the field is exactly one JSON object: some servers file the whole answer there.
 */
export function answerText(reply: WireReply): AnswerText {
  if (reply.declined) return { missing: 'model_refusal' };
  const text = withoutThinking(reply.text).trim();
  if (text !== '') return { text };
  if (reply.finishReason === 'length') return { missing: 'truncated' };
  const filed = reply.reasoning.trim();
  return reply.finishReason === 'stop' && isObject(filed) ? { text: filed } : { missing: 'empty_reply' };
}

function isObject(text: string): boolean {
  try {
    return isMapping(JSON.parse(text));
  } catch {
    return false;
  }
}
