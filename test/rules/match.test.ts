import fc from 'fast-check';
import t from 'tap';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { clauseHolds, findMatch, matchedClauses, matchRules, type RuleTable } from '../../src/rules/match.ts';

const F = {
  char_len: 100,
  has_code: false,
  size_lines: 0,
  num_files: 0,
  has_stacktrace: false,
  num_requirements: 0,
  verb_class: 'unknown',
  lang: '',
  keywords: [],
};

const TIERS = {
  T1: { model: 'glm-5.2-fast', provider: 'zai' },
  T2: { model: 'glm-5.2', provider: 'zai' },
  T3: { model: 'claude-sonnet', provider: 'anthropic' },
  T4: { model: 'claude-opus', provider: 'anthropic' },
};

const RULES: JsonObject[] = [
  { id: 'block-codex-stall', when: { blocked_model: { eq: true } }, then: { deny: true } },
  {
    id: 'trivial-mechanical-edit',
    when: { verb_class: { eq: 'trivial' }, has_code: { eq: true }, size_lines: { lte: 40 } },
    then: { profile: 'coder', model: 'T1' },
  },
  { id: 'hard-verbs', when: { verb_class: { eq: 'hard' } }, then: { profile: 'coder', model: 'T4' } },
  {
    id: 'review-request',
    when: { keywords: { contains: 'review' } },
    then: { profile: 'reviewer', action: 'classify' },
  },
];

const R = { rules: RULES, default: { action: 'classify' }, tiers: TIERS };
const ON = { has_code: { eq: false } };

t.test('the vectors of the matching table', async (t) => {
  const trivial = { ...F, verb_class: 'trivial', has_code: true, size_lines: 20 };
  const table: [string, unknown, Partial<RuleTable>, Json, JsonObject][] = [
    ['blocked', trivial, { blockedModel: true }, 'block-codex-stall', { deny: true }],
    ['trivial', trivial, {}, 'trivial-mechanical-edit', { profile: 'coder', model: 'glm-5.2-fast', provider: 'zai' }],
    ['too long', { ...trivial, size_lines: 200 }, {}, null, { action: 'classify' }],
    [
      'hard',
      { ...F, verb_class: 'hard', has_code: true, size_lines: 10 },
      {},
      'hard-verbs',
      { profile: 'coder', model: 'claude-opus', provider: 'anthropic' },
    ],
    ['review', { ...F, keywords: ['review'] }, {}, 'review-request', { profile: 'reviewer', action: 'classify' }],
    ['no rules', F, { rules: [] }, null, { action: 'classify' }],
    ['first wins', F, { rules: [rule('a', ON), rule('b', ON)] }, 'a', { model: 'a' }],
    ['disabled first', F, { rules: [{ ...rule('a', ON), enabled: false }, rule('b', ON)] }, 'b', { model: 'b' }],
    ['only disabled', F, { rules: [{ ...rule('a', ON), enabled: false }] }, null, { action: 'classify' }],
    ['empty then', F, { rules: [{ ...rule('a', ON), then: {} }, rule('b', ON)] }, 'b', { model: 'b' }],
    ['empty when', F, { rules: [rule('a', {})] }, null, { action: 'classify' }],
    ['no assignee', F, { rules: [rule('a', { assignee: { eq: 'reviewer' } })] }, null, { action: 'classify' }],
    [
      'assignee',
      { ...F, assignee: 'reviewer' },
      { rules: [rule('a', { assignee: { eq: 'reviewer' } })] },
      'a',
      { model: 'a' },
    ],
    [
      'large',
      { est_input_tokens: 400_000 },
      { rules: [rule('a', { est_input_tokens: { gt: 200_000 } })] },
      'a',
      { model: 'a' },
    ],
    [
      'small',
      { est_input_tokens: 1_000 },
      { rules: [rule('a', { est_input_tokens: { gt: 200_000 } })] },
      null,
      { action: 'classify' },
    ],
    ['default tier', F, { rules: [], default: { model: 'T2' } }, null, { model: 'glm-5.2', provider: 'zai' }],
    ['numeric id', F, { rules: [{ ...rule('a', ON), id: 7 }] }, 7, { model: 'a' }],
    ['no id', F, { rules: [{ when: ON, then: { model: 'a' } }] }, null, { model: 'a' }],
  ];
  for (const [name, features, changes, ruleId, output] of table)
    t.strictSame(matchRules(features, { ...R, ...changes }), { output, ruleId }, name);
});

function rule(id: string, when: JsonObject): JsonObject {
  return { id, when, then: { model: id } };
}

t.test('blocked_model is evaluated with the author’s operators, never as a feature', async (t) => {
  const table: [JsonObject, boolean, boolean][] = [
    [{ eq: true }, true, false],
    [{ eq: false }, false, true],
    [{ ne: true }, false, true],
    [{ ne: false }, true, false],
    [{ nin: [true] }, false, true],
    [{}, true, true],
  ];
  for (const [condition, blocked, free] of table) {
    t.equal(clauseHolds('blocked_model', condition, {}, true), blocked);
    t.equal(clauseHolds('blocked_model', condition, { blocked_model: true }, false), free);
  }
});

