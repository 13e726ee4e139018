import t from 'tap';
import { ladderFor, totalSeconds } from '../../../src/jobs/watchdog/ladder.ts';
import { type WatchdogSettings, watchdogSettings } from '../../../src/jobs/watchdog/settings.ts';
import type { JsonObject } from '../../../src/lib/json.ts';

function settings(
  watchdog: JsonObject | null,
  env: NodeJS.ProcessEnv = {},
  warn?: (message: string) => void,
): WatchdogSettings {
  const config = watchdog === null ? null : { plugins: { entries: { 'hermes-smart-router': { watchdog } } } };
  return watchdogSettings({ config, env, ...(warn && { warn }) });
}

t.test('the total limit: argument, config.yaml, environment, default', async (t) => {
  const rows: [number | null, JsonObject | null, string | undefined, number][] = [
    [null, null, undefined, 600],
    [120, null, '999', 120],
    [null, null, '600', 600],
    [null, null, 'garbage', 600],
    [null, null, '50', 50],
    [null, { hard_seconds: 42 }, undefined, 42],
    [777, { hard_seconds: 42 }, undefined, 777],
    [null, { hard_seconds: -5 }, undefined, 600],
    [null, { hard_seconds: '42' }, '50', 50],
    [null, { hard_seconds: true }, undefined, 600],
    [null, { hard_seconds: Number.POSITIVE_INFINITY }, undefined, 600],
    [null, { hard_seconds: Number.NaN }, '7', 7],
    [null, { hard_seconds: 10.9 }, undefined, 10],
    [null, { hard_seconds: 0.5 }, undefined, 600],
    [null, null, 'inf', 600],
    [null, null, '0', 600],
    [null, null, '-3', 600],
    [null, null, '', 600],
    [null, null, '1e2', 100],
    [2_592_000, null, undefined, 86_400],
    [null, { hard_seconds: 1e12 }, undefined, 86_400],
  ];
  for (const [asked, config, env, expected] of rows)
    t.equal(totalSeconds(asked, settings(config, { HERMES_DELEGATE_PROFILE_TIMEOUT: env })), expected);
});

t.test('the ladder: ttfb, idle, hard, grace', async (t) => {
  const rows: [number, JsonObject, NodeJS.ProcessEnv, [number, number, number, number]][] = [
    [600, {}, {}, [120, 300, 600, 10]],
    [30, {}, {}, [30, 30, 30, 10]],
    [
      300,
      {},
      {
        HERMES_DELEGATE_PROFILE_TTFB: '5',
        HERMES_DELEGATE_PROFILE_IDLE: '20',
        HERMES_DELEGATE_PROFILE_KILL_GRACE: '3',
      },
      [5, 20, 300, 3],
    ],
    [600, {}, { HERMES_DELEGATE_PROFILE_IDLE: 'not-a-number' }, [120, 300, 600, 10]],
    [100, { ttfb_seconds: 15, idle_seconds: 45, kill_grace_seconds: 7 }, {}, [15, 45, 100, 7]],
    [600, {}, { HERMES_DELEGATE_PROFILE_TTFB: '9' }, [9, 300, 600, 10]],
    [600, { ttfb_seconds: 'garbage' }, { HERMES_DELEGATE_PROFILE_TTFB: '7' }, [7, 300, 600, 10]],
  ];
  for (const [hard, config, env, expected] of rows) {
    const { ttfb, idle, hard: total, grace } = ladderFor(hard, settings(config, env));
    t.strictSame([ttfb, idle, total, grace], expected);
  }
});

t.test('slots, queue and the rest', async (t) => {
  const rows: [JsonObject, NodeJS.ProcessEnv, Partial<WatchdogSettings>][] = [
    [{}, {}, { maxConcurrent: 4, queueWait: 30, failover: true, envPassthrough: [] }],
    [{ max_concurrent: 2 }, { HERMES_DELEGATE_PROFILE_MAX_CONCURRENT: '9' }, { maxConcurrent: 2 }],
    [{ max_concurrent: 2.9 }, {}, { maxConcurrent: 2 }],
    [{ max_concurrent: 0 }, { HERMES_DELEGATE_PROFILE_MAX_CONCURRENT: '3' }, { maxConcurrent: 3 }],
    [{ queue_wait_seconds: 5 }, {}, { queueWait: 5 }],
    [{ queue_wait_seconds: 0 }, {}, { queueWait: 0 }],
    [{ queue_wait_seconds: false }, {}, { queueWait: 30 }],
    [{}, { HERMES_DELEGATE_PROFILE_QUEUE_WAIT: '0' }, { queueWait: 0 }],
    [{ failover: false }, {}, { failover: false }],
    [{ failover: 'no' }, {}, { failover: true }],
    [{ env_passthrough: ['A', 1, 'B'] }, {}, { envPassthrough: ['A', 'B'] }],
  ];
  for (const [config, env, expected] of rows) t.match(settings(config, env), expected, JSON.stringify(config));
});

t.test('a variable that is no number is told with its value and what is used instead', async (t) => {
  const told: string[] = [];
  settings(null, { HERMES_DELEGATE_PROFILE_IDLE: 'soon', HERMES_DELEGATE_PROFILE_TTFB: '-1' }, (message) =>
    told.push(message),
  );
  t.strictSame(told, ['HERMES_DELEGATE_PROFILE_IDLE="soon" is not a number; using 300']);
});

t.test('any other shape of the file means the defaults', async (t) => {
  for (const config of [null, {}, { plugins: [] }, { plugins: { entries: 'x' } }])
    t.equal(watchdogSettings({ config, env: {} }).hard, 600);
});
