import t, { type Test } from 'tap';
import type { Json, JsonObject } from '../../../src/lib/json.ts';
import { lintPolicy } from '../../../src/policy/lint/lint.ts';
import { lintWarnings } from '../../../src/policy/lint/warnings.ts';
import { checkMessages } from './check-messages.ts';
import { policyWith, VALID, withRules } from './valid-policy.ts';

function check(t: Test, policy: unknown, expected: readonly RegExp[]): void {
  checkMessages(t, lintWarnings(policy), expected);
}

function onlyTier(tier: Json): JsonObject {
  return { tiers: { T1: tier } };
}

t.test('nothing to say', async (t) => {
  for (const policy of [null, {}, 'x', [], { tiers: 'nope' }, { tiers: { T1: 'nope' } }, VALID]) check(t, policy, []);
});

t.test('bans that ban nothing', async (t) => {
  const rows = ['glm', { model: 7 }, { model: 'bad', provider: 'rail' }, { model: 'bad', provider: null }, {}];
  check(t, policyWith({ blocklist: { manual_ban: rows } }), [
    /^blocklist.manual_ban\[0\] .*this row bans nothing/,
    /^blocklist.manual_ban\[1\].*model.*this row bans nothing/,
    /^blocklist.manual_ban\[3\].*provider.*this row bans nothing/,
  ]);
});

t.test('tiers', async (t) => {
  const zai = { model: 'glm-5.3-flash', provider: 'zai' };
  const codex = { model: 'gpt-5.5', provider: 'openai-codex' };
  const ghost = { model: 'ghost', provider: 'a' };
  const pro = { model: 'deepseek-v4-pro', provider: 'deepseek' };
  const glm = { model: 'glm-5.3', provider: 'zai' };
  const capped = (...hops: JsonObject[]) => {
    const [head, ...fallback] = hops;
    return { ...head, fallback, time_cap: { max_multiplier: 1.5 } };
  };
  const table: [Json, RegExp[]][] = [
    [{ ...zai, fallback: [zai] }, [/^tier 'T1': the first two hops share upstream 'zai'/]],
    [
      { model: 'gpt-5.5', provider: 'nous', fallback: [{ model: 'gpt-5.5', provider: 'OpenRouter' }] },
      [/share upstream 'openrouter'/],
    ],
    [{ ...zai, fallback: [codex, codex] }, []],
    [
      {
        ...ghost,
        fallback: [
          { ...ghost, provider: 'b' },
          { ...ghost, provider: 'c' },
        ],
      },
      [/^tier 'T1': model 'ghost' is unknown to the capability registry/],
    ],
    [{ ...ghost, context_window: 1_000 }, []],
    [{ ...ghost, billing_mode: 'plan' }, [/unknown to the capability registry/]],
    [capped(pro, glm), [/^tier 'T1': every hop has a price window above time_cap 1.5.*bypass itself/]],
    [capped(pro, glm, codex), []],
    [{ ...capped(pro, glm), time_cap: { max_multiplier: 2.0 } }, []],
    [{ ...pro, fallback: [glm] }, []],
    [capped(pro, { model: 4.7, provider: 'zai' }), []],
    [{ ...zai, time_policy: { avoid_peak: ['deepseek'] } }, [/^tier 'T1': .*avoid_peak names provider 'deepseek'/]],
    [{ ...zai, time_policy: { avoid_peak: ['ZAI '] } }, []],
    [
      { model: 'glm-4.5-flash', provider: 'zai', fallback_strategy: 'cheapest_now' },
      [/cheapest_now finds no hop with a price/],
    ],
    [{ ...glm, fallback_strategy: 'cheapest_now' }, []],
  ];
  for (const [tier, expected] of table) check(t, onlyTier(tier), expected);
});

t.test('a cap that bypasses itself is seen through the overlay', async (t) => {
  const tier = { model: 'gpt-5.5', provider: 'openai-codex', time_cap: { max_multiplier: 1.5 } };
  check(t, { price_windows: { 'gpt-5.5': [{ hours_utc: [1, 2], multiplier: 3 }] }, ...onlyTier(tier) }, [
    /bypass itself/,
  ]);
});

t.test('models that the replacement list lacks', async (t) => {
  const blocklist = { fallback_chain: ['gpt-5.5', 7] };
  check(t, policyWith({ blocklist }), [
    /fallback_chain: tier model 'glm-5.3-flash' is missing/,
    /'gpt-5.6-terra' is missing/,
  ]);
  check(t, policyWith({ blocklist: { fallback_chain: 'nope' } }), []);
});

t.test('a classifier that fails together with a tier', async (t) => {
  const zai = { model: 'glm-5.3-flash', provider: 'zai' };
  check(t, policyWith({ classifier: { ...zai, chain: [zai] } }), [
    /^classifier: provider 'zai' is also the primary of T1, T2/,
    /^classifier.chain\[0\]: provider 'zai'/,
  ]);
  check(t, policyWith({ classifier: { ...zai, provider: 'copilot', chain: [{ provider: 'copilot' }, zai] } }), []);
});

t.test('what this build ignores', async (t) => {
  check(t, policyWith({ alignment: null, shadow: { enabled: true } }), [
    /^'alignment' is kept.*ignored/,
    /^'shadow' is kept/,
  ]);
  check(t, policyWith({ default: { action: 'T1' } }), [/^default: 'action': only 'classify'/]);
  check(t, policyWith({ classifier: { on_total_failure: 'panic' } }), [/^classifier.on_total_failure/]);
  const when = { size_lines: { gt: 'lots', lte: '40' } };
  check(t, withRules({ id: 'r', when, then: { action: 'deny' } }), [
    /^rule 'r': when.size_lines.gt compares/,
    /^rule 'r': then.action/,
  ]);
});

t.test('keys that nothing reads, such as misspelt ones', async (t) => {
  const blocklist = { manual_bans: [{ model: 'gpt-5.5' }], auto_breaker: { treshold: 3 }, 'x-note': 1 };
  check(t, policyWith({ blocklst: {}, 'x-anchors': {}, blocklist }), [
    /^'blocklst' is no key of a policy.*blocklist/,
    /^'blocklist.manual_bans' .*manual_ban$/,
    /^'blocklist.auto_breaker.treshold' .*threshold/,
  ]);
  check(t, policyWith({ blocklist: 'nope' }), []);
  check(t, policyWith({ blocklist: { auto_breaker: 'nope' } }), []);
});

t.test('S-11 a priority on a rule is named as having no effect', async (t) => {
  const rule = { id: 'r', when: { has_code: { eq: true } }, then: { profile: 'coder' } };
  for (const priority of [1, '10', -1]) {
    check(t, withRules({ ...rule, priority }), [/^rule 'r': 'priority' has no effect/]);
    t.strictSame(lintPolicy(withRules({ ...rule, priority })), []);
  }
});

t.test('profiles that do not exist, where the caller knows them', async (t) => {
  const policy = policyWith({ default: { action: 'classify', profile: 'ghost' }, fail_safe: { profile: 'other' } });
  t.strictSame(lintWarnings(policy), []);
  t.strictSame(lintWarnings(policy, { profiles: ['coder'] }), [
    "default.profile: profile 'ghost' does not exist",
    "fail_safe.profile: profile 'other' does not exist",
  ]);
  t.match(
    lintWarnings(policy, { profiles: [] })[0],
    /^rule 'hard-verbs': then.profile: profile 'coder' does not exist/,
  );
});
