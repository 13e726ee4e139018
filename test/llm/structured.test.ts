import t from 'tap';
import { isMapping, type JsonObject } from '../../src/lib/json.ts';
import type { StructuredRequest } from '../../src/llm/request.ts';
import { answer, type Behaviour, completion, failureOf, openOver, refusal, startStub, stubConfig } from './stub.ts';

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { route: { enum: ['deep', 'cheap'] } },
  required: ['route'],
};
const REQUEST: StructuredRequest = {
  instructions: 'Pick a route.',
  input: [{ type: 'text', text: 'the task' }],
  jsonSchema: SCHEMA,
};
const DEEP = '{"route":"deep"}';

t.test('what is asked, and what comes back', async (t) => {
  const stub = await startStub(t, completion(DEEP));
  const { llm, audit } = openOver(t, stubConfig(stub));
  const result = await llm.completeStructured({
    ...REQUEST,
    systemPrompt: 'Be careful.',
    schemaName: 'routes',
    purpose: 'p',
  });
  t.match(result, {
    parsed: { route: 'deep' },
    contentType: 'json',
    text: DEEP,
    audit: { purpose: 'p', schemaName: 'routes' },
  });
  t.match(stub.asked[0]?.body, {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'plugin_structured_output', schema: SCHEMA, strict: false },
    },
    messages: [
      { role: 'system', content: /^Be careful\.[\s\S]*JSON/ },
      { role: 'user', content: 'Pick a route.\n\nthe task' },
    ],
  });
  t.match(audit, [{ event: 'plugin_llm.complete_structured', content_type: 'json', outcome: 'ok' }]);
  await llm.completeStructured({ instructions: 'x', input: REQUEST.input, jsonMode: true });
  t.match(stub.asked[1]?.body, { response_format: { type: 'json_object' } });
  await llm.completeStructured({ instructions: 'x', input: REQUEST.input });
  t.equal(stub.asked[2]?.body.response_format, undefined);
});

t.test('C-01 C-02 C-04 JSON is found wherever it stands, by one call', async (t) => {
  const texts = [
    DEEP,
    `\`\`\`json\n${DEEP}\n\`\`\``,
    `Sure! ${DEEP} Anything else?`,
    `<think>{"route":"cheap"}</think>\n${DEEP}`,
    `\`\`\`bash\necho {}\n\`\`\`\nso\n\`\`\`json\n${DEEP}\n\`\`\``,
  ];
  for (const text of texts) {
    const stub = await startStub(t, completion(text));
    const { llm } = openOver(t, stubConfig(stub));
    t.match(await llm.completeStructured(REQUEST), { parsed: { route: 'deep' }, contentType: 'json' }, text);
    t.equal(stub.asked.length, 1, text);
  }
});

t.test('what is not JSON, not the schema, or not whole', async (t) => {
  const cut = answer(200, { choices: [{ message: { content: '{"route":"de' }, finish_reason: 'length' }] });
  const table: [string, Behaviour, StructuredRequest, object][] = [
    ['prose', completion('I would go deep'), REQUEST, { parsed: null, contentType: 'text', text: 'I would go deep' }],
    ['a footnote', completion('see [1]'), { ...REQUEST, jsonSchema: {} }, { parsed: [1] }],
    [
      'json mode',
      completion('[1, 2]'),
      { instructions: 'x', input: REQUEST.input, jsonMode: true },
      { parsed: [1, 2] },
    ],
    [
      'a footnote in json mode',
      completion('see [1]'),
      { instructions: 'x', input: REQUEST.input, jsonMode: true },
      { parsed: null },
    ],
    [
      'nothing asked',
      completion(DEEP),
      { instructions: 'x', input: REQUEST.input },
      { parsed: null, contentType: 'text' },
    ],
    [
      'another value',
      completion('{"route":"medium"}'),
      REQUEST,
      { llmCode: 'schema_mismatch', message: '/route: enum' },
    ],
    [
      'a missing key',
      completion('{}'),
      REQUEST,
      { llmCode: 'schema_mismatch', message: 'required', provider: 'custom' },
    ],
    ['cut off', cut, REQUEST, { llmCode: 'truncated' }],
  ];
  for (const [name, behaviour, request, expected] of table) {
    const stub = await startStub(t, behaviour);
    const { llm } = openOver(t, stubConfig(stub));
    const outcome: unknown = await llm.completeStructured(request).catch((error: unknown) => error);
    t.match(outcome, expected, name);
    t.equal(stub.asked.length, 1, name);
  }
});

