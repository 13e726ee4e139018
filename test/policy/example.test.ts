import { readFileSync } from 'node:fs';
import t from 'tap';
import { planChain } from '../../src/chain/plan.ts';
import { isList, isMapping, type Json, type JsonObject, own } from '../../src/lib/json.ts';
import { REGISTRY } from '../../src/models/registry.ts';
import { lintPolicy } from '../../src/policy/lint/lint.ts';
import { lintWarnings } from '../../src/policy/lint/warnings.ts';
import { parsePolicy } from '../../src/policy/parse.ts';
import { EXAMPLE_FILE } from '../../src/policy/seed.ts';
import { tierHops } from '../../src/policy/tier-hops.ts';
import { matchRules } from '../../src/rules/match.ts';
import { extractSignals } from '../../src/signals/extract.ts';

const TEXT = readFileSync(EXAMPLE_FILE, 'utf8');
const PARSED = parsePolicy(Buffer.from(TEXT));
const POLICY: JsonObject = PARSED.ok ? PARSED.document : {};

function mapping(value: Json | undefined): JsonObject {
  return isMapping(value) ? value : {};
}

function pairs(hops: readonly unknown[]): string[] {
  return hops.map((hop) =>
    isMapping(hop) ? `${String(own(hop, 'model'))}@${String(own(hop, 'provider'))}` : 'no hop',
  );
}

const tiers = mapping(own(POLICY, 'tiers'));

function decide(task: string) {
  const features = extractSignals(task);
  const { output, ruleId } = matchRules(features, {
    rules: own(POLICY, 'rules'),
    default: own(POLICY, 'default'),
    tiers,
  });
  return { output, ruleId };
}

const tier = (name: string) => mapping(own(tiers, name));
const classifier = mapping(own(POLICY, 'classifier'));
const chain = own(classifier, 'chain');
const failSafe = mapping(own(POLICY, 'fail_safe'));
const compaction = mapping(own(POLICY, 'compaction'));

t.test('it loads and lints clean', async (t) => {
  t.match(PARSED, { ok: true, warnings: [] });
  t.strictSame(lintPolicy(POLICY), []);
  t.strictSame(
    lintWarnings(POLICY).filter((warning) => !warning.startsWith('classifier')),
    [],
  );
  t.equal(lintWarnings(POLICY).length, 2, 'the classifier shares a provider with T1 and T2, said twice');
  t.strictSame(lintWarnings(POLICY, { profiles: ['coder', 'default', 'reviewer'] }).length, 2);
});

t.test('S4 it has neither alignment nor shadow, and is readable in a terminal', async (t) => {
  t.notMatch(TEXT, /\b(alignment|shadow):/);
  t.notMatch(TEXT, /\t|\r/);
  t.ok(TEXT.split('\n').every((line) => line.length <= 120));
});

t.test('the samples in its comments lint clean when uncommented', async (t) => {
  const samples = ['  # - id: defer-heavy-work-off-peak', '# price_windows:', '# signals:'];
  for (const sample of samples) {
    t.ok(TEXT.includes(`${sample}\n`), sample);
    const lines = TEXT.split('\n');
    const start = lines.indexOf(sample);
    for (let at = start; lines[at]?.trimStart().startsWith('# '); at++) lines[at] = (lines[at] ?? '').replace('# ', '');
    const result = parsePolicy(Buffer.from(lines.join('\n')));
    t.match(result, { ok: true, warnings: [] }, sample);
    t.strictSame(lintPolicy(result.ok ? result.document : null), [], sample);
  }
});

t.test('the tiers', async (t) => {
  const table: [string, string[], JsonObject][] = [
    [
      'T1',
      ['glm-5.3-flash@zai', 'gpt-5.6-luna@openai-codex', 'mimo-v2.5@xiaomi'],
      { fallback_strategy: 'sequential', time_cap: { max_multiplier: 1.5 } },
    ],
    [
      'T2',
      ['glm-5.3-flash@zai', 'gpt-5.6-luna@openai-codex', 'deepseek-v4-flash@deepseek'],
      { fallback_strategy: 'cheapest_now', pin_primary: true },
    ],
    [
      'T3',
      ['gpt-5.6-terra@openai-codex', 'deepseek-v4-pro@deepseek', 'glm-5.3-flash@zai'],
      {
        fallback_strategy: 'sequential',
        requirements: { min_context: 200_000 },
        time_policy: { avoid_peak: ['deepseek', 'zai'] },
      },
    ],
    [
      'T4',
      ['gpt-5.5@openai-codex', 'deepseek-v4-pro@deepseek', 'glm-5.3-flash@zai'],
      { time_policy: { avoid_peak: ['deepseek', 'zai'] } },
    ],
  ];
  t.strictSame(
    Object.keys(tiers),
    table.map(([name]) => name),
  );
  for (const [name, hops, knobs] of table) {
    t.strictSame(pairs(tierHops(tier(name))), hops, name);
    const { model, provider, billing_mode, fallback, ...rest } = tier(name);
    t.strictSame(rest, knobs, name);
  }
});

