import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openBlocklist } from '../../src/blocklist/blocklist.ts';
import { openPolicyStore } from '../../src/policy/store.ts';
import { explainTask } from '../../src/router/explain.ts';
import { explainRequest, traceRequest } from '../../src/service/explain.ts';
import { BASE_POLICY } from '../router/policies.ts';
import { openContext } from './context.ts';

const HARD = { task: 'Debug a race condition' };

t.test('evaluates at the hour it is, or at the hour it is asked for', async (t) => {
  const context = openContext(t);
  t.same(explainRequest(context, HARD).evaluated_at, {
    at: '2026-08-17T15:00:00+00:00',
    at_source: 'now',
    utc_hour: 15,
    utc_weekday: 0,
    time_aware: true,
  });
  for (const at of ['2026-08-17T07:30:00Z', '2026-08-17T04:30:00-03:00', '2026-08-17T07:30:00']) {
    t.match(explainRequest(context, { ...HARD, at }).evaluated_at, {
      at: '2026-08-17T07:00:00+00:00',
      at_source: 'explicit',
    });
  }
});

t.test('explain is the trace without its reasons', async (t) => {
  const context = openContext(t);
  for (const task of ['Debug a race condition', 'Summarize this note']) {
    const { why_not: reasons, if_unclassified: _, ...rest } = traceRequest(context, { task });
    t.strictSame(explainRequest(context, { task }), rest);
    t.equal(reasons.rules.length, task.startsWith('Debug') ? 0 : 1);
  }
});

t.test('the trace is what the library says, and names its policy', async (t) => {
  const context = openContext(t);
  const at = '2026-08-17T07:00:00Z';
  const { policy_in_use: inUse, ...rest } = traceRequest(context, { ...HARD, at });
  t.strictSame(rest, explainTask(HARD.task, BASE_POLICY, { at: new Date(at) }));
  t.same(inUse, { hash: context.policy.read().hash, source: 'file' });
});

t.test('two calls in one hour are the same bytes', async (t) => {
  const context = openContext(t);
  t.equal(JSON.stringify(traceRequest(context, HARD)), JSON.stringify(traceRequest(context, HARD)));
});

t.test('the parameters are judged before the policy', async (t) => {
  const context = openContext(t, { policy: { enabled: true } });
  t.throws(() => explainRequest(context, { task: '' }), { code: 'task_required' });
  t.throws(() => explainRequest(context, { task: 'a', at: 'noon' }), { code: 'at_invalid' });
  t.throws(() => explainRequest(context, { task: 'a' }), {
    code: 'policy_invalid',
    message: 'router policy is invalid',
  });
  t.throws(() => explainRequest(context, { task: 'x'.repeat(8193) }), { message: 'task exceeds 8192 characters' });
});

t.test('lint errors refuse an answer even when there is a last good policy', async (t) => {
  const context = openContext(t);
  explainRequest(context, HARD);
  writeFileSync(context.policyFile, JSON.stringify({ ...BASE_POLICY, default: { model: 'T9' } }));
  t.throws(() => explainRequest(context, HARD), { code: 'policy_invalid' });
  t.throws(() => traceRequest(context, HARD), { code: 'policy_invalid' });
});

t.test('fail_safe errors do not', async (t) => {
  const context = openContext(t, { policy: { ...BASE_POLICY, fail_safe: { model: 7 } } });
  t.equal(explainRequest(context, HARD).policy_in_use.source, 'file');
});

t.test('a file that cannot be loaded is explained on the last good policy, and says so', async (t) => {
  const context = openContext(t);
  const { hash } = explainRequest(context, HARD).policy_in_use;
  writeFileSync(context.policyFile, 'rules: [');
  const answer = traceRequest(context, HARD);
  t.equal(answer.decision.matched_rule_id, 'hard-verbs');
  t.same(answer.policy_in_use, { hash, source: 'last_good' });
  rmSync(context.policyFile);
  t.equal(explainRequest(context, HARD).policy_in_use.source, 'last_good');
});

t.test('a sound file that is still being written is explained on the last good policy too', async (t) => {
  const base = openContext(t);
  // By this clock the file was always written just now, however slow the machine is.
  const now = () => statSync(base.policyFile).ctimeMs;
  const context = { ...base, policy: openPolicyStore({ path: base.policyFile, now }) };
  const { hash } = explainRequest(context, HARD).policy_in_use;
  const half = { ...BASE_POLICY, fail_safe: { model: 7 }, rules: [] };
  writeFileSync(context.policyFile, JSON.stringify(half));
  const answer = explainRequest(context, HARD);
  t.equal(answer.decision.matched_rule_id, 'hard-verbs');
  t.same(answer.policy_in_use, { hash, source: 'last_good' });
});

t.test('without a last good policy there is nothing to explain', async (t) => {
  t.throws(() => explainRequest(openContext(t, { policy: 'rules: [' }), HARD), { code: 'policy_invalid' });
  t.throws(() => explainRequest(openContext(t, { policy: null }), HARD), { code: 'policy_invalid' });
});

const BREAKER_POLICY = { ...BASE_POLICY, blocklist: { auto_breaker: { enabled: true } } };

t.test('B-12 hops that the breaker refuses are labelled in their place', async (t) => {
  const context = openContext(t, { policy: BREAKER_POLICY });
  await context.blocklist.recordFailure(context.policy.read().document, 'backup', 'backup-rail', 'quota_exhausted');
  const answer = traceRequest(context, HARD);
  t.match(answer.chain_plan, {
    chain: [{ model: 'strong' }, { model: 'backup' }],
    blocked: [{ model: 'backup', provider: 'backup-rail', reject_reason: 'blocked' }],
    blocked_source: 'preview_label',
  });
  t.equal(answer.chain_plan.blocked?.length, 1);
  t.notOk('blocked' in answer.decision.chain_plan);
  t.match(answer.why_not.hops, [
    { model: 'backup', stage: 'blocklist', reason: 'breaker_open', nearest: /^wait until 2026-08-17T15:43:17/ },
  ]);
});

t.test('looking never spends the probe of an expired breaker', async (t) => {
  const context = openContext(t, { policy: BREAKER_POLICY });
  const stateFile = join(context.paths.stateDir, 'breaker-state.json');
  await context.blocklist.recordFailure(context.policy.read().document, 'strong', 'strong-rail', 'quota_exhausted');
  await context.blocklist.flush();
  const before = { bytes: readFileSync(stateFile, 'utf8'), mtime: statSync(stateFile, { bigint: true }).mtimeNs };
  const later = () => new Date(context.now().getTime() + 3_600_000);
  const blocklist = openBlocklist({ stateFile, now: later });
  for (let i = 0; i < 5; i++) {
    const answer = traceRequest({ ...context, blocklist, now: later }, HARD);
    t.notOk('blocked' in answer.chain_plan, 'its cooldown is over');
  }
  await blocklist.flush();
  t.same({ bytes: readFileSync(stateFile, 'utf8'), mtime: statSync(stateFile, { bigint: true }).mtimeNs }, before);
  t.match(before.bytes, /"OPEN"/);
});
