import t from 'tap';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { type AskedOverrides, checkTrust, mayUseBuiltInTasks } from '../../src/llm/trust.ts';

const SECTION = 'plugins.entries.hermes-smart-router.llm';
const granting = (llm: Json): JsonObject => ({ plugins: { entries: { 'hermes-smart-router': { llm } } } });
const PAIR: AskedOverrides = { provider: 'zai', model: 'glm-5.3-flash' };

t.test('what is not granted is refused, with the exact keys', async (t) => {
  const flags = { allow_provider_override: true, allow_model_override: true };
  const table: [JsonObject | null, AskedOverrides, string[] | null][] = [
    [null, {}, null],
    [null, PAIR, [`${SECTION}.allow_provider_override: true`, `${SECTION}.allow_model_override: true`]],
    [{ plugins: [] }, { model: 'm' }, [`${SECTION}.allow_model_override: true`]],
    [granting(flags), PAIR, null],
    [granting({ allow_provider_override: true }), PAIR, [`${SECTION}.allow_model_override: true`]],
    [granting({ ...flags, allowed_providers: ['ZAI '], allowed_models: ['*'] }), PAIR, null],
    [granting({ ...flags, allowed_models: ['other'] }), PAIR, [`${SECTION}.allowed_models: [..., "glm-5.3-flash"]`]],
    [granting({ ...flags, allowed_providers: [] }), PAIR, [`${SECTION}.allowed_providers: [..., "zai"]`]],
    [granting({ ...flags, allowed_providers: 'zai' }), PAIR, [`${SECTION}.allowed_providers: [..., "zai"]`]],
    [granting({ ...flags, allowed_providers: null }), PAIR, [`${SECTION}.allowed_providers: [..., "zai"]`]],
    [granting(flags), { agentId: 'other' }, [`${SECTION}.allow_agent_id_override: true`]],
    [granting({ allow_agent_id_override: true }), { agentId: 'other' }, null],
    [granting(flags), { profile: 'work' }, [`${SECTION}.allow_profile_override: true`]],
    [granting({ allow_profile_override: true }), { profile: 'work' }, null],
    [granting(flags), { builtInTask: 'vision' }, [`${SECTION}.allow_task_override: true`]],
    [granting({ allow_task_override: true }), { builtInTask: 'vision' }, null],
    [{ plugins: { entries: { other: { llm: flags } } } }, { model: 'm' }, [`${SECTION}.allow_model_override: true`]],
  ];
  for (const [config, asked, fix] of table)
    t.same(checkTrust(config, asked)?.fix ?? null, fix, JSON.stringify([config, asked]));
});

t.test('the sentence names plugin, axis, value and key', async (t) => {
  const message = checkTrust(null, PAIR)?.message ?? '';
  for (const part of [
    'hermes-smart-router',
    'provider "zai"',
    'model "glm-5.3-flash"',
    `${SECTION}.allow_provider_override`,
    `${SECTION}.allow_model_override`,
  ])
    t.match(message, part);
  t.match(checkTrust(null, { agentId: 'a' })?.message, 'agent id "a"');
  t.match(checkTrust(null, { profile: 'p' })?.message, 'auth profile "p"');
});

t.test('a flag counts by the truth of the host, which is Python', async (t) => {
  const table: [Json, boolean][] = [
    [true, true],
    [1, true],
    ['yes', true],
    ['false', true],
    [[0], true],
    [{ a: 1 }, true],
    [false, false],
    [0, false],
    ['', false],
    [null, false],
    [[], false],
    [{}, false],
  ];
  for (const [flag, expected] of table)
    t.equal(mayUseBuiltInTasks(granting({ allow_task_override: flag })), expected, JSON.stringify(flag));
});