t.test('every pair named is in the registry on that provider, under its own name', async (t) => {
  const hops = [
    ...Object.keys(tiers).flatMap((name) => tierHops(tier(name))),
    ...tierHops(failSafe),
    classifier,
    ...(isList(chain) ? chain : []),
    compaction,
  ].filter(isMapping);
  for (const hop of hops) {
    const entry = REGISTRY.get(String(own(hop, 'model')));
    t.equal(entry?.provider, own(hop, 'provider'), String(own(hop, 'model')));
    if (own(hop, 'billing_mode') !== undefined)
      t.equal(own(hop, 'billing_mode'), entry?.billing_mode, String(own(hop, 'model')));
  }
  const listed = own(mapping(own(POLICY, 'blocklist')), 'fallback_chain');
  const named = new Set([...hops.map((hop) => own(hop, 'model')), ...(isList(listed) ? listed : [])].map(String));
  for (const model of named) t.notMatch(REGISTRY.get(model)?.notes ?? '', /auto-routes|alias/i, `${model} is no alias`);
});

t.test('what has to agree, agrees', async (t) => {
  t.strictSame(pairs(tierHops(failSafe)), pairs(tierHops(tier('T1'))), 'fail_safe is T1');
  t.strictSame(pairs([classifier]), pairs(isList(chain) ? chain.slice(0, 1) : []), 'the classifier is its first hop');
  const union = new Set(Object.keys(tiers).flatMap((name) => tierHops(tier(name)).map((hop) => own(hop, 'model'))));
  t.strictSame(own(mapping(own(POLICY, 'blocklist')), 'fallback_chain'), [
    ...[
      'glm-5.3-flash',
      'gpt-5.6-luna',
      'mimo-v2.5',
      'deepseek-v4-flash',
      'gpt-5.6-terra',
      'deepseek-v4-pro',
      'gpt-5.5',
    ],
  ]);
  t.strictSame(
    own(mapping(own(POLICY, 'blocklist')), 'fallback_chain'),
    [...union],
    'the union of the tiers, in order',
  );
  t.match(POLICY, {
    enabled: true,
    default: { action: 'classify' },
    classifier: { on_total_failure: 'heuristic', temperature: 0, max_tokens: 128, timeout_seconds: 15 },
    blocklist: {
      manual_ban: [],
      auto_breaker: {
        enabled: true,
        threshold: 5,
        window_seconds: 600,
        base_cooldown_seconds: 60,
        max_cooldown_seconds: 900,
        backoff_multiplier: 2,
      },
    },
    compaction: { provider: 'zai', model: 'glm-4.5-flash', fallback_mode: 'tier:T1' },
  });
  t.notOk('price_windows' in POLICY);
});

t.test('the decisions it is shipped for', async (t) => {
  const table: [string, string | null, JsonObject][] = [
    [
      'Rename getCwd in utils.py',
      'trivial-mechanical-edit',
      { profile: 'coder', model: 'glm-5.3-flash', provider: 'zai' },
    ],
    ['Debug race condition in pool', 'hard-verbs', { profile: 'coder', model: 'gpt-5.5', provider: 'openai-codex' }],
    ['Review PR for security', 'review-request', { profile: 'reviewer', action: 'classify' }],
    [
      'Audit the entire repo for unsafe subprocess usage.',
      'adversarial-review',
      { profile: 'reviewer', model: 'gpt-5.5' },
    ],
    ['Update 3-5 files with the new import pattern', 'cross-file-or-protocol', { model: 'gpt-5.6-terra' }],
    ['Look at this screenshot and tell me why the layout breaks', 'vision-required', { model: 'glm-5.3-flash' }],
    ['Add a retry decorator to the http client in src/http.py', 'standard-implementation', { model: 'glm-5.3-flash' }],
    ['Hello world', null, { action: 'classify' }],
  ];
  for (const [task, rule, output] of table) {
    const decision = decide(task);
    t.equal(decision.ruleId, rule, task);
    t.match(decision.output, output, task);
  }
});

t.test('a week, hour by hour', async (t) => {
  // Planned with no features but the size of nothing: the order is the clock's alone.
  const monday = Date.UTC(2026, 7, 17);
  const hours = Array.from({ length: 168 }, (_, hour) => new Date(monday + hour * 3_600_000));
  const plan = (name: string, at: Date) => {
    const { output } = matchRules({}, { rules: [], default: { model: name }, tiers });
    return planChain(output, {}, { at });
  };
  const flipped = hours.filter((at) => plan('T2', at).chain[2]?.model === 'deepseek-v4-flash');
  t.equal(flipped.length, 35, 'deepseek is last in T2 while it charges double');
  for (const name of ['T3', 'T4']) {
    const plans = hours.map((at) => plan(name, at));
    const moved = plans.filter(({ chain }) => chain[1]?.model === 'glm-5.3-flash');
    const both = plans.filter(
      ({ chain, peak_priced }) => chain[1]?.model === 'deepseek-v4-pro' && peak_priced.length > 0,
    );
    t.equal(moved.length, 15, `${name}: deepseek alone`);
    t.equal(both.length, 20, `${name}: both`);
    t.equal(plans.filter(({ peak_priced }) => peak_priced.length === 0).length, 133, `${name}: neither`);
  }
  t.ok(
    hours.every((at) => plan('T1', at).chain.length === 3),
    "T1's cap removes nothing at any hour",
  );
});
