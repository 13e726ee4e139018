import type { ProviderRow } from './provider-row.ts';

const OAUTH = 'signs in with OAuth, and only Hermes itself may renew those tokens';

/**
 * The providers of the host (spec: runtime 21), in the order in which it looks for keys. Data only: one row a provider. Where the spec gives
 * no base-URL variable, the key's prefix with `_BASE_URL` is the host's pattern. The anthropic-shaped base URLs are the vendors' own.
 */
const ROWS: Readonly<Record<string, ProviderRow>> = {
  openrouter: {
    wire: 'openai',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyEnv: ['OPENROUTER_API_KEY', 'OPENAI_API_KEY'],
    baseUrlEnv: 'OPENROUTER_BASE_URL',
    keyPrefix: 'sk-or-',
    maxTokens: true,
  },
  nous: { unsupported: OAUTH },
  'openai-codex': { unsupported: 'speaks the Responses API with OAuth' },
  'openai-api': {
    wire: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    keyEnv: ['OPENAI_API_KEY'],
    baseUrlEnv: 'OPENAI_BASE_URL',
  },
  'xai-oauth': { unsupported: OAUTH },
  xai: { wire: 'openai', baseUrl: 'https://api.x.ai/v1', keyEnv: ['XAI_API_KEY'], baseUrlEnv: 'XAI_BASE_URL' },
  'qwen-oauth': { unsupported: OAUTH },
  lmstudio: {
    wire: 'openai',
    baseUrl: 'http://127.0.0.1:1234/v1',
    keyEnv: ['LM_API_KEY'],
    baseUrlEnv: 'LM_BASE_URL',
    keyOptional: true,
    maxTokens: true,
    neverAutomatic: true,
  },
  copilot: { unsupported: 'needs a GitHub token exchanged by Hermes' },
  'copilot-acp': { unsupported: 'is an external process' },
  gemini: {
    wire: 'openai',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyEnv: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'],
    baseUrlEnv: 'GEMINI_BASE_URL',
    // ai.google.dev/gemini-api/docs/openai: the chat-completions form lives below /openai.
    pathPrefix: '/openai',
    maxTokens: true,
  },
  zai: {
    wire: 'openai',
    baseUrl: 'https://api.z.ai/api/paas/v4',
    keyEnv: ['GLM_API_KEY', 'ZAI_API_KEY', 'Z_AI_API_KEY'],
    baseUrlEnv: 'GLM_BASE_URL',
    planPath: { from: '/api/paas/v4', to: '/api/coding/paas/v4' },
  },
  'kimi-coding': {
    wire: 'openai',
    baseUrl: 'https://api.moonshot.ai/v1',
    keyEnv: ['KIMI_API_KEY', 'KIMI_CODING_API_KEY'],
    baseUrlEnv: 'KIMI_BASE_URL',
    keyEndpoint: { prefix: 'sk-kimi-', baseUrl: 'https://api.kimi.com/coding', wire: 'anthropic' },
  },
  'kimi-coding-cn': {
    wire: 'openai',
    baseUrl: 'https://api.moonshot.cn/v1',
    keyEnv: ['KIMI_CN_API_KEY'],
    baseUrlEnv: 'KIMI_CN_BASE_URL',
  },
  stepfun: {
    wire: 'openai',
    baseUrl: 'https://api.stepfun.ai/step_plan/v1',
    keyEnv: ['STEPFUN_API_KEY'],
    baseUrlEnv: 'STEPFUN_BASE_URL',
  },
  arcee: {
    wire: 'openai',
    baseUrl: 'https://api.arcee.ai/api/v1',
    keyEnv: ['ARCEEAI_API_KEY'],
    baseUrlEnv: 'ARCEEAI_BASE_URL',
  },
  gmi: {
    wire: 'openai',
    baseUrl: 'https://api.gmi-serving.com/v1',
    keyEnv: ['GMI_API_KEY'],
    baseUrlEnv: 'GMI_BASE_URL',
  },
  actual: {
    wire: 'openai',
    baseUrl: 'https://api.actual.inc/v1',
    keyEnv: ['ACTUAL_API_KEY'],
    baseUrlEnv: 'ACTUAL_BASE_URL',
  },
  minimax: {
    wire: 'anthropic',
    baseUrl: 'https://api.minimax.io/anthropic',
    keyEnv: ['MINIMAX_API_KEY'],
    baseUrlEnv: 'MINIMAX_BASE_URL',
    auth: 'bearer',
  },
  'minimax-cn': {
    wire: 'anthropic',
    baseUrl: 'https://api.minimaxi.com/anthropic',
    keyEnv: ['MINIMAX_CN_API_KEY'],
    baseUrlEnv: 'MINIMAX_CN_BASE_URL',
    auth: 'bearer',
  },
  'minimax-oauth': { unsupported: OAUTH },
  anthropic: {
    wire: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    keyEnv: ['ANTHROPIC_API_KEY', 'ANTHROPIC_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
    baseUrlEnv: 'ANTHROPIC_BASE_URL',
    // Setup tokens, JWTs and tokens of the Claude Code client; a key of the API begins with sk-ant-api.
    oauthPrefixes: ['sk-ant-oat', 'sk-ant-ort', 'eyJ', 'cc-'],
  },
  alibaba: {
    wire: 'openai',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    keyEnv: ['DASHSCOPE_API_KEY'],
    baseUrlEnv: 'DASHSCOPE_BASE_URL',
  },
  'alibaba-coding-plan': {
    wire: 'openai',
    baseUrl: 'https://coding-intl.dashscope.aliyuncs.com/v1',
    keyEnv: ['ALIBABA_CODING_PLAN_API_KEY'],
    baseUrlEnv: 'ALIBABA_CODING_PLAN_BASE_URL',
  },
  deepseek: {
    wire: 'openai',
    baseUrl: 'https://api.deepseek.com/v1',
    keyEnv: ['DEEPSEEK_API_KEY'],
    baseUrlEnv: 'DEEPSEEK_BASE_URL',
  },
  nvidia: {
    wire: 'openai',
    baseUrl: 'https://integrate.api.nvidia.com/v1',
    keyEnv: ['NVIDIA_API_KEY'],
    baseUrlEnv: 'NVIDIA_BASE_URL',
    maxTokens: true,
  },
  'ai-gateway': {
    wire: 'openai',
    baseUrl: 'https://ai-gateway.vercel.sh/v1',
    keyEnv: ['AI_GATEWAY_API_KEY'],
    baseUrlEnv: 'AI_GATEWAY_BASE_URL',
  },
  'opencode-zen': {
    wire: 'openai',
    baseUrl: 'https://opencode.ai/zen/v1',
    keyEnv: ['OPENCODE_ZEN_API_KEY'],
    baseUrlEnv: 'OPENCODE_ZEN_BASE_URL',
  },
  'opencode-go': {
    wire: 'openai',
    baseUrl: 'https://opencode.ai/zen/go/v1',
    keyEnv: ['OPENCODE_GO_API_KEY'],
    baseUrlEnv: 'OPENCODE_GO_BASE_URL',
  },
  'opencode-free': {
    wire: 'openai',
    baseUrl: 'https://opencode.ai/zen/v1',
    keyEnv: [],
    keyOptional: true,
    neverAutomatic: true,
  },
  kilocode: {
    wire: 'openai',
    baseUrl: 'https://api.kilo.ai/api/gateway',
    keyEnv: ['KILOCODE_API_KEY'],
    baseUrlEnv: 'KILOCODE_BASE_URL',
  },
  huggingface: {
    wire: 'openai',
    baseUrl: 'https://router.huggingface.co/v1',
    keyEnv: ['HF_TOKEN'],
    baseUrlEnv: 'HF_BASE_URL',
  },
  xiaomi: {
    wire: 'openai',
    baseUrl: 'https://api.xiaomimimo.com/v1',
    keyEnv: ['XIAOMI_API_KEY'],
    baseUrlEnv: 'XIAOMI_BASE_URL',
  },
  'tencent-tokenhub': {
    wire: 'openai',
    baseUrl: 'https://tokenhub.tencentmaas.com/v1',
    keyEnv: ['TOKENHUB_API_KEY'],
    baseUrlEnv: 'TOKENHUB_BASE_URL',
  },
  'tencent-tokenplan': {
    wire: 'anthropic',
    baseUrl: 'https://api.lkeap.cloud.tencent.com/plan/anthropic',
    keyEnv: ['TOKENPLAN_API_KEY'],
    baseUrlEnv: 'TOKENPLAN_BASE_URL',
  },
  'ollama-cloud': {
    wire: 'openai',
    baseUrl: 'https://ollama.com/v1',
    keyEnv: ['OLLAMA_API_KEY'],
    baseUrlEnv: 'OLLAMA_BASE_URL',
  },
  bedrock: { unsupported: 'signs requests with AWS credentials' },
  vertex: { unsupported: 'signs in with Google Cloud credentials' },
  'azure-foundry': {
    wire: 'openai',
    baseUrl: null,
    keyEnv: ['AZURE_FOUNDRY_API_KEY'],
    baseUrlEnv: 'AZURE_FOUNDRY_BASE_URL',
  },
  // Whatever the operator runs or names: its address and key come from config.yaml alone, never from another provider's variables.
  custom: { wire: 'openai', baseUrl: null, keyEnv: [], keyOptional: true, maxTokens: true, neverAutomatic: true },
};

/** Every provider by its id. */
export const PROVIDERS: ReadonlyMap<string, ProviderRow> = new Map(Object.entries(ROWS));

const ALIASES: ReadonlyMap<string, string> = new Map([
  ...['glm', 'z-ai', 'z.ai', 'zhipu'].map((name) => [name, 'zai'] as const),
  ...['google', 'google-gemini', 'google-ai-studio'].map((name) => [name, 'gemini'] as const),
  ...['x-ai', 'x.ai', 'grok'].map((name) => [name, 'xai'] as const),
  ...['kimi', 'moonshot'].map((name) => [name, 'kimi-coding'] as const),
  ...['claude', 'claude-code'].map((name) => [name, 'anthropic'] as const),
  ...['github', 'github-copilot'].map((name) => [name, 'copilot'] as const),
  ...['opencode', 'zen'].map((name) => [name, 'opencode-zen'] as const),
  ['hf', 'huggingface'],
  ['mimo', 'xiaomi'],
  ...['aws', 'amazon'].map((name) => [name, 'bedrock'] as const),
  ['kilo', 'kilocode'],
  ...['ollama', 'vllm', 'llamacpp'].map((name) => [name, 'custom'] as const),
]);

/** The id of a provider that a person may have called otherwise. Trimmed, lower case; an unknown name comes back so. */
export function canonicalProvider(name: string): string {
  const id = name.trim().toLowerCase();
  return ALIASES.get(id) ?? id;
}
