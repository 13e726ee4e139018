import t from 'tap';
import type { AuthFile, PoolEntry } from '../../src/hermes/auth-file.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { type Endpoint, resolveEndpoint } from '../../src/llm/endpoint.ts';
import { isLlmError, type LlmError } from '../../src/llm/errors.ts';
import { mainModel } from '../../src/llm/provider-config.ts';
import { canonicalProvider, PROVIDERS } from '../../src/llm/provider-table.ts';
import { routeFrom } from '../../src/llm/route.ts';

interface World {
  readonly config?: JsonObject;
  readonly env?: Record<string, string>;
  readonly pools?: Record<string, Partial<PoolEntry>[]>;
  readonly active?: string;
  readonly profile?: string;
}

const ENTRY: PoolEntry = {
  id: '',
  label: '',
  authType: 'api_key',
  priority: 0,
  secret: '',
  baseUrl: null,
  status: 'ok',
  statusAt: null,
  errorCode: null,
  resetAt: null,
  expiresAt: null,
};

function resolve(
  block: JsonObject,
  { config = {}, env = {}, pools = {}, active, profile }: World,
): Endpoint | LlmError {
  const auth: AuthFile = {
    activeProvider: active ?? null,
    pools: new Map(Object.entries(pools).map(([id, rows]) => [id, rows.map((row) => ({ ...ENTRY, ...row }))])),
  };
  const lookup = (name: string): string | undefined => env[name];
  const main = mainModel(config, lookup);
  try {
    return resolveEndpoint(routeFrom({ model: 'm', ...block }, main), profile ?? null, {
      config,
      main,
      env: lookup,
      auth,
      now: 1000,
    });
  } catch (error) {
    if (isLlmError(error)) return error;
    throw error;
  }
}

const href = (url: string) => ({ url: { href: url } });

t.test('every provider of the table resolves to its own address, or is refused by name', async (t) => {
  for (const [id, row] of PROVIDERS) {
    const env =
      'unsupported' in row
        ? {}
        : Object.fromEntries(row.keyEnv.map((name) => [name, `${row.keyPrefix ?? ''}key-${name}`]));
    const found = resolve({ provider: id }, { env });
    if ('unsupported' in row) t.match(found, { llmCode: 'unsupported_provider', message: id }, id);
    else if (row.baseUrl === null) t.match(found, { llmCode: 'invalid_provider', message: id }, id);
    else t.match(found, { provider: id, wire: row.wire, url: { host: new URL(row.baseUrl).host } }, id);
    t.equal(canonicalProvider(` ${id.toUpperCase()} `), id);
  }
});

t.test('aliases', async (t) => {
  const table: [string, string][] = [
    ['glm', 'zai'],
    ['Z.AI', 'zai'],
    ['grok', 'xai'],
    ['moonshot', 'kimi-coding'],
    ['claude-code', 'anthropic'],
    ['github-copilot', 'copilot'],
    ['zen', 'opencode-zen'],
    ['hf', 'huggingface'],
    ['mimo', 'xiaomi'],
    ['aws', 'bedrock'],
    ['ollama', 'custom'],
    ['nobody', 'nobody'],
  ];
  for (const [alias, id] of table) t.equal(canonicalProvider(alias), id, alias);
});

