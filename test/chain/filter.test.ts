import t from 'tap';
import { filterChain, satisfies } from '../../src/chain/filter.ts';
import { REGISTRY } from '../../src/models/registry.ts';
import { hop, hops, models } from './hops.ts';

const SMALL = 'context_too_small';
const UNKNOWN = 'capability_unknown';
const NON_FINITE = [Infinity, -Infinity, NaN, 'inf', ' Infinity ', 'NaN'];

t.test('satisfies', async (t) => {
  const need = (min_context: unknown) => ({ min_context });
  const vision = { vision: true };
  const table: [model: unknown, requirements: unknown, declared: unknown, ok: boolean, reason: string][] = [
    ['glm-5.3', need(500_000), undefined, true, ''],
    ['glm-4.5v', need(500_000), undefined, false, SMALL],
    ['glm-4.6v', vision, undefined, true, ''],
    ['glm-4.7', vision, undefined, false, 'no_vision'],
    ['z-ai/glm-5.2:free', { tool_calling: true }, undefined, false, 'no_tool_calling'],
    ['MiniMax-M3', { structured_output: true }, undefined, false, 'no_structured_output'],
    ['glm-4.7', {}, undefined, true, ''],
    ['glm-4.7', { vision: false }, undefined, true, ''],
    ['glm-4.7', { needs_telepathy: true }, undefined, true, ''],
    ['mystery', { min_context: 100_000, vision: true }, { context_window: 8000 }, false, SMALL],
    ['mystery', { min_context: 100, vision: true }, { context_window: 8000 }, true, UNKNOWN],
    ['mystery', { vision: true, structured_output: true }, { structured_output: false }, false, 'no_structured_output'],
    ['glm-4.7', need(200_000), undefined, true, ''],
    ['glm-4.7', need(200_001), undefined, false, SMALL],
    ['gpt-5.5', need(1_050_000), undefined, true, ''],
    ['gpt-5.5', need(1_050_001), undefined, false, SMALL],
    ['glm-4.7', need(190_000), { max_input_tokens: 180_000 }, false, SMALL],
    ['no-such-model', vision, undefined, true, UNKNOWN],
    ['no-such-model', {}, undefined, true, UNKNOWN],
    ['no-such-model', vision, { billing_mode: 'metered' }, true, UNKNOWN],
    ['glm-4.7', vision, { vision: null }, true, UNKNOWN],
    ['glm-4.7', vision, { vision: true }, true, ''],
    ['glm-4.7', vision, { vision: 'yes' }, true, UNKNOWN],
    ['glm-4.5v', need(200_000), { context_window: 262_144 }, true, ''],
    ['house', need(5000), { context_window: 500_000, max_input_tokens: Infinity }, true, ''],
    ['house', need(500_001), { context_window: 500_000, max_input_tokens: Infinity }, false, SMALL],
    ['claude-haiku-4-5', { vision: true, min_context: 200_000 }, undefined, true, ''],
    ['claude-haiku-4-5', need(400_000), undefined, false, SMALL],
    [4.7, vision, undefined, true, UNKNOWN],
  ];
  for (const model of ['gpt-5.6-luna', 'gpt-5.6-terra', 'gpt-5.6-sol'])
    table.push(
      [model, need(922_000), undefined, true, ''],
      [model, need(922_001), undefined, false, SMALL],
      [model, need(1_050_000), undefined, false, SMALL],
    );
  for (const model of ['gpt-5.3-codex', 'gpt-5.4-mini'])
    table.push(
      [model, need(272_000), undefined, true, ''],
      [model, need(272_001), undefined, false, SMALL],
      [model, need(400_000), undefined, false, SMALL],
    );
  for (const model of ['claude-fable-5', 'claude-opus-5', 'claude-opus-4-8', 'claude-sonnet-5'])
    table.push([model, need(400_000), undefined, true, '']);
  for (const nothing of [0, -1, null, '', 'lots', [200_000], true])
    table.push(['glm-4.5v', need(nothing), undefined, true, '']);
  for (const window of NON_FINITE) table.push(['house', need(5000), { context_window: window }, true, UNKNOWN]);
  for (const nothing of [null, [], 'text', 7]) table.push(['glm-4.7', nothing, undefined, true, '']);
  for (const [model, requirements, declared, ok, reason] of table)
    t.strictSame(
      satisfies(model, requirements, declared),
      { ok, reason },
      JSON.stringify([model, requirements, declared]),
    );
});