t.test('a condition that is not an op map makes the row dead, and the next row decides', async (t) => {
  for (const condition of [true, false, 'yes', 5, ['eq'], null]) {
    const rules = [rule('dead', { has_code: condition }), rule('next', ON)];
    t.equal(matchRules(F, { ...R, rules }).ruleId, 'next');
  }
});

t.test('a field that is absent does not match; one that is null is present', async (t) => {
  t.equal(clauseHolds('missing', { eq: 1 }, {}, false), false);
  t.equal(clauseHolds('missing', {}, {}, false), false);
  t.equal(clauseHolds('lang', {}, { lang: null }, false), true);
  t.equal(clauseHolds('toString', {}, {}, false), false);
});

t.test('matched clauses are those that hold', async (t) => {
  t.strictSame(matchedClauses(rule('a', { x: { eq: 1 }, missing: { eq: 2 } }), { x: 1 }, false), { x: { eq: 1 } });
  t.strictSame(matchedClauses(rule('a', { size_lines: { gt: 0, lt: 3 } }), { size_lines: 5 }, false), {});
  t.strictSame(matchedClauses(rule('a', { blocked_model: { ne: true } }), {}, false), { blocked_model: { ne: true } });
  t.strictSame(matchedClauses(null, {}, false), {});
});

t.test('findMatch names the position', async (t) => {
  t.equal(findMatch({ ...F, keywords: ['review'] }, RULES)?.index, 3);
  t.equal(findMatch(F, RULES), null);
  t.equal(findMatch(F, 'rules'), null);
});

t.test('the result shares nothing with the policy', async (t) => {
  const then = { profile: 'coder', model: 'm', extra: { list: [1] } };
  const { output } = matchRules(F, { rules: [{ id: 'a', when: ON, then }], default: {}, tiers: {} });
  t.strictSame(output, then);
  t.not(output.extra, then.extra);
});

t.test('S-11 file order decides; a priority on a rule has no effect', async (t) => {
  for (const priority of [undefined, 0, -1, 10, '10', NaN]) {
    const rules = [rule('first', ON), { ...rule('second', ON), ...(priority === undefined ? {} : { priority }) }];
    t.equal(matchRules(F, { ...R, rules }).ruleId, 'first');
    t.equal(matchRules(F, { ...R, rules: rules.toReversed() }).ruleId, 'second');
  }
});

t.test('S-18 a disabled rule is skipped; only the literal false disables', async (t) => {
  for (const enabled of ['no', 0, null, true])
    t.equal(matchRules(F, { ...R, rules: [{ ...rule('a', ON), enabled }] }).ruleId, 'a');
  t.equal(matchRules(F, { ...R, rules: [{ ...rule('a', ON), enabled: false }] }).ruleId, null);
});

t.test('Y-30 names of the prototype are ordinary names', async (t) => {
  const hostile = JSON.parse(
    '[{"id":"__proto__","when":{"__proto__":{"eq":1}},"then":{"model":"toString","__proto__":{"deny":true}}}]',
  );
  const features = JSON.parse('{"__proto__":1}');
  t.equal(findMatch({}, hostile), null, 'a missing feature named __proto__ is missing');
  const { output, ruleId } = matchRules(features, { rules: hostile, default: {}, tiers: {} });
  t.equal(ruleId, '__proto__');
  t.equal(output.model, 'toString', 'no tier of that name');
  t.equal(output.deny, undefined);
  t.equal(Object.hasOwn({}, 'deny'), false);
});

t.test('no value of a policy makes the matcher throw', async (t) => {
  const any = fc.jsonValue();
  const condition = fc.dictionary(fc.constantFrom('eq', 'in', 'nin', 'gt', 'contains', 'matches', '__proto__'), any);
  const when = fc.dictionary(
    fc.constantFrom('has_code', 'keywords', 'blocked_model', 'toString'),
    fc.oneof(condition, any),
  );
  const rules = fc.oneof(any, fc.array(fc.oneof(any, fc.record({ id: any, when: fc.oneof(when, any), then: any }))));
  const features = fc.oneof(any, fc.record({ has_code: any, keywords: any }));
  fc.assert(
    fc.property(features, rules, any, any, fc.boolean(), (features, rules, fallback, tiers, blockedModel) => {
      const result = matchRules(features, { rules, default: fallback, tiers, blockedModel });
      const match = findMatch(features, rules, blockedModel);
      const clauses = matchedClauses(match?.rule, features, blockedModel);
      return typeof result.output === 'object' && (match === null || Object.keys(clauses).length > 0);
    }),
    { numRuns: 500 },
  );
  t.pass();
});