t.test('where a key comes from, in order', async (t) => {
  const pool = [{ id: 'p1', label: 'work', secret: 'pool-key' }];
  const table: [JsonObject, World, string | null][] = [
    [{ provider: 'zai', api_key: 'pinned' }, { env: { GLM_API_KEY: 'env-1' } }, 'pinned'],
    [{ provider: 'zai', key_env: 'MY_KEY' }, { env: { GLM_API_KEY: 'env-1', MY_KEY: 'mine' } }, 'mine'],
    [{ provider: 'zai', api_key: `\${MY_KEY}` }, { env: { MY_KEY: 'mine' } }, 'mine'],
    [{ provider: 'zai' }, { env: { ZAI_API_KEY: 'env-2', GLM_API_KEY: 'env-1' } }, 'env-1'],
    [{ provider: 'zai' }, { env: { GLM_API_KEY: 'changeme', Z_AI_API_KEY: 'env-3' } }, 'env-3'],
    [
      { provider: 'zai' },
      { config: { providers: { zai: { api_key: 'by-name' } } }, env: { GLM_API_KEY: 'env-1' } },
      'by-name',
    ],
    [{ provider: 'zai' }, { config: { model: { provider: 'glm', api_key: 'main-key' } } }, 'main-key'],
    [
      { provider: 'deepseek' },
      { config: { model: { provider: 'zai', api_key: 'main-key' } }, env: { DEEPSEEK_API_KEY: 'ds-key' } },
      'ds-key',
    ],
    [{ provider: 'zai' }, { pools: { zai: pool } }, 'pool-key'],
    [{ provider: 'zai' }, { pools: { zai: [{ secret: 'dead-key', status: 'dead' }, ...pool] } }, 'pool-key'],
    [{ provider: 'zai' }, { pools: { zai: pool }, env: { GLM_API_KEY: 'env-1' } }, 'env-1'],
    [{ provider: 'zai' }, { pools: { zai: pool }, env: { GLM_API_KEY: 'env-1' }, profile: 'work' }, 'pool-key'],
    [{ provider: 'openrouter' }, { env: { OPENAI_API_KEY: 'sk-proj-x', OPENROUTER_API_KEY: 'sk-or-x' } }, 'sk-or-x'],
    [
      { provider: 'anthropic' },
      { env: { ANTHROPIC_API_KEY: 'sk-ant-oat01-x', ANTHROPIC_TOKEN: 'sk-ant-api03-x' } },
      'sk-ant-api03-x',
    ],
    [{ provider: 'lmstudio' }, {}, null],
    [{ provider: 'opencode-free' }, { env: { OPENCODE_ZEN_API_KEY: 'zen-key' } }, null],
    [{ base_url: 'http://127.0.0.1:9/v1' }, { env: { GLM_API_KEY: 'env-1', OPENAI_API_KEY: 'sk-x' } }, null],
  ];
  for (const [block, world, key] of table) t.match(resolve(block, world), { key }, JSON.stringify([block, world]));
});

t.test('no usable key names the variable to set', async (t) => {
  const table: [JsonObject, World, object][] = [
    [{ provider: 'zai' }, {}, { llmCode: 'no_credentials', message: 'GLM_API_KEY', fix: ['GLM_API_KEY=<key>'] }],
    [
      { provider: 'openrouter' },
      { env: { OPENAI_API_KEY: 'sk-proj-x' } },
      { llmCode: 'no_credentials', message: 'OPENROUTER_API_KEY' },
    ],
    [
      { provider: 'anthropic' },
      { env: { ANTHROPIC_TOKEN: 'sk-ant-oat01-x' } },
      { llmCode: 'unsupported_provider', message: 'OAuth' },
    ],
    [
      { provider: 'zai' },
      { pools: { zai: [{ authType: 'oauth', secret: 'token' }] } },
      { llmCode: 'unsupported_provider', message: 'OAuth' },
    ],
    [
      { provider: 'zai' },
      { env: { GLM_API_KEY: 'env-1' }, profile: 'nobody' },
      { llmCode: 'no_credentials', message: 'profile' },
    ],
    [{ provider: 'nobody' }, {}, { llmCode: 'invalid_provider', message: 'nobody' }],
    [{ provider: 'custom' }, {}, { llmCode: 'invalid_provider', message: 'base_url' }],
    [{ provider: 'zai', base_url: 'http://u:p@h' }, { env: { GLM_API_KEY: 'env-1' } }, { llmCode: 'invalid_provider' }],
    [
      { provider: 'zai', api_mode: 'codex_responses' },
      { env: { GLM_API_KEY: 'env-1' } },
      { llmCode: 'unsupported_provider', message: 'codex_responses' },
    ],
    [{ provider: 'zai', model: '' }, { env: { GLM_API_KEY: 'env-1' } }, { llmCode: 'no_model' }],
    [{}, {}, { llmCode: 'no_provider_configured' }],
  ];
  for (const [block, world, expected] of table)
    t.match(resolve(block, world), expected, JSON.stringify([block, world]));
});

