import { readFileSync } from 'node:fs';
import t from 'tap';
import type { JsonObject } from '../../src/lib/json.ts';
import { parsePolicy } from '../../src/policy/parse.ts';
import { explainTask } from '../../src/router/explain.ts';

const parsed = parsePolicy(readFileSync(new URL('../../router.example.yaml', import.meta.url)));
const EXAMPLE: JsonObject = parsed.ok ? parsed.document : {};

const FLASH = 'glm-5.3-flash@zai';
const LUNA = 'gpt-5.6-luna@openai-codex';
const PRO = 'deepseek-v4-pro@deepseek';
const TERRA = 'gpt-5.6-terra@openai-codex';
const GPT = 'gpt-5.5@openai-codex';
const MIMO = 'mimo-v2.5@xiaomi';
const DS_FLASH = 'deepseek-v4-flash@deepseek';

function decide(task: string, at?: string) {
  const answer = explainTask(task, EXAMPLE, at === undefined ? {} : { at: new Date(at) });
  const { matched_rule_id: rule, output, cause } = answer.decision;
  return { answer, rule, cause, profile: output.profile, chain: pairs(answer.chain_plan.chain) };
}

function pairs(chain: readonly JsonObject[]): string[] {
  return chain.map(({ model, provider }) => `${model}@${provider}`);
}

const PEAK_MONDAY = '2026-08-17T07:00:00Z';
const OFF_PEAK = '2026-08-17T15:00:00Z';
const NIGHT_PEAK = '2026-08-17T02:00:00Z';
const SATURDAY = '2026-08-22T07:00:00Z';

const decisions: readonly (readonly [string, string | undefined, object])[] = [
  // The table of the README.
  [
    'Rename getCwd in utils.py',
    undefined,
    { rule: 'trivial-mechanical-edit', profile: 'coder', cause: 'has_code_rule', chain: [FLASH, LUNA, MIMO] },
  ],
  [
    'Debug race condition in pool',
    undefined,
    { rule: 'hard-verbs', profile: 'coder', cause: 'hard_rule', chain: [GPT, PRO, FLASH] },
  ],
  [
    'Review PR for security',
    undefined,
    { rule: 'review-request', profile: 'reviewer', cause: 'classifier', chain: [] },
  ],
  // The contract's walk through the rules.
  ['Rename getCwd in 3 files, 20 lines', undefined, { rule: 'trivial-mechanical-edit', chain: [FLASH, LUNA, MIMO] }],
  [
    'Audit the entire repo for unsafe subprocess usage.',
    undefined,
    { rule: 'adversarial-review', profile: 'reviewer', cause: 'keyword_match', chain: [GPT, PRO, FLASH] },
  ],
  [
    'Update 3-5 files with the new import pattern',
    undefined,
    { rule: 'cross-file-or-protocol', cause: 'size_rule', chain: [TERRA, PRO, FLASH] },
  ],
  [
    'Look at this screenshot and tell me why the layout breaks',
    undefined,
    { rule: 'vision-required', cause: 'keyword_match', chain: [FLASH, LUNA] },
  ],
  [
    'Please review this PR for security issues',
    undefined,
    { rule: 'review-request', cause: 'classifier', profile: 'reviewer' },
  ],
  [
    'Add a retry decorator to the http client in src/http.py',
    PEAK_MONDAY,
    { rule: 'standard-implementation', cause: 'has_code_rule', chain: [FLASH, LUNA, DS_FLASH] },
  ],
  ['Add a retry decorator to the http client in src/http.py', OFF_PEAK, { chain: [FLASH, DS_FLASH, LUNA] }],
  ['Hello world', undefined, { rule: null, cause: 'default_fallthrough', chain: [] }],
  ['Update 3-5 files with the new import pattern', NIGHT_PEAK, { chain: [TERRA, FLASH, PRO] }],
  ['Update 3-5 files with the new import pattern', PEAK_MONDAY, { chain: [TERRA, PRO, FLASH] }],
  ['Update 3-5 files with the new import pattern', SATURDAY, { chain: [TERRA, PRO, FLASH] }],
];

t.test('the example policy loads', async (t) => t.ok(parsed.ok));

for (const [task, at, expected] of decisions) {
  t.test(`${task}${at === undefined ? '' : ` (${at})`}`, async (t) => {
    const { answer: _, ...seen } = decide(task, at);
    t.match(seen, expected);
    if ('chain' in expected) t.strictSame(seen.chain, expected.chain);
  });
}

t.test('a review without a classifier goes to the fail-safe and keeps its role', async (t) => {
  for (const task of ['Review PR for security', 'Please review this PR for security issues']) {
    const { answer } = decide(task);
    t.equal(answer.requires_classifier, true);
    t.match(answer.if_unclassified, { profile: 'reviewer', model: 'glm-5.3-flash', provider: 'zai' });
    t.strictSame(pairs(answer.if_unclassified?.chain_plan.chain ?? []), [FLASH, LUNA, MIMO]);
    t.equal(answer.why_not.rules.length, 6, 'every rule above the match has its reason');
  }
});

t.test('what the planner needs and why it moved hops', async (t) => {
  const plan = (task: string, at: string) => decide(task, at).answer.chain_plan;
  const cross = 'Update 3-5 files with the new import pattern';
  t.match(plan(cross, NIGHT_PEAK), {
    requirements: { min_context: 200_000, tool_calling: true },
    demoted: ['deepseek-v4-pro'],
    peak_priced: ['deepseek-v4-pro'],
  });
  t.same(plan(cross, PEAK_MONDAY).demoted, []);
  t.same(plan(cross, PEAK_MONDAY).peak_priced, ['deepseek-v4-pro', 'glm-5.3-flash']);
  t.same(plan(cross, SATURDAY).peak_priced, []);
  const vision = decide('Look at this screenshot and tell me why the layout breaks').answer;
  t.match(vision.chain_plan.rejected, [{ model: 'deepseek-v4-flash', reject_reason: 'no_vision' }]);
  t.match(vision.why_not.hops, [
    { model: 'gpt-5.6-luna' },
    { model: 'deepseek-v4-flash', stage: 'capability', reason: 'no_vision' },
  ]);
});
