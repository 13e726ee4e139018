import t from 'tap';
import { ruledOut } from '../../src/router/why-not-rules.ts';

const features = {
  verb_class: 'hard',
  has_code: false,
  size_lines: 200,
  keywords: ['review'],
  est_input_tokens: 14,
  attachment_kinds: [],
};

function nearestOf(when: unknown, extra: object = {}): string {
  return ruledOut([{ id: 'r', when, then: { model: 'T1' }, ...extra }], features, null).rules[0]?.nearest ?? '';
}

const words: readonly (readonly [string, object, RegExp])[] = [
  ['a bound', { size_lines: { lte: 40 } }, /^size_lines <= 40 \(is 200\)/],
  ['an equality', { has_code: { eq: true } }, /^has_code = true \(is false\): name a code file/],
  ['a list', { keywords: { contains: 'audit' } }, /^keywords contains audit \(is \["review"\]\)/],
  [
    'a choice',
    { verb_class: { in: ['trivial', 'unknown'] } },
    /^verb_class one of \["trivial","unknown"\] \(is hard\)/,
  ],
  ['an empty list', { attachment_kinds: { contains: 'pdf' } }, /^attachment_kinds contains pdf \(is empty\)/],
  ['a missing clock', { utc_hour: { gte: 6 } }, /^utc_hour >= 6 \(not known here\): ask with `at`/],
  [
    'every failing condition, in order',
    { size_lines: { lte: 40 }, verb_class: { eq: 'trivial' } },
    /<= 40 \(is 200\) and verb_class = trivial/,
  ],
  ['only the failing operator of a clause', { size_lines: { gte: 6, lt: 10 } }, /^size_lines < 10 \(is 200\)/],
  ['nothing of a clause that holds', { verb_class: { eq: 'hard' }, has_code: { eq: true } }, /^has_code/],
  ['the count of the rest', { size_lines: { lt: 1, lte: 2, eq: 3, in: [4], nin: [200] } }, /and 2 more/],
  ['an unreadable clause', { has_code: true }, /^has_code unreadable true/],
  ['a pattern', { verb_class: { matches: '^t' } }, /^verb_class matches \^t \(is hard\)/],
  ['a field nobody knows', { colour: { eq: 'red' } }, /^colour = red \(not known here\)$/],
];

for (const [name, when, expected] of words) {
  t.test(`names ${name}`, async (t) => t.match(nearestOf(when), expected));
}

t.test('a row says which rule, where it stands, what failed and what was found', async (t) => {
  const rules = [
    { id: 'first', when: { has_code: { eq: true } }, then: { model: 'T1' } },
    { id: 7, when: { utc_hour: { gt: 6 } }, then: { model: 'T1' } },
    { id: 'match', when: { verb_class: { eq: 'hard' } }, then: { model: 'T1' } },
    { id: 'below', when: { has_code: { eq: true } }, then: { model: 'T1' } },
  ];
  const { rules: rows, omitted } = ruledOut(rules, features, 2);
  t.equal(omitted, 0);
  t.match(rows, [
    { rule_id: 'first', index: 0, clause: { field: 'has_code', op: 'eq', target: true }, actual: false },
    { rule_id: 7, index: 1, clause: { field: 'utc_hour', op: 'gt', target: 6 } },
  ]);
  t.equal(rows.length, 2, 'rules below the match are not listed');
  t.notOk(Object.hasOwn(rows[1] ?? {}, 'actual'), 'an unknown value is left out, not null');
});

t.test('S-18 a disabled rule is listed, with what else it would take', async (t) => {
  const disabled = { enabled: false };
  t.equal(nearestOf({ verb_class: { eq: 'hard' } }, disabled), 'enable the rule: remove `enabled: false`');
  t.match(nearestOf({ has_code: { eq: true } }, disabled), /remove `enabled: false`; then also has_code = true/);
});

t.test('rows that can never match are listed too', async (t) => {
  for (const row of [null, 7, {}, { id: 'x', when: {} }, { id: 'x', when: { verb_class: { eq: 'hard' } }, then: {} }]) {
    t.match(ruledOut([row], features, null).rules, [{ index: 0, nearest: /non-empty `when` and `then`/ }]);
  }
  t.same(ruledOut('nonsense', features, null), { rules: [], omitted: 0 });
});

t.test('the answer is bounded: 100 rules, short texts, short lists', async (t) => {
  const rule = { id: 'i'.repeat(9000), when: { keywords: { in: Array.from({ length: 500 }, () => 'w'.repeat(500)) } } };
  const { rules, omitted } = ruledOut(
    Array.from({ length: 250 }, () => rule),
    features,
    null,
  );
  t.equal(rules.length, 100);
  t.equal(omitted, 150);
  t.ok(JSON.stringify(rules).length < 200_000);
});
