import t from 'tap';
import {
  answer,
  type Behaviour,
  completion,
  failureOf,
  openOver,
  PING,
  refusal,
  startStub,
  stubConfig,
} from './stub.ts';

const JSON_TEXT = '{"route":"deep"}';
const chunk = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] })}\r\n\r\n`;

t.test('answers in every dress give their text', async (t) => {
  const stream: Behaviour = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const bytes = Buffer.from(`: ping\r\n\r\n${chunk('dé')}${chunk('ep')}data: [DONE]\r\n\r\n`);
    const middle = bytes.indexOf(Buffer.from('é')) + 1;
    response.write(bytes.subarray(0, middle));
    // The connection stays open: the stop mark alone has to end the reading.
    setImmediate(() => response.write(bytes.subarray(middle)));
  };
  const table: [string, Behaviour, string][] = [
    ['plain', completion('ok'), 'ok'],
    ['thinking first', completion('<think>\nhm {"route":"cheap"}\n</think>\n\nok'), 'ok'],
    [
      'parts',
      completion([
        { type: 'text', text: 'o' },
        { type: 'text', text: 'k' },
      ]),
      'ok',
    ],
    ['reasoning holds the answer', completion('', { reasoning_content: JSON_TEXT }), JSON_TEXT],
    ['mislabelled', answer(200, { choices: [{ message: { content: 'ok' } }] }, { 'content-type': 'text/html' }), 'ok'],
    ['C-06 streamed although not asked', stream, 'déep'],
    [
      'C-06 JSON closed like a stream',
      answer(200, `${JSON.stringify({ choices: [{ message: { content: 'ok' } }] })}\n\ndata: [DONE]\n\n`, {
        'content-type': 'text/event-stream',
      }),
      'ok',
    ],
  ];
  for (const [name, behaviour, text] of table) {
    const stub = await startStub(t, behaviour);
    const { llm } = openOver(t, stubConfig(stub));
    t.equal((await llm.complete({ messages: PING, timeoutMs: 5000 })).text, text, name);
    t.equal(stub.asked.length, 1, name);
    t.equal(stub.asked[0]?.body.stream, false, name);
  }
});

t.test('answers that are none say so', async (t) => {
  const cut: Behaviour = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"choices":[{"mess');
    setImmediate(() => response.destroy());
  };
  const huge: Behaviour = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(Buffer.alloc(10 * 1024 * 1024, 32));
  };
  const html = { 'content-type': 'text/html' };
  const table: [string, Behaviour, string, number][] = [
    ['C-05 null', completion(null), 'empty_reply', 1],
    ['C-05 empty', completion(''), 'empty_reply', 1],
    ['C-05 thoughts only', completion('', { reasoning: 'hm' }), 'empty_reply', 1],
    [
      'C-04 cut while thinking',
      answer(200, { choices: [{ message: { content: '<think>{"a":1}' }, finish_reason: 'length' }] }),
      'truncated',
      1,
    ],
    ['a refusal is not retried', completion(null, { refusal: 'I will not' }), 'model_refusal', 1],
    ['C-07 no choices', answer(200, { choices: [] }), 'no_choices', 1],
    ['C-07 nothing', answer(200, {}), 'no_choices', 1],
    ['C-07 an error inside', answer(200, { error: { message: 'x', code: 429 } }), 'http_status', 2],
    ['C-13 a login page', answer(200, '<!doctype html><title>Sign in</title>', html), 'bad_reply', 1],
    ['C-13 no content', answer(204, ''), 'bad_reply', 1],
    ['C-13 cut JSON', answer(200, '{"choices":[{"mess'), 'bad_reply', 1],
    ['C-13 wrong encoding', answer(200, '{}', { 'content-encoding': 'gzip' }), 'bad_reply', 1],
    ['C-06 not a stream', answer(200, 'hello', { 'content-type': 'text/event-stream' }), 'bad_content_type', 1],
    ['an image', answer(200, 'GIF89a', { 'content-type': 'image/gif' }), 'bad_content_type', 1],
    ['10 MB', huge, 'bad_reply', 1],
    ['reset inside the body', cut, 'network', 2],
    ['400', refusal(400, 'context too long', { code: 'context_length_exceeded' }), 'http_status', 1],
  ];
  for (const [name, behaviour, code, requests] of table) {
    const stub = await startStub(t, behaviour);
    const { llm, audit } = openOver(t, stubConfig(stub));
    const failure = await failureOf(llm.complete({ messages: PING, retries: 1, timeoutMs: 5000 }));
    t.equal(failure.llmCode, code, name);
    t.equal(stub.asked.length, requests, name);
    t.match(audit, [{ outcome: code }], name);
  }
});

t.test('C-13 a redirect to another host is not followed, with or without the key', async (t) => {
  const other = await startStub(t, completion('stolen'));
  for (const status of [301, 302, 303, 307, 308]) {
    const stub = await startStub(t, answer(status, '', { location: `${other.origin}/v1/chat/completions` }));
    const { llm } = openOver(t, stubConfig(stub));
    const failure = await failureOf(llm.complete({ messages: PING }));
    t.match(failure, { llmCode: 'bad_reply', message: 'redirect' }, `${status}`);
  }
  t.equal(other.asked.length, 0);
});

t.test('result fields: attribution, usage, labels', async (t) => {
  const stub = await startStub(t, completion('ok'));
  const { llm, audit } = openOver(t, stubConfig(stub));
  t.same(await llm.complete({ messages: PING, purpose: 'a\nb', maxTokens: 9, temperature: 0.5 }), {
    text: 'ok',
    provider: 'custom',
    model: 'served-model',
    agentId: 'default',
    usage: {
      inputTokens: 3,
      outputTokens: 4,
      totalTokens: 7,
      cacheReadTokens: null,
      cacheWriteTokens: null,
      costUsd: null,
    },
    finishReason: 'stop',
    audit: { pluginId: 'hermes-smart-router', purpose: 'a b', profile: null },
  });
  t.match(audit, [
    {
      event: 'plugin_llm.complete',
      plugin: 'hermes-smart-router',
      provider: 'custom',
      model: 'stub-model',
      purpose: 'a b',
      task: null,
      tokens: 7,
      outcome: 'ok',
      attempts: [],
    },
  ]);
  t.match(stub.asked, [
    {
      path: '/v1/chat/completions',
      headers: {
        authorization: 'Bearer sk-stub-secret',
        'content-type': 'application/json',
        'accept-encoding': 'identity',
      },
      body: { model: 'stub-model', messages: PING, temperature: 0.5, max_tokens: 9, stream: false },
    },
  ]);
});

t.test('a provider cannot put its own words into labels', async (t) => {
  const stub = await startStub(
    t,
    answer(200, { model: 'echo: sk-stub-secret ping', choices: [{ message: { content: 'ok' } }] }),
  );
  const { llm } = openOver(t, stubConfig(stub));
  t.equal((await llm.complete({ messages: PING })).model, 'stub-model');
});

t.test('the Anthropic wire', async (t) => {
  const message = {
    model: 'c-1',
    content: [{ type: 'text', text: 'ok' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 2 },
  };
  const stub = await startStub(t, answer(200, message));
  const config = { model: { default: 'claude-x', provider: 'claude', base_url: stub.origin } };
  const { llm } = openOver(t, config, { env: 'ANTHROPIC_API_KEY=sk-ant-api03-secret\n' });
  const result = await llm.complete({ messages: [{ role: 'system', content: 'be brief' }, ...PING], maxTokens: 16 });
  t.match(result, { text: 'ok', provider: 'anthropic', model: 'c-1', finishReason: 'stop', usage: { totalTokens: 3 } });
  t.match(stub.asked, [
    {
      path: '/v1/messages',
      headers: { 'x-api-key': 'sk-ant-api03-secret', 'anthropic-version': '2023-06-01' },
      body: { model: 'claude-x', system: 'be brief', max_tokens: 16, messages: PING, stream: false },
    },
  ]);
  t.equal(stub.asked[0]?.headers.authorization, undefined);
});
