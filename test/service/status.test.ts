import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readBlocklist } from '../../src/service/blocklist.ts';
import { readLint } from '../../src/service/lint.ts';
import { readLiveness } from '../../src/service/liveness.ts';
import { readPolicy } from '../../src/service/policy.ts';
import { readStatus } from '../../src/service/status.ts';
import { BASE_POLICY } from '../router/policies.ts';
import { openContext } from './context.ts';

t.test('the base policy, field by field', async (t) => {
  const context = openContext(t);
  const { config_mtime: mtime, warnings, ...rest } = readStatus(context);
  const hash = createHash('sha256').update(readFileSync(context.policyFile)).digest('hex');
  t.match(mtime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  t.match(warnings.join('\n'), 'unknown to the capability registry');
  t.same(rest, {
    valid: true,
    validation_errors: [],
    error_targets: [],
    enabled: true,
    rules_count: 1,
    tiers: ['T1', 'T2', 'T3', 'T4'],
    classifier: { model: 'judge', provider: 'judge-rail' },
    breaker_enabled: false,
    jobs: { running: 0, queued: 0, slots: 4 },
    configured_models: [],
    agent_queues: [],
    instance_id: 'test-instance',
    version: '0.0.0-test',
    process_started_at: '2026-08-18T23:40:44+00:00',
    code_mtime: '2026-08-18T19:39:42+00:00',
    stale_code: false,
    policy_hash: hash,
    policy_in_use: { hash, source: 'file' },
    log: { path: context.history.decisions.path, state: 'ok', written: 0, dropped: 0, repaired: 0, last_error: null },
    classifier_health: { state: 'unavailable', reason: 'this process has no LLM access', fix: null, last_50: {} },
  });
});

t.test('O-07 code that is older than the disk is said to be', async (t) => {
  t.equal(readStatus(openContext(t)).stale_code, false);
  t.equal(readStatus(openContext(t, { isStale: true })).stale_code, true);
});

t.test('what is unknown is absent, not null', async (t) => {
  const context = openContext(t, { codeMtime: null });
  readStatus(context);
  rmSync(context.policyFile);
  const status = readStatus(context);
  for (const key of ['config_mtime', 'code_mtime', 'policy_hash']) t.notOk(Object.hasOwn(status, key), key);
  t.equal(status.valid, false);
  t.equal(status.policy_in_use.source, 'last_good', 'decisions go on with what was there');
});

const broken: readonly (readonly [string, string, RegExp])[] = [
  ['a syntax error', 'enabled: [', /^could not load router config/],
  ['a scalar', 'just-a-string', /^router config root must be a mapping$/],
  ['a policy without its parts', 'enabled: true', /missing mandatory 'default'/],
];

for (const [name, text, expected] of broken) {
  t.test(`${name} is valid: false on every face`, async (t) => {
    const context = openContext(t, { policy: text });
    const status = readStatus(context);
    const lint = readLint(context);
    t.equal(status.valid, false);
    t.ok(
      status.validation_errors.some((error) => expected.test(error)),
      status.validation_errors.join('\n'),
    );
    t.same(lint.errors, status.validation_errors);
    t.same(lint.error_targets, status.error_targets);
    t.same(
      status.error_targets,
      status.validation_errors.map(() => null),
    );
    t.equal(status.policy_in_use.source, 'unvalidated');
  });
}

t.test('a shadowed rule is a target to jump to', async (t) => {
  const when = { has_code: { eq: true } };
  const rules = [
    { id: 'broad', when, then: { model: 'T2' } },
    { id: 'narrow', when, then: { model: 'T1' } },
  ];
  const status = readStatus(openContext(t, { policy: { ...BASE_POLICY, rules } }));
  t.equal(status.validation_errors.length, 1);
  t.match(status.validation_errors[0], /narrow.*shadowed by earlier rule.*broad/);
  t.same(status.error_targets, [
    {
      code: 'shadowed',
      later_index: 1,
      later_id: 'narrow',
      earlier_index: 0,
      earlier_id: 'broad',
      message: status.validation_errors[0],
    },
  ]);
});

t.test('two hops behind one upstream are a warning, which lint does not have', async (t) => {
  const T4 = { model: 'a', provider: 'nous', fallback: [{ model: 'b', provider: 'openrouter' }] };
  const context = openContext(t, { policy: { ...BASE_POLICY, tiers: { ...BASE_POLICY.tiers, T4 } } });
  t.match(readStatus(context).warnings.join('\n'), "share upstream 'openrouter'");
  const { policy_in_use: inUse, ...lint } = readLint(context);
  t.same(lint, { valid: true, errors: [], error_targets: [] });
  t.equal(inUse.source, 'file');
});

t.test('shapes nobody expects are described as empty', async (t) => {
  const policy = {
    ...BASE_POLICY,
    rules: 5,
    tiers: 'nope',
    classifier: [],
    fail_safe: 'x',
    blocklist: { auto_breaker: 'sim', manual_ban: 5 },
  };
  const context = openContext(t, { policy });
  t.match(readStatus(context), {
    valid: false,
    rules_count: 0,
    tiers: [],
    classifier: { model: '', provider: '' },
    breaker_enabled: false,
  });
  t.match(readPolicy(context), { rules: [], tiers: {} });
  t.match(readBlocklist(context), { manual_bans: [], breaker_enabled: false, auto_breaker: { threshold: 5 } });
  t.match(readLiveness(context), { models: [], worst: 'alive' });
});

t.test('a profile that does not exist is a warning', async (t) => {
  const context = openContext(t);
  t.match(readStatus(context).warnings.join('\n'), /coder/);
  mkdirSync(join(context.paths.profilesDir, 'coder'), { recursive: true });
  t.notMatch(readStatus(context).warnings.join('\n'), /coder/);
});

t.test("the agent's own models, from the root's config.yaml", async (t) => {
  const config = `
model: {default: opus-5, provider: bedrock}
fallback_providers: [{model: glm-5.3-flash, provider: zai}, {model: half}]
auxiliary: {vision: {provider: auto}, compression: {model: haiku, provider: bedrock}}
`;
  const { configured_models: models, agent_queues: queues } = readStatus(
    openContext(t, { config, home: 'profiles/coder' }),
  );
  t.same(
    models.map(({ model, source }) => [model, source]),
    [
      ['opus-5', 'model.default'],
      ['glm-5.3-flash', 'fallback_providers'],
      ['haiku', 'auxiliary.compression'],
    ],
  );
  t.same(
    queues.map(({ key }) => key),
    ['model', 'auxiliary.compression'],
  );
});

t.test('two reads of an unchanged file are the same bytes', async (t) => {
  const context = openContext(t);
  for (const read of [readStatus, readPolicy, readLint, readBlocklist, readLiveness]) {
    t.equal(JSON.stringify(read(context)), JSON.stringify(read(context)), read.name);
  }
});
