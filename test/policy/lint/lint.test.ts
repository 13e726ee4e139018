import fc from 'fast-check';
import t from 'tap';
import type { Json, JsonObject } from '../../../src/lib/json.ts';
import { lintFindings } from '../../../src/policy/lint/findings.ts';
import { lintBlocking, lintPolicy } from '../../../src/policy/lint/lint.ts';
import { lintWarnings } from '../../../src/policy/lint/warnings.ts';
import { policyWith, VALID, withRules } from './valid-policy.ts';

t.test('a valid policy has no findings', async (t) => {
  t.strictSame(lintPolicy(VALID), []);
  t.strictSame(lintBlocking(VALID), []);
});

t.test('the root', async (t) => {
  for (const root of ['just-a-string', [], 7, null, undefined, true])
    t.strictSame(lintPolicy(root), ['router config root must be a mapping']);
  t.strictSame(lintPolicy({}), ['router config is empty or was not loaded']);
  let deep: Json = {};
  for (let level = 0; level < 50_000; level++) deep = [deep];
  t.strictSame(lintPolicy({ ...VALID, default: deep }), ['router config is nested deeper than 100 levels']);
  t.strictSame(lintFindings({ rules: deep }), []);
  t.strictSame(lintWarnings({ tiers: deep }), []);
});

t.test('of very many shadowed pairs the first thousand are listed, and said to be', async (t) => {
  const rules = Array.from({ length: 600 }, (_, at) => ({
    id: `rule-${at}`,
    when: { char_len: { gt: at } },
    then: { profile: 'coder', model: 'T1' },
  }));
  const errors = lintPolicy({ ...VALID, rules });
  t.equal(lintFindings({ rules }).length, 1_000);
  t.equal(errors.length, 1_001);
  t.equal(errors.at(-1), 'only the first 1000 shadowed pairs of rules are listed');
});

t.test('what is missing', async (t) => {
  const findings = lintPolicy({ enabled: true });
  t.match(findings[0], /^missing mandatory 'default'/);
  t.match(findings[1], /^missing 'tiers' mapping/);
  t.strictSame(findings.slice(2), ['missing tier T1', 'missing tier T2', 'missing tier T3', 'missing tier T4']);
});

const OK_T = { model: 'gpt-5.5', provider: 'openai-codex' };

t.test('the order of findings', async (t) => {
  const broken = {
    compaction: [],
    fail_safe: [],
    rules: [
      { id: 'broad', when: { has_code: { eq: true } }, then: { profile: 'coder' } },
      { id: 'narrow', when: { has_code: { eq: true } }, then: { model: 'T77' } },
    ],
    tiers: { T1: OK_T, T2: 'nope', T3: OK_T, T5: {} },
    signals: [],
    blocklist: 'off',
    price_windows: [],
    default: { model: 'T9' },
  };
  const expected = [
    /^missing tier T4/,
    /^tier 'T2' must be a mapping/,
    /^tier 'T5': missing 'model'/,
    /^tier 'T5': missing 'provider'/,
    /^price_windows must be a mapping/,
    /^blocklist must be a mapping.*"off".*blocks nothing/,
    /^signals must be a mapping/,
    /^default: 'model' references unknown tier 'T9'/,
    /^rule 'narrow': then.model references unknown tier 'T77'/,
    /^rule 'narrow' is shadowed by earlier rule 'broad'$/,
    /^fail_safe must be a mapping/,
    /^compaction must be a mapping$/,
  ];
  const findings = lintPolicy(broken);
  t.equal(findings.length, expected.length);
  expected.forEach((pattern, index) => {
    t.match(findings[index], pattern);
  });
  t.strictSame(lintBlocking(broken), findings.slice(0, -2), 'the last two do not block decisions');
});

t.test('shadow findings carry the message of the lint error', async (t) => {
  const policy = withRules(
    { id: 'broad', when: { has_code: { eq: true } }, then: { profile: 'coder' } },
    { id: 'narrow', when: { has_code: { eq: true } }, then: { profile: 'coder' } },
  );
  const message = "rule 'narrow' is shadowed by earlier rule 'broad'";
  t.strictSame(lintFindings(policy), [
    { code: 'shadowed', later_index: 1, later_id: 'narrow', earlier_index: 0, earlier_id: 'broad', message },
  ]);
  t.strictSame(lintPolicy(policy), [message]);
});

