import t from 'tap';
import type { JsonObject } from '../../src/lib/json.ts';
import type { AuxiliaryTask } from '../../src/llm/auxiliary-tasks.ts';
import type { RouteOptions } from '../../src/llm/request.ts';
import { completion, failureOf, GRANTED, openOver, PING, type Stub, startStub } from './stub.ts';

const SECTION = 'plugins.entries.hermes-smart-router.llm';
const ENV = 'GLM_API_KEY=zai-secret\nDEEPSEEK_API_KEY=ds-secret\n';

/** zai is the main provider, deepseek another; both are the stub under paths of their own. */
const world = (stub: Stub, more: JsonObject = {}): JsonObject => ({
  model: { default: 'main-model', provider: 'zai', base_url: `${stub.origin}/zai` },
  providers: { deepseek: { base_url: `${stub.origin}/ds` } },
  ...more,
});
const granting = (llm: JsonObject): JsonObject => ({ plugins: { entries: { 'hermes-smart-router': { llm } } } });

t.test('the gate: overrides are refused by name until config.yaml grants them', async (t) => {
  const stub = await startStub(t, completion('ok'));
  const { llm, audit, configure } = openOver(t, world(stub), { env: ENV });
  const table: [RouteOptions, string[]][] = [
    [{ provider: 'zai' }, ['allow_provider_override']],
    [{ model: 'm' }, ['allow_model_override']],
    [{ provider: 'zai', model: 'm' }, ['allow_provider_override', 'allow_model_override']],
    [{ agentId: 'a' }, ['allow_agent_id_override']],
    [{ profile: 'p' }, ['allow_profile_override']],
    [{ task: 'compression' }, ['allow_task_override']],
  ];
  for (const [options, flags] of table) {
    const failure = await failureOf(llm.complete({ messages: PING, ...options }));
    t.equal(failure.llmCode, 'refused');
    t.same(
      failure.fix,
      flags.map((flag) => `${SECTION}.${flag}: true`),
    );
    for (const flag of flags) t.match(failure.message, `${SECTION}.${flag}`);
  }
  t.equal(stub.asked.length, 0, 'nothing was sent');
  t.equal(audit.length, table.length, 'and every refusal is on record');
  configure({ ...world(stub), plugins: GRANTED });
  t.equal(
    (await llm.complete({ messages: PING, provider: 'deepseek', model: 'm' })).provider,
    'deepseek',
    'granted without a restart',
  );
  configure(world(stub));
  t.equal((await failureOf(llm.complete({ messages: PING, model: 'm' }))).llmCode, 'refused', 'and taken back');
});

t.test('tasks: ours, built-in, nobody’s', async (t) => {
  const stub = await startStub(t, completion('ok'));
  const auxiliary = {
    classifier: { provider: 'deepseek', model: 'small' },
    compression: { provider: 'deepseek', model: 'press' },
  };
  const { llm, configure } = openOver(t, world(stub, { auxiliary }), { env: ENV });
  await llm.complete({ messages: PING, task: 'classifier' });
  await llm.complete({ messages: PING, task: 'auto' });
  t.equal((await failureOf(llm.complete({ messages: PING, task: 'foreign' }))).llmCode, 'unknown_task');
  configure(world(stub, { auxiliary, ...granting({ allow_task_override: true }) }));
  await llm.complete({ messages: PING, task: 'compression' });
  t.equal(
    (await failureOf(llm.complete({ messages: PING, task: 'foreign' }))).llmCode,
    'unknown_task',
    'a grant does not change that',
  );
  t.same(
    stub.asked.map(({ path, body }) => [path, body.model]),
    [
      ['/ds/chat/completions', 'small'],
      ['/zai/chat/completions', 'main-model'],
      ['/ds/chat/completions', 'press'],
    ],
  );
});

t.test('S16 a route inherited from a built-in slot is stripped without the grant', async (t) => {
  const stub = await startStub(t, completion('ok'));
  const tasks = new Map<string, AuxiliaryTask>([
    ['classifier', { displayName: 'C', description: 'c', inheritFrom: 'compression' }],
  ]);
  const auxiliary = {
    compression: {
      provider: 'deepseek',
      model: 'press',
      extra_body: { thinking: false, model: 'x', stream: true },
      reasoning_effort: 'low',
    },
  };
  const { llm, configure } = openOver(t, world(stub, { auxiliary }), { env: ENV }, { tasks });
  await llm.complete({ messages: PING, task: 'classifier' });
  configure(world(stub, { auxiliary, ...granting({ allow_task_override: true }) }));
  await llm.complete({ messages: PING, task: 'classifier' });
  t.match(stub.asked, [
    { path: '/zai/chat/completions', body: { model: 'main-model' } },
    { path: '/ds/chat/completions', body: { model: 'press', thinking: false, reasoning_effort: 'low', stream: false } },
  ]);
});