t.test('requests that are no requests', async (t) => {
  const stub = await startStub(t, completion(DEEP));
  const { llm } = openOver(t, stubConfig(stub));
  const image = { type: 'image', data: new Uint8Array([1]), mimeType: 'image/png' } as const;
  const table: [Partial<StructuredRequest>, string][] = [
    [{ instructions: ' ' }, 'invalid_request'],
    [{ input: [] }, 'invalid_request'],
    [{ input: [image] }, 'images_refused'],
  ];
  for (const [change, code] of table)
    t.equal((await failureOf(llm.completeStructured({ ...REQUEST, ...change }))).llmCode, code, JSON.stringify(change));
  t.equal((await failureOf(llm.complete({ messages: [] }))).llmCode, 'invalid_request');
  t.match(await failureOf(llm.complete({ messages: [{ role: 'user', content: [image] }] })), { message: /image/ });
  t.match(await failureOf(llm.completeStructured({ ...REQUEST, jsonSchema: { type: 'nothing' } })), {
    llmCode: 'invalid_request',
  });
  t.equal(stub.asked.length, 0);
});

t.test('schemas of other dialects, with formats and an id, compile, twice too', async (t) => {
  const stub = await startStub(t, completion('{"at":"x"}'));
  const { llm } = openOver(t, stubConfig(stub));
  for (let i = 0; i < 2; i++) {
    const jsonSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.test/at',
      type: 'object',
      properties: { at: { type: 'string', format: 'nobody-knows' } },
    };
    t.match(await llm.completeStructured({ ...REQUEST, jsonSchema }), { contentType: 'json' });
  }
});

t.test('a parameter that is turned down is left out, and that is remembered', async (t) => {
  const picky =
    (supported: readonly string[]): Behaviour =>
    (response, { body }) => {
      const format = body.response_format;
      const kind = isMapping(format) ? String(format.type) : 'none';
      if (body.temperature !== undefined && !supported.includes('temperature'))
        return refusal(400, "Unsupported parameter: 'temperature'")(response, { path: '', headers: {}, body });
      if (kind !== 'none' && !supported.includes(kind))
        return refusal(422, `response_format ${kind} is not supported`)(response, { path: '', headers: {}, body });
      if (body.max_tokens !== undefined && !supported.includes('max_tokens'))
        return refusal(400, 'max_tokens is not supported')(response, { path: '', headers: {}, body });
      return completion(DEEP)(response, { path: '', headers: {}, body });
    };
  const table: [readonly string[], number][] = [
    [['temperature', 'json_schema', 'max_tokens'], 1],
    [['json_schema', 'max_tokens'], 2],
    [['temperature', 'json_object', 'max_tokens'], 2],
    [['temperature', 'max_tokens'], 3],
    [['temperature', 'json_schema'], 2],
    [[], 5],
  ];
  for (const [supported, requests] of table) {
    const stub = await startStub(t, picky(supported));
    const { llm, pauses } = openOver(t, stubConfig(stub));
    const request = { ...REQUEST, temperature: 0, maxTokens: 64, retries: 0 };
    t.match(await llm.completeStructured(request), { parsed: { route: 'deep' } }, `${supported}`);
    t.equal(stub.asked.length, requests, `${supported}`);
    await llm.completeStructured(request);
    t.equal(stub.asked.length, requests + 1, `${supported}: remembered`);
    t.same(pauses, []);
    t.same(llm.cooldowns(), []);
  }
});

t.test('a server that only streams is asked to stream', async (t) => {
  const stub = await startStub(t, (response, asked) => {
    if (asked.body.stream !== true) return refusal(400, 'stream must be true')(response, asked);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify({ choices: [{ delta: { content: DEEP } }] })}\n\ndata: [DONE]\n\n`);
  });
  const { llm } = openOver(t, stubConfig(stub));
  t.match(await llm.completeStructured(REQUEST), { parsed: { route: 'deep' } });
});
