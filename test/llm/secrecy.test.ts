import { inspect } from 'node:util';
import t from 'tap';
import { PROVIDERS } from '../../src/llm/provider-table.ts';
import { answer, type Behaviour, completion, openOver, refusal, startStub } from './stub.ts';

const KEY = 'sk-Tiger.Striped.0123456789';
const PROMPT = 'the prompt about the purple walrus';
const REPLY = 'the reply about the green heron';

t.test('no error, audit record, warning or view holds a key, a prompt, a reply or a header', async (t) => {
  const echo = `Bearer ${KEY} said: ${PROMPT}`;
  const behaviours: [string, Behaviour][] = [
    ['fine', completion(REPLY)],
    ['echoing error', refusal(401, echo, { code: KEY, type: PROMPT })],
    ['echoing code', refusal(500, echo, { code: echo })],
    ['echo inside 200', answer(200, { error: { message: echo, code: KEY } })],
    ['echo as text', answer(502, echo, { 'content-type': 'text/plain', 'set-cookie': KEY })],
    ['echo as a page', answer(200, `<html>${echo}`, { 'content-type': 'text/html' })],
    ['redirect', answer(302, '', { location: `http://127.0.0.1:1/?key=${KEY}` })],
    ['echo as model', answer(200, { model: KEY.slice(0, 3) + echo, choices: [{ message: { content: '' } }] })],
    ['wrong JSON', completion(`{"${REPLY}": "${PROMPT}"}`)],
    ['reset', (response) => void response.destroy()],
  ];
  const schema = { type: 'object', additionalProperties: { type: 'number' } };
  for (const [name, behaviour] of behaviours) {
    const stub = await startStub(t, behaviour);
    const warnings: string[] = [];
    const config = {
      model: { default: 'm', provider: 'zai', base_url: `${stub.origin}/v1` },
      fallback_providers: [{ provider: 'custom', model: 'n', base_url: `${stub.origin}/v1?key=${KEY}`, api_key: KEY }],
    };
    const { llm, audit } = openOver(
      t,
      config,
      { env: `GLM_API_KEY=${KEY}\n` },
      { warn: (message) => warnings.push(message) },
    );
    const errors: unknown[] = [];
    for (let i = 0; i < 2; i++) {
      await llm
        .complete({ messages: [{ role: 'user', content: PROMPT }], retries: 0 })
        .catch((error: unknown) => errors.push(error));
      await llm
        .completeStructured({
          instructions: PROMPT,
          input: [{ type: 'text', text: PROMPT }],
          jsonSchema: schema,
          retries: 0,
        })
        .catch((error: unknown) => errors.push(error));
    }
    const said = inspect([errors, audit, warnings, llm.cooldowns(), llm.checkGrant('zai', 'm')], {
      depth: 20,
      showHidden: true,
      maxStringLength: null,
    });
    for (const secret of [KEY, 'walrus', 'heron', 'Bearer', stub.origin])
      t.notOk(said.includes(secret), `${name}: ${secret}`);
    t.ok(
      stub.asked.every(({ headers }) => headers.authorization === `Bearer ${KEY}`),
      `${name}: the key did go out`,
    );
    t.ok(audit.length === 4 && (errors.length > 0 || name === 'fine'), name);
  }
});

t.test('a key goes to its own provider only', async (t) => {
  const stub = await startStub(t, completion('ok'));
  const names = [...PROVIDERS.values()].flatMap((row) => ('unsupported' in row ? [] : row.keyEnv));
  const env = names.map((name) => `${name}=secret-of-${name}`).join('\n');
  const { llm } = openOver(t, { model: { default: 'm', base_url: `${stub.origin}/v1`, provider: 'custom' } }, { env });
  await llm.complete({ messages: [{ role: 'user', content: 'x' }] });
  t.notMatch(JSON.stringify(stub.asked[0]?.headers), /secret-of/);
});