t.test('an override brings nothing of the old route along, a model alone keeps it', async (t) => {
  const stub = await startStub(t, completion('ok'));
  const auxiliary = {
    classifier: {
      provider: 'deepseek',
      model: 'small',
      base_url: `${stub.origin}/pinned`,
      api_key: 'pinned-secret',
      extra_body: { x: 1 },
    },
  };
  const { llm } = openOver(t, world(stub, { auxiliary, plugins: GRANTED }), { env: ENV });
  await llm.complete({ messages: PING, task: 'classifier', model: 'other' });
  await llm.complete({ messages: PING, task: 'classifier', provider: 'glm', model: 'other' });
  await llm.complete({ messages: PING, provider: 'deepseek' });
  t.match(stub.asked, [
    {
      path: '/pinned/chat/completions',
      headers: { authorization: 'Bearer pinned-secret' },
      body: { model: 'other', x: 1 },
    },
    {
      path: '/zai/chat/completions',
      headers: { authorization: 'Bearer zai-secret' },
      body: { model: 'other', x: undefined },
    },
    { path: '/ds/chat/completions', headers: { authorization: 'Bearer ds-secret' }, body: { model: 'main-model' } },
  ]);
});

t.test('an auth profile names a stored credential', async (t) => {
  const stub = await startStub(t, completion('ok'));
  const pool = [
    { id: 'a', label: 'home', auth_type: 'api_key', access_token: 'home-secret' },
    { id: 'b', label: 'work', auth_type: 'api_key', access_token: 'work-secret' },
  ];
  const config = world(stub, granting({ allow_profile_override: true, allow_agent_id_override: true }));
  const { llm } = openOver(t, config, { auth: { credential_pool: { zai: pool } } });
  const result = await llm.complete({ messages: PING, profile: 'work', agentId: 'second' });
  t.match(result, { agentId: 'second', audit: { profile: 'work' } });
  t.equal(stub.asked[0]?.headers.authorization, 'Bearer work-secret');
  t.equal((await failureOf(llm.complete({ messages: PING, profile: 'gone' }))).llmCode, 'no_credentials');
});

t.test('max_tokens is kept from providers that are known to refuse it', async (t) => {
  const stub = await startStub(t, completion('ok'));
  const { llm } = openOver(t, world(stub), { env: ENV });
  await llm.complete({ messages: PING, maxTokens: 128 });
  t.equal(stub.asked[0]?.body.max_tokens, undefined);
});

t.test('checkGrant says beforehand what a call would say', async (t) => {
  const stub = await startStub(t, completion('ok'));
  const { llm, configure } = openOver(t, world(stub), { env: ENV });
  t.match(llm.checkGrant('zai', 'glm-5.3-flash'), {
    code: 'refused',
    reason: SECTION,
    fix: [`${SECTION}.allow_provider_override: true`, `${SECTION}.allow_model_override: true`],
  });
  configure(world(stub, { plugins: GRANTED }));
  const table: [string, object | null][] = [
    ['zai', null],
    ['glm', null],
    ['xai', { code: 'no_credentials', fix: ['XAI_API_KEY=<key>'] }],
    ['openai-codex', { code: 'unsupported_provider' }],
    ['nobody', { code: 'invalid_provider' }],
  ];
  for (const [provider, expected] of table) {
    const problem = llm.checkGrant(provider, 'm');
    if (expected === null) t.equal(problem, null, provider);
    else t.match(problem, expected, provider);
  }
  t.equal(stub.asked.length, 0);
});

t.test('C-20 localhost works when only IPv4 listens', async (t) => {
  const stub = await startStub(t, completion('ok'));
  const base_url = `${stub.origin.replace('127.0.0.1', 'localhost')}/v1/`;
  const { llm } = openOver(t, { model: { default: 'm', provider: 'custom', base_url } });
  t.equal((await llm.complete({ messages: PING })).text, 'ok');
  t.same(
    stub.asked.map(({ path }) => path),
    ['/v1/chat/completions'],
  );
});

t.test('a broken or missing config.yaml grants nothing and names nothing', async (t) => {
  const { llm } = openOver(t, {});
  t.match(await failureOf(llm.complete({ messages: PING })), { llmCode: 'no_provider_configured' });
  t.match(await failureOf(llm.complete({ messages: PING, model: 'm' })), { llmCode: 'refused' });
});
