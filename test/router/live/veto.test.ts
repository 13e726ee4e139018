import t from 'tap';
import { says, standIn } from '../../classifier/asking.ts';
import { BASE_POLICY, withTiers } from '../policies.ts';
import { withBans } from './bans.ts';
import { hopsOf, openRouter, stagesOf } from './parts.ts';

const HARD = 'Debug a race condition';
const OPEN = 'Summarize this note';

const VETO_KEYS = ['blocked', 'blocklist_widened', 'blocklist_bypassed'];

t.test('a clean turn has none of the veto keys', async (t) => {
  const { decision } = await openRouter(t).decide(withBans(BASE_POLICY, []), { task: HARD });
  for (const key of VETO_KEYS) t.notOk(key in decision.chain_plan, key);
});

t.test('a requested pair that is banned is refused before anything is measured', async (t) => {
  const policy = withBans(
    BASE_POLICY,
    [
      { model: 'gpt-5.6-sol', provider: 'openai-codex' },
      { model: 'tiny', provider: 'cheap' },
    ],
    ['gpt-5.6-sol', 'tiny', 'strong'],
  );
  const request = { task: HARD, model: 'gpt-5.6-sol', provider: 'openai-codex' };
  const result = await openRouter(t).decide(policy, request);
  t.match(result.decision, { matched_rule_id: null, cause: 'blocklist_veto', matched_clauses: {} });
  t.same(result.decision.output, {
    deny: true,
    blocked_model: 'gpt-5.6-sol',
    fallback_model: 'strong',
    cause: 'blocklist_veto',
    reason: 'gpt-5.6-sol@openai-codex is blocked by a manual ban; use strong instead',
  });
  t.same(stagesOf(result), ['blocklist', 'veto']);
  t.same(hopsOf(result), []);
  const free = await openRouter(t).decide(policy, { ...request, provider: 'elsewhere' });
  t.equal(free.decision.matched_rule_id, 'hard-verbs', 'a ban is on one rail');
});

t.test('a banned primary is replaced by the next planned hop', async (t) => {
  const result = await openRouter(t).decide(withBans(BASE_POLICY, [{ model: 'strong', provider: '' }]), { task: HARD });
  t.match(result.decision.output, {
    profile: 'coder',
    model: 'backup',
    provider: 'backup-rail',
    blocked_model: 'strong',
    cause: 'blocklist_substituted',
  });
  t.equal(result.decision.cause, 'hard_rule', 'the decision keeps its own cause');
  t.same(hopsOf(result), ['backup@backup-rail']);
  t.match(result.decision.chain_plan, {
    blocked: [{ model: 'strong', provider: 'strong-rail', reject_reason: 'blocked' }],
    blocklist_widened: false,
    blocklist_bypassed: false,
  });
});

t.test('a ban of the hop that the plan promotes widens to the declared ones', async (t) => {
  // The task needs eyes: the plan drops the blind primary and starts with the seeing hop.
  const tiers = {
    T4: {
      model: 'blind',
      provider: 'a',
      vision: false,
      context_window: 1_000_000,
      fallback: [{ model: 'seer', provider: 'b', vision: true, context_window: 1_000_000 }],
    },
  };
  const task = 'Debug the layout in this screenshot.png';
  const clean = await openRouter(t).decide(withTiers(tiers), { task });
  t.same(hopsOf(clean), ['seer@b']);
  const result = await openRouter(t).decide(withBans(withTiers(tiers), [{ model: 'seer', provider: 'b' }]), { task });
  t.same(hopsOf(result), ['blind@a']);
  t.match(result.decision.chain_plan, {
    blocked: [{ model: 'seer', provider: 'b' }],
    blocklist_widened: true,
    blocklist_bypassed: false,
  });
  t.equal(result.decision.output.model, 'blind');
  t.notOk('blocked_model' in result.decision.output);
});

