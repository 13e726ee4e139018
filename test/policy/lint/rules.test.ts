import t, { type Test } from 'tap';
import type { Json, JsonObject } from '../../../src/lib/json.ts';
import { lintPolicy } from '../../../src/policy/lint/lint.ts';
import { EXTRACTED_FEATURE_NAMES, INJECTED_FEATURE_NAMES } from '../../../src/signals/features.ts';
import { checkMessages } from './check-messages.ts';
import { policyWith, withRules } from './valid-policy.ts';

const WHEN = { has_code: { eq: true } };
const THEN = { profile: 'coder', model: 'T2' };

function check(t: Test, policy: JsonObject, expected: readonly RegExp[]): void {
  checkMessages(t, lintPolicy(policy), expected);
}

t.test('the list and its rows', async (t) => {
  for (const rules of ['nope', 5, {}, true]) check(t, policyWith({ rules }), [/^rules must be a list/]);
  for (const rules of [[], null, undefined] as const) check(t, policyWith({ rules }), []);
  for (const row of ['nope', 7, null, []]) check(t, policyWith({ rules: [row] }), [/^rule\[0\] must be a mapping/]);
});

t.test('ids', async (t) => {
  const row = (id: Json, rest: JsonObject = {}) => ({ id, when: WHEN, then: THEN, enabled: false, ...rest });
  for (const id of ['', 0, null, false]) check(t, withRules(row(id)), [/^rule\[0\] missing 'id'/]);
  check(t, withRules({ when: WHEN, then: THEN }), [/^rule\[0\] missing 'id'/]);
  check(t, withRules(row('a'), row('a')), [/^duplicate rule id 'a'/]);
  check(t, withRules(row(7), row('7')), []);
  check(t, withRules(row(['a'])), [/^rule\[0\]: 'id' must be a string/]);
});

t.test('the parts of a rule', async (t) => {
  const table: [JsonObject, RegExp[]][] = [
    [{ when: WHEN, then: THEN, status: 'experimental', note: 'free', enabled: null }, []],
    [{ when: WHEN, then: THEN, enabled: 'no' }, [/^rule 'r': 'enabled' must be true or false, got "no"/]],
    [{ when: WHEN, then: THEN, enabled: 0 }, [/^rule 'r': 'enabled'/]],
    ...[undefined, null, {}, [], 'x'].map((when): [JsonObject, RegExp[]] => [
      { ...(when === undefined ? {} : { when }), then: {} },
      [/^rule 'r': missing or invalid 'when'/],
    ]),
    ...[undefined, null, {}, [], 'x'].map((then): [JsonObject, RegExp[]] => [
      { when: { oops: {} }, ...(then === undefined ? {} : { then }) },
      [/^rule 'r': missing or invalid 'then'/],
    ]),
    [{ when: WHEN, then: { modle: 'T2', profil: 'x' } }, [/then.modle is not a known key/, /then.profil is not/]],
    [{ when: WHEN, then: { model: 'T99' } }, [/^rule 'r': then.model references unknown tier 'T99'$/]],
    [{ when: WHEN, then: { model: 'Titan-70B' } }, []],
    [{ when: WHEN, then: { model: 4.7 } }, [/then.model must be a string .*got 4.7/]],
    [{ when: WHEN, then: { deny: 'yes' } }, [/then.deny must be true or false, got "yes"/]],
    [{ when: WHEN, then: { deny: true } }, []],
    [{ when: WHEN, then: { action: 'anything' } }, []],
  ];
  for (const [rest, expected] of table) check(t, withRules({ id: 'r', ...rest }), expected);
});

t.test('a disabled rule is checked too', async (t) => {
  check(t, withRules({ id: 'r', enabled: false, when: { oops: { eq: 1 } }, then: { model: 'T9' } }), [
    /when.oops is not a known signal/,
    /unknown tier 'T9'/,
  ]);
});

t.test('the default', async (t) => {
  check(t, policyWith({ default: { model: 'T9' } }), [/^default: 'model' references unknown tier 'T9'$/]);
  check(t, policyWith({ default: { model: 'glm-4.7' } }), []);
  check(t, policyWith({ default: { model: 4.7 } }), [/^default: 'model' must be a string/]);
  check(t, policyWith({ default: {} }), []);
  check(t, policyWith({ default: 'T1' }), [/^default must be a mapping/]);
});

t.test('signals', async (t) => {
  for (const name of [...EXTRACTED_FEATURE_NAMES, ...INJECTED_FEATURE_NAMES, 'blocked_model'])
    check(t, withWhen({ [name]: { eq: 1 } }), []);
  check(t, withWhen({ need_vision: { eq: true } }), [
    /^rule 'r': when.need_vision is not a known signal.*needs_vision/,
  ]);
});

t.test('conditions and operators', async (t) => {
  for (const condition of [true, false, 'yes', 5, ['eq'], null])
    check(t, withWhen({ has_code: condition }), [/^rule 'r': when.has_code must be an op map/]);
  check(t, withWhen({ has_code: {} }), []);
  check(t, withWhen({ has_code: { equals: true } }), [/^rule 'r': when.has_code has unknown operator 'equals'/]);
  check(t, withWhen({ size_lines: { gt: 'lots' } }), []);
});

t.test('S-04 patterns are checked before they can run', async (t) => {
  check(t, withWhen({ verb_class: { matches: '^h' } }), []);
  check(t, withWhen({ lang: { matches: '^h' } }), [
    /^rule 'r': when.lang: operator 'matches' is only allowed on verb_class/,
  ]);
  check(t, withWhen({ verb_class: { matches: '[' } }), [
    /when.verb_class.matches must be a regular expression.*missing closing/,
  ]);
  check(t, withWhen({ verb_class: { matches: '(?=h)' } }), [
    /when.verb_class.matches must be a regular expression in RE2/,
  ]);
  check(t, withWhen({ verb_class: { matches: 7 } }), [/when.verb_class.matches must be a pattern as a string, got 7/]);
  check(t, withWhen({ verb_class: { matches: '(a+)+$' } }), []);
});

t.test('the clock', async (t) => {
  const table: [JsonObject, RegExp[]][] = [
    [{ utc_hour: { gte: 16, lt: 24 } }, []],
    [{ utc_hour: { gte: 0, lte: 24 } }, []],
    [{ utc_hour: { eq: 25 } }, [/when.utc_hour.eq must be a number from 0 to 23, got 25/]],
    [{ utc_hour: { eq: 24 } }, [/utc_hour.eq/]],
    [{ utc_hour: { gte: '6' } }, [/utc_hour.gte must be a number from 0 to 23, got "6"/]],
    [{ utc_hour: { eq: true } }, [/utc_hour.eq/]],
    [{ utc_hour: { gte: -1, lt: 99 } }, [/utc_hour.gte/]],
    [{ utc_hour: { between: [0, 99] } }, [/unknown operator 'between'/]],
    [{ utc_weekday: { gte: 7 } }, [/utc_weekday.gte must be a number from 0 to 6/]],
    [{ utc_weekday: { lt: 7 } }, []],
    [{ utc_weekday: { in: [0, 1, 9] } }, [/utc_weekday.in/]],
    [{ utc_weekday: { in: [0, 1, 6] } }, []],
  ];
  for (const [when, expected] of table) check(t, withWhen(when), expected);
});

function withWhen(when: JsonObject): JsonObject {
  return withRules({ id: 'r', when, then: THEN });
}