t.test('where a request goes', async (t) => {
  const env = { GLM_API_KEY: 'env-1', KIMI_API_KEY: 'kimi-1', MINIMAX_API_KEY: 'mm-1', GOOGLE_API_KEY: 'g-1234' };
  const pooled = { zai: [{ secret: 'pool-key', baseUrl: 'http://pool/api/paas/v4' }] };
  const main: JsonObject = { model: { default: 'd', provider: 'zai', base_url: 'http://main/v1' } };
  const custom: JsonObject = { custom_providers: [{ name: 'My Box', base_url: 'http://box/v1', api_key: 'box-key' }] };
  const table: [JsonObject, World, object][] = [
    [{ provider: 'zai' }, { env }, href('https://api.z.ai/api/paas/v4/chat/completions')],
    [{ provider: 'zai' }, { env }, { planUrl: { href: 'https://api.z.ai/api/coding/paas/v4/chat/completions' } }],
    [
      { provider: 'zai' },
      { env: { ...env, GLM_BASE_URL: 'http://env/v1' }, config: main },
      href('http://env/v1/chat/completions'),
    ],
    [{ provider: 'zai' }, { env, config: main }, href('http://main/v1/chat/completions')],
    [
      { provider: 'deepseek' },
      { env: { DEEPSEEK_API_KEY: 'ds-1' }, config: main },
      href('https://api.deepseek.com/v1/chat/completions'),
    ],
    [{ provider: 'zai' }, { pools: pooled }, href('http://pool/api/paas/v4/chat/completions')],
    [
      { provider: 'zai', base_url: 'http://pin/v1' },
      { env: { ...env, GLM_BASE_URL: 'http://env/v1' }, config: main },
      href('http://pin/v1/chat/completions'),
    ],
    [{ provider: 'kimi' }, { env }, { wire: 'openai', url: { href: 'https://api.moonshot.ai/v1/chat/completions' } }],
    [
      { provider: 'kimi' },
      { env: { KIMI_API_KEY: 'sk-kimi-1' } },
      { wire: 'anthropic', url: { href: 'https://api.kimi.com/coding/v1/messages' } },
    ],
    [
      { provider: 'kimi' },
      { env: { KIMI_API_KEY: 'sk-kimi-1', KIMI_BASE_URL: 'http://k/v1' } },
      { wire: 'openai', url: { href: 'http://k/v1/chat/completions' } },
    ],
    [
      { provider: 'minimax' },
      { env },
      { wire: 'anthropic', auth: 'bearer', url: { href: 'https://api.minimax.io/anthropic/v1/messages' } },
    ],
    [{ provider: 'gemini' }, { env }, href('https://generativelanguage.googleapis.com/v1beta/openai/chat/completions')],
    [
      { provider: 'zai', api_mode: 'anthropic_messages', base_url: 'http://z/anthropic' },
      { env },
      { wire: 'anthropic', url: { href: 'http://z/anthropic/v1/messages' } },
    ],
    [
      { provider: 'custom:my-box' },
      { config: custom },
      { provider: 'custom:my-box', key: 'box-key', url: { href: 'http://box/v1/chat/completions' } },
    ],
    [{ provider: 'my-box' }, { config: custom }, { key: 'box-key' }],
    [{ base_url: 'http://pin/v1' }, { env, config: main }, { provider: 'custom', key: null }],
  ];
  for (const [block, world, expected] of table)
    t.match(resolve(block, world), expected, JSON.stringify([block, world]));
});

t.test('without a provider the host picks one', async (t) => {
  const table: [World, string][] = [
    [{ env: { GLM_API_KEY: 'env-1', OPENROUTER_API_KEY: 'sk-or-x' } }, 'openrouter'],
    [{ env: { OPENAI_API_KEY: 'sk-proj-x' } }, 'openai-api'],
    [{ env: { DEEPSEEK_API_KEY: 'ds-1', GLM_API_KEY: 'env-1' } }, 'zai'],
    [{ env: { GLM_API_KEY: 'env-1' }, pools: { deepseek: [{ secret: 'pool-key' }] } }, 'deepseek'],
    [{ config: { model: { provider: 'auto' } }, env: { GLM_API_KEY: 'env-1' } }, 'zai'],
    [{ config: { model: 'plain-name' }, env: { GLM_API_KEY: 'env-1' } }, 'zai'],
    [{ env: { HERMES_INFERENCE_PROVIDER: 'deepseek', DEEPSEEK_API_KEY: 'ds-1', GLM_API_KEY: 'env-1' } }, 'deepseek'],
    [{ active: 'lmstudio', env: { LM_API_KEY: 'lm-1' } }, 'lmstudio'],
  ];
  for (const [world, provider] of table) t.match(resolve({}, world), { provider }, JSON.stringify(world));
  t.match(resolve({ model: '' }, { config: { model: 'plain-name' }, env: { GLM_API_KEY: 'env-1' } }), {
    model: 'plain-name',
  });
});

t.test('an OAuth-only active provider is named, not called', async (t) => {
  t.match(resolve({}, { active: 'openai-codex' }), { llmCode: 'unsupported_provider', message: 'openai-codex' });
});