t.test('a tail hop that is banned is dropped, the head stays', async (t) => {
  const policy = withBans(BASE_POLICY, [{ model: 'backup', provider: 'backup-rail' }]);
  const result = await openRouter(t).decide(policy, { task: HARD });
  t.same(hopsOf(result), ['strong@strong-rail']);
  t.match(result.decision.chain_plan, { blocked: [{ model: 'backup' }], independent_rails: 1 });
  t.notOk('blocked_model' in result.decision.output);
});

t.test('the flat list is the last resort, each model on its rail of the tier table', async (t) => {
  const bans = [
    { model: 'strong', provider: '' },
    { model: 'backup', provider: '' },
  ];
  const policy = withBans(BASE_POLICY, bans, ['strong', 'backup', 'small', 'strong', 'elsewhere']);
  const result = await openRouter(t).decide(policy, { task: HARD });
  t.match(result.decision.output, { model: 'small', provider: 'cheap', blocked_model: 'strong' });
  t.match(result.decision.chain_plan, { blocklist_widened: true });
  const unnamed = withBans(BASE_POLICY, [...bans, { model: 'small', provider: '' }], ['strong', 'elsewhere']);
  const { output } = (await openRouter(t).decide(unnamed, { task: HARD })).decision;
  t.match(output, { model: 'elsewhere' });
  t.notOk('provider' in output, 'a rail that nobody knows is not invented');
});

t.test('when all are banned the answer is no', async (t) => {
  const policy = withBans(
    BASE_POLICY,
    [
      { model: 'STRONG', provider: '' },
      { model: 'backup', provider: '' },
      { model: 'small', provider: '' },
    ],
    ['strong', 'small'],
  );
  const result = await openRouter(t).decide(policy, { task: HARD });
  t.match(result.decision, {
    matched_rule_id: 'hard-verbs',
    cause: 'blocklist_veto',
    output: { deny: true, blocked_model: 'strong', cause: 'blocklist_veto', reason: /manual ban/ },
  });
  t.notOk('retry_after_s' in result.decision.output, 'no waiting cures a ban');
  t.notOk('model' in result.decision.output);
  t.same(hopsOf(result), []);
  t.match(result.decision.chain_plan.blocked, [{ model: 'strong' }, { model: 'backup' }]);
  t.equal(stagesOf(result).at(-1), 'veto');
});

t.test('B-12 a ban holds on every way to a model', async (t) => {
  const bans = [{ model: 'M1', provider: 'rail' }];
  const base = {
    ...withTiers({ T1: { model: 'm1', provider: 'rail', fallback: [{ model: 'm2', provider: 'other' }] } }),
    fail_safe: { model: 'm1', provider: 'rail', fallback: [{ model: 'm2', provider: 'other' }] },
  };
  const rule = { id: 'r', when: { char_len: { gte: 0 } }, then: { profile: 'coder', model: 'T1' } };
  const ways = {
    rule: [{ ...base, rules: [rule] }, undefined],
    'a rule that names it': [
      {
        ...base,
        rules: [
          {
            ...rule,
            then: { profile: 'coder', model: 'm1', provider: 'rail', fallback: [{ model: 'm2', provider: 'other' }] },
          },
        ],
      },
      undefined,
    ],
    default: [{ ...base, rules: [], default: { model: 'T1' } }, undefined],
    classifier: [{ ...base, rules: [] }, standIn(() => says('T1'))],
    'fail-safe': [{ ...base, rules: [] }, undefined],
  } as const;
  for (const [way, [policy, asked]] of Object.entries(ways)) {
    const result = await openRouter(t, asked).decide(withBans(policy, bans), { task: OPEN });
    t.same(hopsOf(result), ['m2@other'], way);
    t.match(result.decision.output, { model: 'm2', provider: 'other', blocked_model: 'm1' }, way);
    const byModel = await openRouter(t, asked).decide(withBans(policy, [{ model: 'm1', provider: '' }]), {
      task: OPEN,
    });
    t.same(hopsOf(byModel), ['m2@other'], `${way}, by model only`);
  }
});
