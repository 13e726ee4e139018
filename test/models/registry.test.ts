import t from 'tap';
import { BILLING_MODES } from '../../src/models/capabilities.ts';
import { REGISTRY } from '../../src/models/registry.ts';
import { isVerifiedDate, registryProblems } from '../../src/models/registry-problems.ts';

/** id | provider | window | max input | max output | vision tools structured | billing | price in/out | windows: the contract. */
const CONTRACT = `
glm-5.3|zai|1000000|-|128000|011|plan|1.4/4.4|ZW
glm-5.3-flash|zai|1000000|-|131072|111|plan|0.15/0.5|ZW
glm-5-turbo|zai|200000|-|128000|011|metered|1.2/4|-
glm-4.7|zai|200000|-|128000|011|metered|0.6/2.2|-
glm-4.7-flashx|zai|200000|-|128000|011|metered|0.07/0.4|-
glm-4.7-flash|zai|200000|-|128000|011|free|0/0|-
glm-5.2|zai|1048576|-|128000|011|metered|1.4/4.4|-
glm-5.1|zai|204800|-|128000|011|metered|1.4/4.4|-
glm-5|zai|204800|-|128000|011|metered|1/3.2|-
glm-4.6|zai|204800|-|128000|011|metered|0.6/2.2|-
glm-5v-turbo|zai|202752|-|128000|110|metered|1.2/4|-
glm-4.6v|zai|204800|-|128000|111|metered|0.3/0.9|-
glm-4.5v|zai|65536|-|128000|110|metered|0.6/1.8|-
glm-4.5-flash|zai|131072|-|128000|011|metered|null/null|-
deepseek-v4-flash|deepseek|1048576|-|384000|011|metered|0.22/0.66|DW
deepseek-v4-pro|deepseek|1048576|-|384000|011|metered|0.66/1.98|DW
gpt-5.6-sol|openai-codex|1050000|922000|128000|111|subscription|5/30|-
gpt-5.6-terra|openai-codex|1050000|922000|128000|111|subscription|2/12|-
gpt-5.6-luna|openai-codex|1050000|922000|128000|111|subscription|0.2/1.2|-
gpt-5.5|openai-codex|1050000|-|128000|111|subscription|5/30|-
gpt-5.3-codex|openai-codex|400000|272000|128000|111|metered|1.75/14|-
gpt-5.4-mini|openai-codex|400000|272000|128000|111|metered|0.75/4.5|-
mimo-v2.5|xiaomi|1050000|-|131072|111|metered|0.14/0.28|-
mimo-v2.5-pro|xiaomi|1050000|-|131072|011|metered|0.435/0.87|-
MiniMax-M3|minimax|1000000|-|131072|110|metered|0.3/1.2|-
kimi-k3|moonshot|1048576|-|131072|111|metered|3/15|-
kimi-k2.7-code|moonshot|262144|-|256000|110|metered|0.95/4|-
claude-fable-5|anthropic|1000000|-|128000|111|metered|10/50|-
claude-opus-5|anthropic|1000000|-|128000|111|metered|5/25|-
claude-opus-4-8|anthropic|1000000|-|128000|111|metered|5/25|-
claude-sonnet-5|anthropic|1000000|-|128000|111|metered|3/15|-
claude-haiku-4-5|anthropic|200000|-|64000|111|metered|1/5|-
claude-opus-5.5|copilot|1000000|-|-|111|plan|4/20|-
claude-sonnet-5.5|copilot|1000000|-|-|111|plan|2/10|-
claude-haiku-5.5|copilot|1000000|-|-|111|plan|-|-
gpt-6.1-sol|openai-codex|1000000|-|-|111|subscription|2/10|-
gpt-5.4|copilot|1000000|272000|-|111|plan|2.5/15|-
stepfun/step-3.7-flash:free|nous|262144|-|256000|111|free|0/0|-
tencent/hy3:free|nous|262144|-|128000|011|free|0/0|-
upstage/solar-pro4:free|nous|524288|-|131072|011|free|0/0|-
meituan/longcat-2.0:free|nous|1048576|-|131072|010|free|0/0|-
poolside/laguna-s-2.1:free|nous|262144|-|131072|010|free|0/0|-
inclusionai/ling-3.0-flash|nous|262144|-|32768|010|metered|0.0168/0.0504|-
nvidia/nemotron-3-ultra-550b-a55b:free|openrouter|1000000|-|65536|010|free|0/0|-
nvidia/nemotron-3-super-120b-a12b:free|openrouter|262144|-|262144|011|free|0/0|-
dots-studio/dots-3-note-preview:free|openrouter|512000|-|512000|111|free|0/0|-
z-ai/glm-5.2:free|openrouter|128000|-|128000|000|free|0/0|-
openrouter/free|openrouter|200000|-|null|111|free|0/0|-
`;