t.test('filterChain', async (t) => {
  const c3 = hops('glm-4.7', 'glm-4.6v', 'kimi-k3');
  const mystery = (provider: string) => ({ model: 'mystery', provider });
  const house = (declared: Record<string, number>) => [hop('house', declared)];
  const beyond = ['min_context'];
  const table: {
    chain: unknown[];
    requirements: unknown;
    eligible: unknown[];
    rejected?: string[];
    unknown?: string[];
    bypassed?: boolean;
    unsatisfiable?: string[];
  }[] = [
    { chain: c3, requirements: { tool_calling: true }, eligible: models(c3) },
    { chain: c3, requirements: { vision: true }, eligible: ['glm-4.6v', 'kimi-k3'], rejected: ['glm-4.7 no_vision'] },
    {
      chain: [hop('glm-4.6v'), mystery('a')],
      requirements: { vision: true },
      eligible: ['glm-4.6v', 'mystery'],
      unknown: ['mystery'],
    },
    {
      chain: [mystery('a'), hop('glm-4.6v'), mystery('b')],
      requirements: { vision: true },
      eligible: ['mystery', 'glm-4.6v', 'mystery'],
      unknown: ['mystery'],
    },
    {
      chain: c3,
      requirements: { min_context: 99_000_000 },
      eligible: models(c3),
      rejected: models(c3).map((model) => `${model} ${SMALL}`),
      bypassed: true,
      unsatisfiable: beyond,
    },
    { chain: [], requirements: { vision: true }, eligible: [] },
    { chain: [], requirements: { min_context: 99_000_000 }, eligible: [] },
    { chain: ['junk', null, hop('kimi-k3'), ['x'], 7], requirements: {}, eligible: ['kimi-k3'] },
    {
      chain: hops('z-ai/glm-5.2:free', 'glm-4.7'),
      requirements: { tool_calling: true },
      eligible: ['glm-4.7'],
      rejected: ['z-ai/glm-5.2:free no_tool_calling'],
    },
    { chain: hops('z-ai/glm-5.2:free'), requirements: { min_context: 100_000 }, eligible: ['z-ai/glm-5.2:free'] },
    {
      chain: hops('glm-5.3', 'gpt-5.6-luna', 'deepseek-v4-flash'),
      requirements: { min_context: 2_500_015 },
      eligible: ['glm-5.3', 'gpt-5.6-luna', 'deepseek-v4-flash'],
      rejected: [`glm-5.3 ${SMALL}`, `gpt-5.6-luna ${SMALL}`, `deepseek-v4-flash ${SMALL}`],
      bypassed: true,
      unsatisfiable: beyond,
    },
    {
      chain: c3,
      requirements: { min_context: 500_000 },
      eligible: ['kimi-k3'],
      rejected: [`glm-4.7 ${SMALL}`, `glm-4.6v ${SMALL}`],
    },
    {
      chain: [mystery('a')],
      requirements: { min_context: 3_000_000 },
      eligible: ['mystery'],
      unknown: ['mystery'],
      unsatisfiable: beyond,
    },
    { chain: house({ context_window: 4_000_000 }), requirements: { min_context: 3_000_000 }, eligible: ['house'] },
    {
      chain: house({ context_window: 4_000_000, max_input_tokens: 100 }),
      requirements: { min_context: 3_000_000 },
      eligible: ['house'],
      rejected: [`house ${SMALL}`],
      bypassed: true,
      unsatisfiable: beyond,
    },
  ];
  for (const requirements of [null, 'text', 7, []]) table.push({ chain: c3, requirements, eligible: models(c3) });
  for (const row of table) {
    const before = JSON.stringify(row.chain);
    const result = filterChain(row.chain, row.requirements);
    t.strictSame(
      {
        eligible: models(result.eligible),
        rejected: result.rejected.map((refused) => `${refused.model} ${refused.reject_reason}`),
        unknown: result.unknown,
        bypassed: result.bypassed,
        unsatisfiable: result.unsatisfiable,
      },
      {
        eligible: row.eligible,
        rejected: row.rejected ?? [],
        unknown: row.unknown ?? [],
        bypassed: row.bypassed ?? false,
        unsatisfiable: row.unsatisfiable ?? [],
      },
      JSON.stringify([row.chain, row.requirements]),
    );
    t.equal(JSON.stringify(row.chain), before, 'the source is untouched');
    for (const kept of result.eligible) t.ok(row.chain.includes(kept), 'eligible hops are the original objects');
  }
});

t.test('a request is beyond reach exactly when no registered model takes it', async (t) => {
  const everybody = hops(...REGISTRY.keys());
  for (const min_context of [272_001, 922_000, 922_001, 1_049_999, 1_050_000, 1_050_001]) {
    const { bypassed, unsatisfiable } = filterChain(everybody, { min_context });
    t.equal(unsatisfiable.length === 0, !bypassed, `${min_context}`);
  }
});
