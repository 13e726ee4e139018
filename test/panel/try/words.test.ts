import { test } from 'tap';
import { ruleTier } from '../../../src/panel/page/parts/decision/rule-tier.ts';
import { decisionSentence, sizeSentence, timeSentence } from '../../../src/panel/page/views/try/sentence.ts';
import { hopReason, ruleReason } from '../../../src/panel/page/views/try/why-not-words.ts';
import type { Trace } from '../../../src/panel/page/wire/answers.ts';
import { parsePolicy } from '../../../src/policy/parse.ts';
import { explainTask } from '../../../src/router/explain.ts';
import { EXAMPLE } from '../../service/routed.ts';

const AT = new Date('2026-08-17T07:00:00Z');

function policyOf(text: string) {
  const parsed = parsePolicy(Buffer.from(text));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.document;
}

function traced(task: string, text = EXAMPLE, promptText = ''): { trace: Trace; sentence: string } {
  const policy = policyOf(text);
  const explanation = explainTask(task, policy, { at: AT, ...(promptText !== '' && { promptText }) });
  const trace = { ...JSON.parse(JSON.stringify(explanation)), policy_in_use: { hash: null, source: 'file' } };
  const { what, by } = decisionSentence(trace, ruleTier(policy, trace.decision.matched_rule_id));
  return { trace, sentence: `${what}, ${by} ${trace.decision.matched_rule_id ?? ''}`.trim() };
}

test('a dry run in one sentence', async (t) => {
  for (const [task, expected] of [
    ['Rename getCwd in utils.py', 'Profile coder, tier T1: glm-5.3-flash @ zai, by the rule trivial-mechanical-edit'],
    ['Debug race condition in pool', 'Profile coder, tier T4: gpt-5.5 @ openai-codex, by the rule hard-verbs'],
    ['Review PR for security', 'Profile reviewer; the classifier picks the tier, by the rule review-request'],
  ] as const)
    t.equal(traced(task).sentence, expected);
});

test('a task for the classifier says where it goes without one', async (t) => {
  const { trace } = traced('Review PR for security');
  t.equal(
    decisionSentence(trace, null).otherwise,
    'Without an answer of the classifier: profile reviewer, glm-5.3-flash @ zai (fail_safe).',
  );
});

test('a rule that denies refuses, and a rule without a tier names its model', async (t) => {
  const rule = (then: string) => `enabled: true
rules:
  - id: mine
    when: {char_len: {gt: 0}}
    then: ${then}
default: {profile: coder, model: T1}
tiers:
${['T1', 'T2', 'T3', 'T4'].map((name) => `  ${name}: {model: glm-5.3-flash, provider: zai}`).join('\n')}
fail_safe: {profile: coder, model: glm-5.3-flash, provider: zai}
`;
  t.equal(traced('anything', rule('{deny: true}')).sentence, 'Refused, by the rule mine');
  t.equal(
    traced('anything', rule('{profile: ops, model: gpt-5.5, provider: openai-codex}')).sentence,
    'Profile ops, gpt-5.5 @ openai-codex, by the rule mine',
  );
  t.equal(
    traced('anything', rule('{profile: coder, model: T1}').replace('gt: 0', 'lt: 0')).sentence,
    'Profile coder, tier T1: glm-5.3-flash @ zai, by the default, since no rule matched',
  );
});

test('what was measured, and whether another hour matters', async (t) => {
  const { trace } = traced('Debug race condition in pool');
  t.equal(sizeSentence(trace), 'Sized from the task alone: 28 characters, about 8 input tokens.');
  t.match(timeSentence(trace), /^Another hour may give another order: .*the tier avoids peak hours/);
  const long = traced('Debug race condition in pool', EXAMPLE, 'word '.repeat(2000)).trace;
  t.match(sizeSentence(long), /^Sized from what the model will read: 10,000 characters, about [\d,]+ input tokens\.$/);
  t.equal(timeSentence({ ...trace, preview: { ...trace.preview, time_relative: false } }), null);
});

test('every other rule and hop has a reason and a nearest change', async (t) => {
  const { trace } = traced('Debug race condition in pool');
  const rules = trace.why_not.rules.map(ruleReason);
  t.equal(rules[0]?.id, 'trivial-mechanical-edit');
  t.equal(rules[0]?.why, 'it wants: kind of its verbs is trivial; here: it is hard');
  const hops = trace.why_not.hops.map(hopReason);
  t.strictSame(
    hops.map(({ name }) => name),
    ['deepseek-v4-pro @ deepseek', 'glm-5.3-flash @ zai'],
  );
  for (const { nearest } of [...rules, ...hops]) t.not(nearest, '');
});

test('rows that say less still read', async (t) => {
  t.equal(ruleReason({ rule_id: 'x', nearest: 'n' }).why, 'it can never match');
  t.equal(ruleReason({ rule_id: 'x', clause: { field: 'enabled', op: 'eq', target: true } }).why, 'it is switched off');
  t.equal(
    ruleReason({ clause: { field: 'utc_hour', op: 'gte', target: 8 } }).why,
    'it wants: hour (UTC) is at least 08:00; here: that is not known here',
  );
  t.strictSame(hopReason(null), {
    name: "the profile's own model",
    stage: 'unknown',
    why: 'no reason is recorded',
    nearest: '',
  });
});
