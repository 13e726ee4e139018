import t from 'tap';
import type { JsonObject } from '../../../src/lib/json.ts';
import { anthropicReply, messageFromEvents } from '../../../src/llm/replies/anthropic-reply.ts';

t.test('a message gives its text, thinking, reason and counts', async (t) => {
  const usage = { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: 1, cache_creation_input_tokens: 2 };
  const content = [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'a' },
    { type: 'tool_use', name: 'x' },
    { type: 'text', text: 'b' },
  ];
  t.same(anthropicReply({ model: 'c-1', content, stop_reason: 'end_turn', usage }), {
    text: 'ab',
    reasoning: 'hm',
    finishReason: 'stop',
    declined: false,
    model: 'c-1',
    usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7, cacheReadTokens: 1, cacheWriteTokens: 2, costUsd: null },
  });
  const table: [JsonObject, object][] = [
    [
      { content: [], stop_reason: 'max_tokens' },
      { text: '', finishReason: 'length' },
    ],
    [{ content: [], stop_reason: 'refusal' }, { declined: true }],
    [{ type: 'error', error: { type: 'overloaded_error', message: 'x' } }, { failed: { status: 529 } }],
    [{ content: 'text' }, { failed: { status: null } }],
    [{}, { failed: { status: null } }],
  ];
  for (const [body, expected] of table) t.match(anthropicReply(body), expected, JSON.stringify(body));
});

t.test('events become the message they would have been', async (t) => {
  const events: JsonObject[] = [
    { type: 'message_start', message: { model: 'c-1', content: [], usage: { input_tokens: 3, output_tokens: 1 } } },
    { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'hm' } },
    { type: 'content_block_delta', delta: { type: 'text_delta', text: 'a' } },
    { type: 'ping' },
    { type: 'content_block_delta', delta: { type: 'text_delta', text: 'b' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
  t.match(anthropicReply(messageFromEvents(events)), {
    text: 'ab',
    reasoning: 'hm',
    finishReason: 'stop',
    model: 'c-1',
    usage: { inputTokens: 3, outputTokens: 5 },
  });
  const broken = [...events.slice(0, 3), { type: 'error', error: { type: 'overloaded_error' } }];
  t.match(anthropicReply(messageFromEvents(broken)), { failed: { status: 529 } });
  t.match(anthropicReply(messageFromEvents([{ type: 'ping' }])), { failed: { status: null } });
});
