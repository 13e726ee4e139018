import t from 'tap';
import { BREAKER_DEFAULTS, breakerSettings, breakerSettingsView, failureWeight } from '../../src/blocklist/settings.ts';

const auto = (knobs: unknown): unknown => ({ blocklist: { auto_breaker: knobs } });

t.test('defaults apply key by key', async (t) => {
  t.match(breakerSettings(auto({ enabled: true, threshold: 9, window_seconds: 120 })), {
    enabled: true,
    threshold: 9,
    windowSeconds: 120,
    baseCooldownSeconds: 60,
    maxCooldownSeconds: 900,
    backoffMultiplier: 2,
  });
  t.match(breakerSettings(auto({ base_cooldown_seconds: 0, backoff_multiplier: 1.5 })), {
    baseCooldownSeconds: 0,
    backoffMultiplier: 1.5,
  });
});

t.test('a wrong shape is off, with the default numbers', async (t) => {
  const shapes = [
    null,
    5,
    'off',
    [],
    {},
    { blocklist: 'off' },
    { blocklist: 7 },
    auto('sim'),
    auto(7),
    auto([]),
    auto(null),
  ];
  for (const document of shapes) t.same(breakerSettings(document), BREAKER_DEFAULTS, JSON.stringify(document));
});

t.test('a knob that is no sensible number is its default', async (t) => {
  for (const value of ['9', null, true, [], {}, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
    const knobs = {
      threshold: value,
      window_seconds: value,
      base_cooldown_seconds: value,
      max_cooldown_seconds: value,
      backoff_multiplier: value,
    };
    t.same(breakerSettings(auto(knobs)), BREAKER_DEFAULTS, String(value));
  }
  for (const enabled of ['yes', 'true', 1, {}, null])
    t.equal(breakerSettings(auto({ enabled })).enabled, false, JSON.stringify(enabled));
});

t.test('the published settings carry a copy of the weights', async (t) => {
  const expected = {
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
  };
  const first = breakerSettingsView(BREAKER_DEFAULTS);
  t.same(first, expected);
  Object.assign(first.failure_weights, { crash: 99 });
  t.same(breakerSettingsView(BREAKER_DEFAULTS), expected, 'R-BRK-20 editing an answer changes no scoring');
  t.equal(failureWeight('crash'), 1);
  t.equal(failureWeight('agent_error'), 1);
  t.equal(failureWeight('constructor'), 1);
});
