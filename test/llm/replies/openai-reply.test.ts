import t from 'tap';
import type { JsonObject } from '../../../src/lib/json.ts';
import { completionFromChunks, openaiReply } from '../../../src/llm/replies/openai-reply.ts';

const choice = (message: JsonObject, finish_reason: string | null = 'stop'): JsonObject => ({
  model: 'm-1',
  choices: [{ index: 0, message, finish_reason }],
});

t.test('C-05 where a completion keeps its text', async (t) => {
  const table: [JsonObject, object][] = [
    [choice({ content: 'a' }), { text: 'a', finishReason: 'stop', model: 'm-1', declined: false }],
    [
      choice({ content: [{ type: 'text', text: 'a' }, { type: 'image_url' }, { type: 'text', text: 'b' }] }),
      { text: 'ab' },
    ],
    [choice({ content: ['a', { text: 'b' }, null, 7] }), { text: 'ab' }],
    [choice({ content: null, reasoning_content: 'r' }), { text: '', reasoning: 'r' }],
    [choice({ content: '', reasoning: 'r' }), { text: '', reasoning: 'r' }],
    [choice({}), { text: '', reasoning: '' }],
    [choice({ content: null, refusal: 'no' }), { declined: true }],
    [choice({ content: '' }, 'content_filter'), { declined: true }],
    [choice({ content: 'a', refusal: null }), { declined: false }],
    [
      {
        ...choice({ content: 'a' }),
        usage: {
          prompt_tokens: 3,
          completion_tokens: 4,
          total_tokens: 7,
          prompt_tokens_details: { cached_tokens: 2 },
          cost: 0.5,
        },
      },
      {
        usage: {
          inputTokens: 3,
          outputTokens: 4,
          totalTokens: 7,
          cacheReadTokens: 2,
          cacheWriteTokens: null,
          costUsd: 0.5,
        },
      },
    ],
    [{ ...choice({ content: 'a' }), usage: { total_tokens: '7' } }, { usage: { totalTokens: null } }],
  ];
  for (const [body, expected] of table) t.match(openaiReply(body), expected, JSON.stringify(body));
});

t.test('C-07 an error in an answer of 200 is that error', async (t) => {
  const none = { status: null, code: null, resetAt: null };
  const table: [JsonObject, object][] = [
    [{ error: { message: 'x', code: 429 } }, { ...none, status: 429, code: '429' }],
    [
      { choices: null, error: { code: 502 } },
      { ...none, status: 502, code: '502' },
    ],
    [{ error: { code: '503' } }, { ...none, status: 503, code: '503' }],
    [{ error: { type: 'overloaded_error' } }, { ...none, status: 529, code: 'overloaded_error' }],
    [{ error: { code: 'insufficient_quota' } }, { ...none, status: 402, code: 'insufficient_quota' }],
    [{ error: 'boom, with sk-secret' }, none],
    [{ error: { code: 'Prose With Secrets' } }, none],
    [{ choices: [] }, none],
    [{}, none],
    [{ choices: [null] }, none],
    [{ choices: [{}] }, none],
    [choice({ content: 'a' }, 'error'), none],
    [{ choices: [{ error: { code: 502 }, message: { content: '' } }] }, { ...none, status: 502, code: '502' }],
    [
      { error: { code: 429, metadata: { headers: { 'X-RateLimit-Reset': '1767225630000' } } } },
      { status: 429, code: '429', resetAt: 1767225630000 },
    ],
  ];
  for (const [body, failed] of table) t.same(openaiReply(body), { failed }, JSON.stringify(body));
});

t.test('C-06 chunks become the completion they would have been', async (t) => {
  const delta = (delta: JsonObject, finish_reason: string | null = null): JsonObject => ({
    model: 'm-1',
    choices: [{ delta, finish_reason }],
    usage: null,
  });
  const chunks = [
    delta({ role: 'assistant', content: '' }),
    delta({ reasoning_content: 'hm' }),
    delta({ content: 'a' }),
    delta({ content: 'b' }, 'stop'),
    delta({ content: null }),
    { model: 'm-1', choices: [], usage: { total_tokens: 9 } },
  ];
  t.match(openaiReply(completionFromChunks(chunks)), {
    text: 'ab',
    reasoning: 'hm',
    finishReason: 'stop',
    model: 'm-1',
    usage: { totalTokens: 9 },
  });
  t.match(
    openaiReply(completionFromChunks([choice({ content: 'a' })])),
    { text: 'a' },
    'a whole completion as one event',
  );
  t.match(openaiReply(completionFromChunks([delta({ content: 'a' }), { error: { code: 502 } }])), {
    failed: { status: 502 },
  });
  t.match(openaiReply(completionFromChunks([{ id: 'x' }])), { failed: { status: null } });
});