const WEEKDAYS = [0, 1, 2, 3, 4];
const WINDOW_SETS: Record<string, unknown> = {
  '-': undefined,
  ZW: [{ hours_utc: [6, 10], weekdays: WEEKDAYS, multiplier: 2 }],
  DW: [
    { hours_utc: [1, 4], weekdays: WEEKDAYS, multiplier: 2 },
    { hours_utc: [6, 10], weekdays: WEEKDAYS, multiplier: 2 },
  ],
};

t.test('the 48 rows, in order', async (t) => {
  const rows = CONTRACT.trim()
    .split('\n')
    .map((line) => line.split('|'));
  t.equal(rows.length, 48);
  t.strictSame(
    [...REGISTRY.keys()],
    rows.map(([id]) => id),
  );
  for (const row of rows) {
    const [id = '', , , , , , , , windows = ''] = row;
    const entry = REGISTRY.get(id);
    if (entry === undefined) throw new Error(id);
    const shown = (value: unknown) => (value === undefined ? '-' : String(value));
    const flags = [entry.vision, entry.tool_calling, entry.structured_output]
      .map((flag) => (flag ? '1' : '0'))
      .join('');
    const prices = entry.price_in === undefined ? '-' : `${entry.price_in}/${entry.price_out}`;
    t.strictSame(
      [id, entry.provider, shown(entry.context_window), shown(entry.max_input_tokens), shown(entry.max_output), flags],
      row.slice(0, 6),
    );
    t.strictSame([entry.billing_mode, prices], row.slice(6, 8), id);
    t.strictSame(entry.price_windows, WINDOW_SETS[windows], `${id} windows`);
  }
});

t.test('the shipped rows are clean and say where they are from', async (t) => {
  t.strictSame(registryProblems(), []);
  for (const [model, entry] of REGISTRY) {
    t.ok(entry.source.length > 0, `${model} source`);
    t.ok(isVerifiedDate(entry.verified), `${model} verified`);
    t.equal(entry.price_windows === undefined, entry.price_windows_verified === undefined, `${model} window date`);
  }
});

t.test('a plan answers some ids with another registered model, and the notes say which', async (t) => {
  const routed = [...REGISTRY].flatMap(([model, entry]) => {
    const target = /plan auto-routes this id to (\S+)/.exec(entry.notes ?? '')?.[1];
    return target === undefined ? [] : [`${model} -> ${target}`];
  });
  t.strictSame(routed, [
    'glm-5-turbo -> glm-5.3-flash',
    'glm-4.7 -> glm-5.3-flash',
    'glm-5.2 -> glm-5.3',
    'glm-5.1 -> glm-5.3',
  ]);
});

t.test('the self-check names each defect', async (t) => {
  const good = {
    provider: 'p',
    context_window: 1000,
    vision: true,
    tool_calling: true,
    structured_output: false,
    billing_mode: 'plan',
  };
  const table: [entry: unknown, findings: RegExp[]][] = [
    [good, []],
    ['text', [/^model 'x': entry must be a mapping, got "text"$/]],
    [null, [/mapping, got null/]],
    [{ ...good, provider: undefined }, [/missing provider/]],
    [{ ...good, context_window: undefined }, [/missing context_window/]],
    [{ ...good, billing_mode: undefined }, [/missing billing_mode/]],
    [{ ...good, billing_mode: 'meterd' }, [/billing_mode must be one of .*"meterd"/]],
    [{ ...good, context_window: true }, [/context_window .*true/]],
    [{ ...good, context_window: 0 }, [/context_window .*0/]],
    [{ ...good, context_window: Infinity }, [/context_window .*Infinity/]],
    [{ ...good, vision: 'yes', tool_calling: null }, [/vision .*"yes"/, /tool_calling .*null/]],
    [{ ...good, price_windows: {} }, [/price_windows must be a list/]],
    [{ ...good, price_windows_verified: '2026-08-26' }, []],
    [{ ...good, price_windows_verified: ' 2026-08-26' }, [/YYYY-MM-DD.*" 2026-08-26"/]],
    [{ ...good, price_windows_verified: '2026-08-26T09:00:00Z' }, [/YYYY-MM-DD/]],
    [{ ...good, zeta: 1, alpha: 2 }, [/unrecognised field "alpha"/, /unrecognised field "zeta"/]],
  ];
  for (const [entry, expected] of table) {
    const findings = registryProblems([['x', entry]]);
    t.equal(findings.length, expected.length, JSON.stringify(findings));
    for (const [index, pattern] of expected.entries()) t.match(findings[index], pattern);
    for (const finding of findings) t.ok(finding.startsWith("model 'x': "));
  }
  t.equal(BILLING_MODES.length, 4);
});
