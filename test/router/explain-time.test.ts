import t from 'tap';
import { explainTask } from '../../src/router/explain.ts';
import { TIME_POLICY, withTiers } from './policies.ts';

const models = (rows: readonly object[]) => rows.map((row) => ('model' in row ? row.model : undefined));

const PLAIN = 'Write a poem about the sea';
const HARD = 'Debug a race condition';
const TRIVIAL = 'Rename getCwd in utils.py';

const hours: readonly (readonly [string, string, string, object])[] = [
  [
    'a plain task in the peak',
    PLAIN,
    '2026-08-17T07:00:00Z',
    { rule: 'peak-hours', chain: ['glm-4.6'], capped: ['deepseek-v4-pro'] },
  ],
  [
    'a plain task off the peak',
    PLAIN,
    '2026-08-17T15:00:00Z',
    { rule: null, chain: ['MiniMax-M3', 'deepseek-v4-pro', 'glm-4.6'], reasons: ['cheapest_now'] },
  ],
  [
    'a plain task in the night peak',
    PLAIN,
    '2026-08-17T03:00:00Z',
    { chain: ['MiniMax-M3', 'glm-4.6', 'deepseek-v4-pro'], reasons: ['cheapest_now', 'price_window'] },
  ],
  [
    'a plain task an hour later',
    PLAIN,
    '2026-08-17T04:00:00Z',
    { chain: ['MiniMax-M3', 'deepseek-v4-pro', 'glm-4.6'], reasons: ['cheapest_now'] },
  ],
  [
    'a trivial task whose cap would leave nothing',
    TRIVIAL,
    '2026-08-17T02:00:00Z',
    {
      bypassed: true,
      chain: ['deepseek-v4-pro', 'deepseek-v4-flash'],
      capped: ['deepseek-v4-pro', 'deepseek-v4-flash'],
      reasons: ['time_cap', 'price_window'],
    },
  ],
  [
    'a hard task in the peak',
    HARD,
    '2026-08-17T07:00:00Z',
    { demoted: ['deepseek-v4-pro'], chain: ['glm-4.6', 'deepseek-v4-pro'], reasons: ['time_policy', 'price_window'] },
  ],
  [
    'a hard task off the peak',
    HARD,
    '2026-08-17T15:00:00Z',
    { demoted: [], chain: ['deepseek-v4-pro', 'glm-4.6'], reasons: ['time_policy'] },
  ],
];

for (const [name, task, at, expected] of hours) {
  t.test(`${name} (${at})`, async (t) => {
    const { chain_plan: plan, decision, preview } = explainTask(task, TIME_POLICY, { at: new Date(at) });
    const seen = {
      rule: decision.matched_rule_id,
      chain: models(plan.chain),
      capped: models(plan.capped),
      demoted: plan.demoted,
      bypassed: plan.time_cap_bypassed,
      reasons: preview.time_relative_reasons,
    };
    t.match(seen, expected);
    t.equal(preview.time_relative, seen.reasons.length > 0);
  });
}

t.test('the clock is that of the hour, on weekdays and weekends', async (t) => {
  const policy = withTiers({ T4: { model: 'glm-5.3-flash', provider: 'zai' } });
  const monday = explainTask(HARD, policy, { at: new Date('2026-08-17T07:42:17.5Z') });
  t.same(monday.evaluated_at, {
    at: '2026-08-17T07:00:00+00:00',
    at_source: 'explicit',
    utc_hour: 7,
    utc_weekday: 0,
    time_aware: true,
  });
  t.match(monday.features, { utc_hour: 7, utc_weekday: 0 });
  t.match(monday.chain_plan.multipliers, { 'glm-5.3-flash': 2 });
  const saturday = explainTask(HARD, policy, { at: new Date('2026-08-22T07:00:00Z') });
  t.match(saturday, { evaluated_at: { utc_weekday: 5 }, preview: { time_relative: false, time_relative_reasons: [] } });
  t.match(saturday.chain_plan.multipliers, { 'glm-5.3-flash': 1 });
});

t.test('the same task, policy and hour give the same bytes, also where the order is drawn', async (t) => {
  const hops = ['glm-5.3', 'glm-4.6v', 'gpt-5.6-luna', 'mimo-v2.5'].map((model) => ({
    model,
    provider: `rail-${model}`,
  }));
  const [primary, ...fallback] = hops;
  const policy = withTiers({ T4: { ...primary, fallback, fallback_strategy: 'random', pin_primary: false } });
  const task = 'Debug the crash shown in this screenshot';
  const first = explainTask(task, policy, { at: new Date('2026-08-17T07:00:00Z') });
  t.match(first.chain_plan.rejected, [{ model: 'glm-5.3', reject_reason: 'no_vision' }]);
  t.equal(first.chain_plan.chain.length, 3);
  t.equal(first.chain_plan.independent_rails, 3);
  const again = explainTask(task, structuredClone(policy), { at: new Date('2026-08-17T07:59:59Z') });
  t.equal(JSON.stringify(again), JSON.stringify(first));
});
