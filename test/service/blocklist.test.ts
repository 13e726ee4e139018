import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readBlocklist } from '../../src/service/blocklist.ts';
import { BASE_POLICY } from '../router/policies.ts';
import { openContext } from './context.ts';

const withBreaker = (auto_breaker: unknown) => ({
  ...BASE_POLICY,
  blocklist: { ...BASE_POLICY.blocklist, auto_breaker },
});

t.test('the base policy: bans as written, the breaker off, its settings told all the same', async (t) => {
  t.same(readBlocklist(openContext(t)), {
    manual_bans: [{ model: 'bad', provider: 'rail', reason: 'stalls' }],
    fallback_chain: ['strong'],
    breaker_enabled: false,
    breaker_cooldowns: [],
    auto_breaker: {
      threshold: 5,
      window_seconds: 600,
      base_cooldown_seconds: 60,
      max_cooldown_seconds: 900,
      backoff_multiplier: 2,
      failure_weights: {
        quota_exhausted: 10,
        ttfb_stall: 3,
        idle_stall: 2,
        hard_timeout: 1,
        crash: 1,
        crash_or_oom: 1,
        nonzero_exit: 1,
      },
      default_weight: 1,
    },
  });
});

t.test('defaults apply key by key', async (t) => {
  const policy = withBreaker({ enabled: true, threshold: 9, window_seconds: 120 });
  t.match(readBlocklist(openContext(t, { policy })), {
    breaker_enabled: true,
    auto_breaker: { threshold: 9, window_seconds: 120, base_cooldown_seconds: 60, max_cooldown_seconds: 900 },
  });
});

t.test('a cooldown says when it ends', async (t) => {
  const context = openContext(t, { policy: withBreaker({ enabled: true }) });
  await context.blocklist.recordFailure(context.policy.read().document, 'm', 'p', 'quota_exhausted');
  t.match(readBlocklist(context).breaker_cooldowns, [
    {
      model_key: 'm@p',
      state: 'OPEN',
      last_failure_kind: 'quota_exhausted',
      failure_count: 10,
      retry_at: /^2026-08-17T15:43/,
    },
  ]);
});

t.test('a damaged state file is told, and hides no ban', async (t) => {
  const context = openContext(t, { policy: withBreaker({ enabled: true }) });
  writeFileSync(join(context.paths.stateDir, 'breaker-state.json'), '{');
  t.match(readBlocklist(context), {
    manual_bans: [{ model: 'bad' }],
    state_problem: /breaker state .* cannot be used/,
  });
});

t.test('a caller that edits its answer changes no later one', async (t) => {
  const context = openContext(t);
  const before = JSON.stringify(readBlocklist(context));
  Object.assign(readBlocklist(context).auto_breaker.failure_weights, { crash: 99 });
  t.equal(JSON.stringify(readBlocklist(context)), before);
});

t.test('while the file cannot be loaded, the bans that are enforced are shown', async (t) => {
  const context = openContext(t);
  readBlocklist(context);
  writeFileSync(context.policyFile, 'enabled: [');
  t.match(readBlocklist(context).manual_bans, [{ model: 'bad' }]);
});