t.test('S-18 shadowed and disabled rules', async (t) => {
  const row = (id: string, rest: JsonObject = {}) => ({
    id,
    when: { has_code: { eq: true } },
    then: { profile: 'coder' },
    ...rest,
  });
  const pairs = lintFindings({ rules: [row('a'), row('b'), row('c')] });
  t.strictSame(
    pairs.map((pair) => [pair.later_id, pair.earlier_id]),
    [
      ['b', 'a'],
      ['c', 'a'],
      ['c', 'b'],
    ],
  );
  t.strictSame(lintFindings({ rules: [row('a', { enabled: false }), row('b')] }), []);
  t.strictSame(lintFindings({ rules: [row('a'), row('b', { enabled: false })] }), []);
  t.equal(lintFindings({ rules: [row('a'), 'nope', row('b')] }).length, 1);
  t.match(lintPolicy(withRules(row('a', { enabled: 'no' }))), [
    "rule 'a': 'enabled' must be true or false, got \"no\"",
  ]);
  for (const policy of ['str', {}, { rules: 5 }, null]) t.strictSame(lintFindings(policy), []);
});

t.test('Y-30 names of the prototype are ordinary ids and keys', async (t) => {
  const policy = JSON.parse(`{"__proto__": {"x": 1}, "constructor": 1,
    "rules": [{"id": "__proto__", "when": {"has_code": {"eq": true}}, "then": {"model": "toString"}},
              {"id": "toString", "when": {"__proto__": {"eq": 1}, "constructor": {"toString": 1}}, "then": {"__proto__": 1}}]}`);
  const findings = lintPolicy(policyWith(policy));
  for (const fragment of [
    'when.__proto__ is not a known',
    'when.constructor is not a known',
    "operator 'toString'",
    'then.__proto__',
  ])
    t.ok(
      findings.some((finding) => finding.startsWith("rule 'toString'") && finding.includes(fragment)),
      fragment,
    );
  t.equal(findings.length, 4);
  t.equal(Object.hasOwn({}, 'x'), false);
  const tiers = JSON.parse('{"__proto__": {"model": "m"}, "toString": 7}');
  t.match(lintPolicy(policyWith({ tiers })).join('\n'), /tier '__proto__': missing 'provider'/);
});

t.test('a hundred rules lint fast', async (t) => {
  const rules = Array.from({ length: 100 }, (_, index) => ({
    id: `rule-${index}`,
    when: {
      est_input_tokens: { gte: 1_000 - index, lt: 2_000 },
      keywords: { contains: `word-${index}` },
      verb_class: { matches: `^h.*${index}$` },
    },
    then: { profile: 'coder', model: 'T2' },
  }));
  const policy = withRules(...rules);
  t.strictSame(lintPolicy(policy), []);
  // The best of ten: a busy machine makes one run slow, a quadratic check makes all of them slow.
  const runs = Array.from({ length: 10 }, () => {
    const started = process.hrtime.bigint();
    lintPolicy(policy);
    return Number(process.hrtime.bigint() - started);
  });
  t.ok(Math.min(...runs) < 100e6);
});

t.test('no value makes lint, findings or warnings throw', async (t) => {
  const scalar = fc.oneof(
    fc.constantFrom<Json>(null, true, 0, 1, -1, 1.5, NaN, Infinity, '', ' ', 'T1', 'T9', 'zai', '__proto__', 'tier:T1'),
    fc.string(),
    fc.double(),
  );
  const key = fc.constantFrom(
    ...['id', 'when', 'then', 'model', 'provider', 'fallback', 'requirements', 'time_cap', 'time_policy', 'avoid_peak'],
    ...['price_windows', 'hours_utc', 'multiplier', 'utc_hour', 'verb_class', 'matches', 'in', 'eq', 'T1', 'T2'],
    ...['__proto__', 'constructor', 'toString', 'manual_ban', 'fallback_chain', 'auto_breaker', 'hard', 'chain'],
  );
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }));
  const top = fc.constantFrom(
    ...['enabled', 'classifier', 'fail_safe', 'blocklist', 'compaction', 'rules', 'default', 'tiers', 'price_windows'],
    ...['signals', 'alignment', '__proto__'],
  );
  const policy = fc.oneof(value, fc.dictionary(top, value));
  fc.assert(
    fc.property(policy, (broken) => {
      const errors = lintPolicy(broken);
      const messages = lintFindings(broken).map((finding) => finding.message);
      return (
        [...errors, ...lintWarnings(broken, { profiles: [] })].every(
          (text) => typeof text === 'string' && text !== '',
        ) && messages.every((message) => errors.includes(message))
      );
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});
